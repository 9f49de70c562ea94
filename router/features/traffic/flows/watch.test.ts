import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../../../errors.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { openHistory } from '../../../store/history.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import type { Connection } from '../../../wire/conntrack.ts'
import { openOwners } from './owners.ts'
import { watchFlows } from './watch.ts'

const [PHONE, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
const MINUTE_MS = 60_000
const question: Connection = {
  protocol: 17,
  port: 53,
  original: { source: '192.168.2.6', destination: '9.9.9.9', packets: 1, bytes: 60 },
  reply: { source: '9.9.9.9', destination: '203.0.113.9', packets: 1, bytes: 90 },
  entry: Uint8Array.of(1),
}

async function open() {
  const { facts, change } = openMemoryFacts()
  const clock = openSteppedClock()
  await change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE, RecentIP: '192.168.2.6', DHCPLastInterface: 'wlan0.4097' })
  })
  const kernel = { table: [] as Connection[] | undefined, looks: 0 }
  async function* connections() {
    kernel.looks++
    if (!kernel.table) throw new Refused(verbatim('Protocol not supported'))
    yield kernel.table
  }
  const database = openHistory({ path: ':memory:', clock, onFailure: () => assert.fail() })
  const owners = openOwners(database.keyValueLog('trafficowners'), facts)
  const watch = watchFlows({ machine: { clock, connections }, facts, owners, lookedUpName: () => '' })
  const links = async () => (await watch.now()).map(({ Interface, Src, Bytes }) => `${Interface} ${Src} ${Bytes}`)
  return { change, clock, kernel, watch, links }
}

test('flows have the link of the device, also if it has just left', async () => {
  const { clock, kernel, links } = await open()
  await clock.step(1)
  kernel.table = [question]
  assert.deepEqual(await links(), ['wan0 9.9.9.9 90', 'wlan0.4097 192.168.2.6 60'])
})

test('a connection that was open at the last sample is listed after its end', async () => {
  const { clock, kernel, links, watch } = await open()
  await clock.step(1)
  kernel.table = [question]
  await clock.step(MINUTE_MS)
  kernel.table = []
  assert.equal((await links()).length, 2)
  watch[Symbol.dispose]()
  const { looks } = kernel
  await clock.step(10 * MINUTE_MS)
  assert.equal(kernel.looks, looks)
})

test('concurrent requests share one read of the kernel; after a failed read, the next request reads again', async () => {
  const { clock, kernel, links, watch } = await open()
  await clock.step(0)
  const { looks } = kernel
  await Promise.all([watch.now(), watch.now(), watch.now()])
  assert.equal(kernel.looks, looks + 1)
  kernel.table = undefined
  await assert.rejects(links(), Refused)
  await clock.step(MINUTE_MS)
  kernel.table = [question]
  assert.equal((await links()).length, 2)
})

test('flows of a device stay its own when it gets another address and another device gets the old one', async () => {
  const { change, clock, kernel, links } = await open()
  await clock.step(1)
  kernel.table = [question]
  await links()
  await change((draft) => {
    const phone = draft.devices.get(PHONE)!
    draft.devices.put(PHONE, { ...phone, RecentIP: '10.9.0.6' })
    draft.devices.put(TV, { ...emptyDevice(), MAC: TV, RecentIP: '192.168.2.6', DHCPLastInterface: 'wlan0.4098' })
  })
  kernel.table = []
  assert.deepEqual(await links(), ['wan0 9.9.9.9 90', 'wlan0.4097 10.9.0.6 60'])
  kernel.table = [{ ...question, entry: Uint8Array.of(2), original: { ...question.original, bytes: 50 } }]
  assert.deepEqual((await links()).sort(), [
    'wan0 9.9.9.9 90',
    'wan0 9.9.9.9 90',
    'wlan0.4097 10.9.0.6 60',
    'wlan0.4098 192.168.2.6 50',
  ])
})
