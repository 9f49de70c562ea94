import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostInOneTurn } from '../../../machine/turns.fixture.ts'
import type { Whereabouts } from '../../../model/traffic/flows/flow.ts'
import { ipToNumber, numberToIp } from '../../../values/ip.ts'
import { Flows } from './flows.ts'

const where: Whereabouts = {
  deviceLink: (ip) => (ip.startsWith('192.168.2.') ? 'lan0' : undefined),
  isLocal: (ip) => ip.startsWith('192.168.2.'),
  uplink: () => 'wan0',
}
const owners = { numberOf: ipToNumber, addressOf: numberToIp }
const MINUTE_MS = 60_000

/** A connection that has sent so many packets of 100 bytes, and has not been answered. */
const connection = (name: number, source: string, packets: number) => ({
  original: { source, destination: '192.168.2.10', packets, bytes: packets * 100 },
  reply: { source: '192.168.2.10', destination: source, packets: 0, bytes: 0 },
  entry: Uint8Array.of(name >> 8, name & 255),
})
async function* whole<T>(connections: T): AsyncGenerator<T> {
  yield connections
}
const shown = async (flows: Flows, now: number): Promise<string[]> =>
  (await flows.list(now, () => '')).map(({ Src, Packets, Bytes, Expires }) => `${Src} ${Packets} ${Bytes} ${Expires}`)

test('connections between the same two hosts are one flow for each direction, and empty ones are omitted', async () => {
  const flows = new Flows(owners)
  await flows.look(whole([connection(1, '192.168.2.6', 1), connection(2, '192.168.2.6', 2)]), where, 0)
  assert.deepEqual(await flows.list(0, () => ''), [
    {
      Interface: 'lan0',
      Src: '192.168.2.6',
      SrcDomain: '',
      Dst: '192.168.2.10',
      DstDomain: '',
      Packets: 3,
      Bytes: 300,
      Timeout: 3600,
      Expires: 3600,
    },
  ])
})

test('bytes of a connection are counted once, and stay counted when it has ended', async () => {
  const flows = new Flows(owners)
  await flows.look(whole([connection(1, '192.168.2.6', 2)]), where, 0)
  await flows.look(whole([connection(1, '192.168.2.6', 5)]), where, MINUTE_MS)
  assert.deepEqual(await shown(flows, MINUTE_MS), ['192.168.2.6 5 500 3600'])
  await flows.look(whole([]), where, 2 * MINUTE_MS)
  assert.deepEqual(await shown(flows, 2 * MINUTE_MS), ['192.168.2.6 5 500 3540'])
  await flows.look(whole([connection(2, '192.168.2.6', 1)]), where, 3 * MINUTE_MS)
  assert.deepEqual(await shown(flows, 3 * MINUTE_MS), ['192.168.2.6 6 600 3600'])
})

test('a flow expires an hour after its last packet, even if its connection is still open', async () => {
  const flows = new Flows(owners)
  const open = connection(1, '192.168.2.6', 1)
  await flows.look(whole([open]), where, 0)
  await flows.look(whole([open]), where, 59 * MINUTE_MS)
  assert.deepEqual(await shown(flows, 59 * MINUTE_MS), ['192.168.2.6 1 100 60'])
  await flows.look(whole([open]), where, 60 * MINUTE_MS)
  assert.deepEqual(await shown(flows, 60 * MINUTE_MS), [])
  await flows.look(whole([connection(1, '192.168.2.6', 3)]), where, 61 * MINUTE_MS)
  assert.deepEqual(await shown(flows, 61 * MINUTE_MS), ['192.168.2.6 2 200 3600'])
})

test('a sample that fails midway counts nothing', async () => {
  const counted: number[] = []
  const flows = new Flows(owners, (_source, _destination, bytes) => void counted.push(bytes))
  await flows.look(whole([connection(1, '192.168.2.6', 1)]), where, 0)
  async function* failing() {
    yield [connection(1, '192.168.2.6', 3)]
    throw new Error('the kernel has changed the table')
  }
  await assert.rejects(flows.look(failing(), where, MINUTE_MS), /changed the table/)
  await flows.look(whole([connection(1, '192.168.2.6', 4)]), where, 2 * MINUTE_MS)
  assert.deepEqual(counted, [300])
  assert.deepEqual(await shown(flows, 2 * MINUTE_MS), ['192.168.2.6 4 400 3600'])
})

test('a connection that was omitted because there were too many is not counted as new later', async () => {
  let counted = 0
  const flows = new Flows(owners, (_source, _destination, bytes) => {
    counted += bytes
  })
  const others = Array.from({ length: 16_384 }, (_, i) => connection(i, '192.168.2.6', 1))
  const [one, later] = [20_000, 20_001]
  await flows.look(whole([connection(one, '192.168.2.6', 10)]), where, 0)
  await flows.look(whole(others), where, MINUTE_MS)
  counted = 0
  await flows.look(whole([connection(one, '192.168.2.6', 12)]), where, 2 * MINUTE_MS)
  assert.equal(counted, 0)
  await flows.look(
    whole([connection(one, '192.168.2.6', 15), connection(later, '192.168.2.6', 2)]),
    where,
    3 * MINUTE_MS,
  )
  assert.equal(counted, 500)
})

test('of more than 4096 flows the most recent are kept, and listed largest first', async () => {
  const flows = new Flows(owners)
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => connection(from + i, `203.0.${(from + i) >> 8}.${(from + i) & 255}`, i + 1))
  await flows.look(whole(many(0, 1000)), where, 0)
  await flows.look(whole([...many(0, 1000), ...many(1000, 4000)]), where, MINUTE_MS)
  const listed = await flows.list(MINUTE_MS, () => '')
  assert.deepEqual([listed.length, listed[0]?.Packets], [4096, 4000])
  assert.equal(listed.filter(({ Expires }) => Expires < 3600).length, 96)
})

test('many flows are listed in turns of the event loop, each with the names that its ends know', async () => {
  const flows = new Flows(owners)
  const connections = Array.from({ length: 1000 }, (_, i) =>
    connection(i, numberToIp(ipToNumber('192.168.3.0') + i), 1),
  )
  await flows.look(whole(connections), where, 0)
  let listed: Awaited<ReturnType<Flows['list']>> = []
  const most = await mostInOneTurn(async (counted) => {
    listed = await flows.list(0, (device, address) => {
      if (device === '192.168.2.10') counted()
      return `${address} by ${device}`
    })
  })
  assert.equal(listed.length, 1000)
  assert.equal(listed[0]?.SrcDomain, `${listed[0]?.Src} by 192.168.2.10`)
  assert.ok(most <= 250, `${most}`)
})
