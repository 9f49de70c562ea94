import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packRelease } from '../../install/releases/archive.ts'
import { callWell } from '../contract/call.ts'
import { ROOT } from '../process/place.ts'
import { until } from '../process/until.ts'
import { type Answers, common, makeExampleCalls, type Owner, readAnswers } from './answers.ts'
import { shortFolder, withState } from './home.ts'

/**
 * `npm run states`: saves the state of a router of this release, and what its API answers, for all later releases
 * (`lab/states/states.test.ts`). It is done once, when the release is made.
 */

const TEN_YEARS_MS = 10 * 365 * 24 * 3600_000
/** Links that the examples name. */
const LINKS = ['eth0', 'eth1', 'eth2']
/** Belong to the machine and to a running router. */
const NOT_SAVED = ['run', 'machine', 'console']

/** Answers that describe the product, the machine or the present, and nothing that was saved. */
const NOT_STATE = new RegExp(
  [
    '[/_](status|counts|health|history|stats|metrics|usage|overview|refresh|drops|presets|ready|services|builtin)$',
    '^/(arp|drift|topology|nftables|features|plugins|plugins_api|iptraffic|iw|ip|releaseChannels|releasesAvailable|update)$',
    '^/(iw|ip|time/servers|traffic_totals|wan/outages|wifi/(stations|failures|radios)|plugins/lookup/(classifications|fingerprints)$|webauthn/login|firewall/geo_block/status)',
  ].join('|'),
)

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const to = join(ROOT, 'lab/states', version)
if (existsSync(`${to}.tar.zst`)) throw new Error(`the state of ${version} has been saved, and is not changed any more`)

using folder = shortFolder()
const data = join(folder.path, 'state')
const calls = await withState({ data, links: LINKS }, async (owner) => {
  const done = await makeExampleCalls(owner)
  await until('a stored query', () => hasQueries(owner), 60_000)
  return done
})
for (const name of NOT_SAVED) rmSync(join(data, name), { recursive: true, force: true })
await packRelease(data, `${to}.tar.zst`)

const today = await answersOf(0)
const later = await answersOf(TEN_YEARS_MS)
// What changes with the time or with each start is no part of the state.
const lasting = Object.entries(common(today, later) as Answers).filter(([path]) => !NOT_STATE.test(path))
writeFileSync(`${to}.json`, `${JSON.stringify(Object.fromEntries(lasting), null, 1)}\n`)
console.log(`${version}: ${calls} calls, ${lasting.length} answers`)
process.exit(0)

/** What a router answers that is started on a copy of the state. */
async function answersOf(aheadMs: number) {
  using copy = shortFolder()
  cpSync(data, join(copy.path, 'state'), { recursive: true })
  return await withState({ data: join(copy.path, 'state'), aheadMs }, readAnswers)
}

async function hasQueries({ socket, login }: Owner): Promise<boolean> {
  const clients = (await callWell(socket, { path: '/plugins/dns/log/clients', login })) as readonly unknown[]
  return clients.length > 0
}
