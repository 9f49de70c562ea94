import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GATHER_MS, untilGathered } from '../../router/store/gatherer.ts'
import { openDnsStage } from '../bench/dns-stage.ts'
import { SHARED_FIREWALL } from '../guests/router.ts'
import { settleInside } from '../process/inside.ts'
import { run } from '../process/program.ts'
import { Administrator } from '../safety/administrator.ts'
import { rebuild } from '../safety/kernel.ts'
import { openRandom } from '../safety/random.ts'
import { look, thingsOf } from '../safety/things.ts'
import { drawCurve } from './curve.ts'
import { openHousehold } from './household.ts'
import { readOptions } from './options.ts'
import { type Sample, takeSample } from './sample.ts'
import { addServed, growthOf, isServed, ratesOf, type Served, spellGrowth, spellServed } from './verdict.ts'

/** `--hours N --devices N --seed N --rest N --to FOLDER`, in a sealed tree. Exits with 1 when something grows or is lost. */

/** Seconds of a turn, after each of which a sample is taken. */
const TURN = 15
/** Each owner changes something in this time. */
const CHANGE_MS = 500
const OWNERS = 4
/** By then, histories that were due have been written. */
const WRITTEN_MS = 30_000

const NONE: Served = { sent: 0, answered: 0 }

const values = readOptions()

/** The owners of the router change settings until they are stopped; what was answered is what is shown. */
function openOwners(owners: readonly Administrator[]) {
  const stop = new AbortController()
  const working = owners.map(async (owner) => {
    while (!stop.signal.aborted) {
      await owner.writeOnce()
      await pause(CHANGE_MS)
    }
  })
  return {
    /** Stops them, and returns their changes. A refused one is answered too. */
    async end(): Promise<Served> {
      stop.abort()
      await Promise.all(working)
      return owners
        .map(({ tally: { done, refused, unanswered } }) => ({
          sent: done + refused + unanswered,
          answered: done + refused,
        }))
        .reduce(addServed)
    },
  }
}

async function soak(): Promise<boolean> {
  await settleInside()
  // The disk, so that what is written to it counts.
  const folder = join(values.to, 'state')
  for (const path of [folder, '/run/bench']) mkdirSync(path, { recursive: true })
  await run(['mount', '--bind', folder, '/run/bench'])
  const random = openRandom(Number(values.seed))
  const { stage, router } = await openDnsStage('soak', SHARED_FIREWALL)
  const household = await openHousehold({ stage, router, count: Number(values.devices), random })
  const view = await look(router)
  const owners = Array.from(
    { length: OWNERS },
    (_, n) => new Administrator(router, thingsOf(n, `02:50:00:00:00:0${n}`), random, view),
  )
  const working = openOwners(owners)
  const began = Date.now()
  const seconds = (): number => Math.round((Date.now() - began) / 1000)
  const end = Number(values.hours) * 3600
  const title = `resident memory of the router, ${values.devices} devices`
  const samples: Sample[] = []
  const served = { leases: NONE, queries: NONE, changes: NONE }
  while (seconds() < end) {
    const { leases, queries } = await household.live(TURN)
    served.leases = addServed(served.leases, leases)
    served.queries = addServed(served.queries, queries)
    const sample = await takeSample(router, seconds())
    samples.push(sample)
    console.log(
      `${sample.seconds} s: ${(sample.memory / 2 ** 20).toFixed(0)} MiB, ${sample.openFiles} files, ${sample.kernel} items, ${sample.connections} connections`,
    )
    writeFileSync(join(values.to, 'samples.json'), `${JSON.stringify(samples)}\n`)
    writeFileSync(join(values.to, 'memory.svg'), drawCurve(samples, title))
  }
  served.changes = await working.end()
  const growth = growthOf(samples)
  const { processor, writtenADay } = ratesOf(samples)
  console.log(`\nanswered, with seed ${values.seed}:`)
  for (const [name, each] of Object.entries(served)) console.log(spellServed(name, each))
  console.log(`${(processor * 100).toFixed(1)} % of a processor, ${megabytes(writtenADay)} a day written`)
  for (const each of growth) console.log(spellGrowth(each))

  const shown = await look(router)
  for (const owner of owners) owner.check(shown)
  await rest(router)
  await rebuild(router)
  console.log('no answered change was lost, and store and kernel agree')
  return Object.values(served).every(isServed) && growth.every(({ isTooMuch }) => !isTooMuch)
}

/**
 * What the router takes while nothing happens, for `--rest` seconds, in whole intervals of the histories. What the load has left to write
 * is written before.
 */
async function rest(router: Parameters<typeof takeSample>[0]): Promise<void> {
  const intervals = Math.ceil((Number(values.rest) * 1000) / GATHER_MS)
  if (intervals === 0) return
  await pause(untilGathered(Date.now()) + WRITTEN_MS)
  const before = await takeSample(router, 0)
  await pause(intervals * GATHER_MS)
  const after = await takeSample(router, (intervals * GATHER_MS) / 1000)
  const { processor, writtenADay } = ratesOf([before, after])
  console.log(`at rest: ${(processor * 100).toFixed(2)} % of a processor, ${megabytes(writtenADay)} a day written`)
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

soak().then(
  (isSound) => process.exit(isSound ? 0 : 1),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
