import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Classification } from '../../../router/model/home/kinds/contract.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { say } from '../../probes/group-listener.ts'
import { until } from '../../process/until.ts'
import { announcement, kindOf, MDNS, signalsOf } from './kinds.fixture.ts'

const story = await openStories(
  { phone: { Policies: ['wan', 'dns'] }, impostor: { wired: true, unknown: true } },
  { reuses: false }, // Its memory is measured.
)

/** The daemon's present memory, in MiB. */
const memory = ({ daemon }: Router): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${daemon.pid}/status`, 'utf8'))?.[1]) / 1024

story('ten thousand announcements of a device do not increase memory use', async ({ router, impostor, phone }) => {
  await impostor.join()
  await phone.join()
  const [address, file] = [await impostor.address(), join(impostor.namespace.dir, 'flood')]
  const flood = Array.from({ length: 1000 }, (_, i) =>
    announcement(
      `_s${i}._tcp`,
      Array.from({ length: 5 }, (_, k) => `k${i}-${k}=${'x'.repeat(200)}`),
    ).toString('base64'),
  )
  writeFileSync(file, flood.join('\n'))
  await say(impostor, MDNS, announcement('_first._tcp', []))
  await until('the first announcement', async () => (await signalsOf(router, impostor)).Services.length > 0)
  const before = memory(router)
  const resend = join(import.meta.dirname, '../../guests/announce.ts')
  await impostor.run(process.execPath, resend, MDNS, address!, file, '10000')
  // Devices repeat their announcements (RFC 6762 8.3): the socket may have had no room for the first.
  await until('another device', async () => {
    await say(phone, MDNS, announcement('_hap._tcp', ['md=Lamp', 'ci=5']))
    return (await kindOf(router, phone)).Category === 'Smart home'
  })
  const { Services, TXT, Hostname } = await signalsOf(router, impostor)
  assert.ok(Services.length <= 32 && Object.keys(TXT).length <= 32, `${Services.length} services`)
  assert.ok(Object.values(TXT).every(({ length }) => length <= 128))
  assert.equal(Hostname, 'impostor')
  const grown = memory(router) - before
  assert.ok(grown < 48, `the daemon grew by ${grown.toFixed(1)} MiB`)
  const all = (await router.api('/plugins/lookup/classifications')) as Classification[]
  assert.ok(JSON.stringify(all).length < 64 * 1024)
})
