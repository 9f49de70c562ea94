import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import fc from 'fast-check'
import { compile } from '../../../compiler/compile.ts'
import { openBus } from '../../../events/bus.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import type { LoggedPacket } from '../../../machine/machine.ts'
import type { PacketRecord } from '../../../model/firewall/refused/packet.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { encodeDatagram } from '../../../wire/ethernet.ts'
import { openPacketEvents } from './log.ts'

const CAMERA = '02:00:00:00:00:01'
const TV = '02:00:00:00:00:02'
const ROUTER = '02:00:00:00:00:ff'
const AT: Record<string, string> = { '192.168.2.6': CAMERA, '192.168.2.10': TV }

const moment = () => ({ now: 0, zone: 'UTC' })

async function logOf(...packets: LoggedPacket[]): Promise<[string, PacketRecord][]> {
  const machine = fakeMachine()
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    draft.devices.put(CAMERA, { ...emptyDevice(), MAC: CAMERA, Name: 'Camera' })
    draft.devices.put(TV, { ...emptyDevice(), MAC: TV, Name: 'TV' })
  })
  const failures: unknown[] = []
  const bus = openBus((error) => failures.push(error))
  const events: [string, PacketRecord][] = []
  bus.subscribePrefix('nft:', (payload, topic) => events.push([topic, payload as PacketRecord]))
  using _log = openPacketEvents({
    ...{ machine, facts, bus, moment },
    network: () => compile(facts),
    memberAt: (ip) => (AT[ip] === undefined ? undefined : ({ identity: AT[ip] } as never)),
    lookedUpName: (device, address) =>
      device === '192.168.2.6' && address === '203.0.113.80' ? 'www.example.org' : '',
    onFailure: (_what, error) => failures.push(error),
  })
  machine.logPackets(packets)
  assert.deepEqual(failures, [])
  return events
}

const query = packet.encode({ type: 'query', id: 7, questions: [{ type: 'A', name: 'www.example.org' }] })
const frame = encodeDatagram({
  ...{ sourceMac: CAMERA, destinationMac: ROUTER, sourceIp: '192.168.2.6', destinationIp: '203.0.113.80' },
  ...{ sourcePort: 40_000, destinationPort: 53, payload: query },
})
const datagram: LoggedPacket = {
  prefix: 'drop:forward ',
  ...{ inputLink: 'lan0', outputLink: 'wan0', hardwareType: 1 },
  linkHeader: frame.subarray(0, 14),
  packet: frame.subarray(14),
}

/** A SYN to port 9100 of the TV. */
const syn: LoggedPacket = {
  ...datagram,
  packet: Buffer.concat([
    Buffer.from('45000028beef40004006000cc0a80206c0a8020a', 'hex'),
    Buffer.from('c350238c000000010000000050022000abcd0000', 'hex'),
  ]),
}

test('a dropped packet becomes an event with the names of the device and of the domain', async () => {
  assert.deepEqual(await logOf(datagram), [
    [
      'nft:drop:forward',
      {
        Ethernet: { SrcMAC: CAMERA, DstMAC: ROUTER, HwType: 1 },
        IP: {
          ...{ Version: 4, SrcIP: '192.168.2.6', DstIP: '203.0.113.80', Protocol: 17 },
          ...{ TTL: 64, TOS: 0, Id: 0, Length: frame.length - 14 },
        },
        UDP: { SrcPort: 40_000, DstPort: 53, Length: query.length + 8 },
        DNS: { ID: 7, QR: false, Questions: [{ Name: 'www.example.org.', Type: 1, Class: 1 }] },
        RecentDomainSrc: '',
        RecentDomainDst: 'www.example.org',
        Prefix: 'drop:forward ',
        Action: 'blocked',
        Timestamp: new Date(fakeMachine().clock.now()).toISOString(),
        InDev: 'lan0',
        OutDev: 'wan0',
        SrcDevice: CAMERA,
        SrcName: 'Camera',
        DstDevice: '',
        DstName: '',
      },
    ],
  ])
})

test('ports are numbers and flags are booleans', async () => {
  const [[, { TCP, DstName }]] = (await logOf(syn)) as [[string, PacketRecord]]
  assert.deepEqual(TCP, {
    ...{ SrcPort: 50_000, DstPort: 9100, Window: 8192 },
    ...{ SYN: true, ACK: false, FIN: false, RST: false, PSH: false, URG: false },
  })
  assert.equal(DstName, 'TV')
})

test('the sender of a forged packet is the device with that MAC, not the one with that address', async () => {
  const forged = { ...datagram, prefix: 'drop:mac ' }
  const byTv = Buffer.from(frame.subarray(0, 14))
  byTv[11] = 2
  const byStranger = Buffer.from(byTv)
  byStranger[11] = 9
  const events = await logOf({ ...forged, linkHeader: byTv }, { ...forged, linkHeader: byStranger })
  assert.deepEqual(
    events.map(([topic, { SrcName, Ethernet }]) => [topic, SrcName, Ethernet?.SrcMAC]),
    [
      ['nft:drop:mac', 'TV', TV],
      ['nft:drop:mac', '', '02:00:00:00:00:09'],
    ],
  )
})

test('a packet of the router itself has no hardware addresses', async () => {
  const [[topic, { Ethernet, InDev }]] = (await logOf({
    ...datagram,
    ...{ prefix: 'drop:output ', inputLink: '', hardwareType: undefined, linkHeader: new Uint8Array() },
  })) as [[string, PacketRecord]]
  assert.deepEqual([topic, Ethernet, InDev], ['nft:drop:output', undefined, ''])
})

test('rules of other programs are ignored', async () => {
  assert.deepEqual(await logOf({ ...datagram, prefix: 'mine: ' }, { ...datagram, prefix: '' }), [])
})

test('no packet stops the log, and the next one is published', async () => {
  const bytes = fc.uint8Array({ maxLength: 120 })
  await fc.assert(
    fc.asyncProperty(bytes, bytes, fc.nat(60), fc.nat(100), async (header, body, at, length) => {
      const changed = Buffer.from(datagram.packet)
      changed.set(body.subarray(0, changed.length - at), at)
      const events = await logOf(
        { ...datagram, linkHeader: header, packet: body },
        { ...datagram, packet: changed.subarray(0, length) },
        syn,
      )
      assert.equal(events.at(-1)?.[1].TCP?.DstPort, 9100)
    }),
    { numRuns: 500 },
  )
})

test('the log is opened again when the group was in use', async () => {
  const machine = fakeMachine()
  const emptyFacts = openMemoryFacts().facts
  const other = machine.openPacketLog(21_328, () => undefined)
  const failures: string[] = []
  const published: string[] = []
  using _log = openPacketEvents({
    ...{ machine, facts: emptyFacts, memberAt: () => undefined, lookedUpName: () => '' },
    network: () => compile(emptyFacts),
    moment,
    bus: { hasSubscribers: () => true, publish: (topic) => void published.push(topic) },
    onFailure: (what) => failures.push(what),
  })
  other[Symbol.dispose]()
  machine.clock.step(120_000)
  machine.logPackets([syn])
  assert.deepEqual([failures, published], [['dropped packets are not reported'], ['nft:drop:forward']])
})
