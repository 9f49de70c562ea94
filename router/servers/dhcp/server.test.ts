import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf, openHousehold, PHONE, PRINTER, STRANGER } from '../../features/home/dhcp/household.fixture.ts'
import { moveHome } from '../../features/home/dhcp/resettle.ts'
import type { EthernetFrame } from '../../machine/machine.ts'
import { settled } from '../../machine/stepped.fixture.ts'
import { ipBytes } from '../../wire/bytes.ts'
import * as dhcp from '../../wire/dhcp.ts'
import { type Datagram, decodeDatagram, encodeDatagram } from '../../wire/ethernet.ts'
import { openDhcpServer } from './server.ts'

const { OPTION } = dhcp
const WIRE = 'lan0'
const WIRE_MAC = '02:00:00:00:ff:01'
const SERVER = '192.168.2.1'
const ALL = 'ff:ff:ff:ff:ff:ff'

type Sent = { options?: readonly (readonly [number, Uint8Array])[]; link?: string } & Partial<
  Omit<dhcp.DhcpMessage, 'options'> & Omit<Datagram, 'payload'>
>

/** A server in a household, and a function that sends it a client's message and returns the answers, decoded. */
async function openServer(given: Parameters<typeof openHousehold>[0] = {}) {
  const home = await openHousehold(given)
  let receive: (frames: readonly EthernetFrame[]) => void = () => undefined
  let answers: EthernetFrame[] = []
  const server = openDhcpServer({
    ...home,
    machine: {
      openPackets: () => ({
        onFrames: (listener) => {
          receive = listener
        },
        send: (frames) => void answers.push(...frames),
        [Symbol.dispose]: () => undefined,
      }),
    },
  })
  const sendFrames = async (...frames: EthernetFrame[]) => {
    receive(frames)
    await settled()
    const received = answers.map(({ link, bytes }) => {
      const datagram = decodeDatagram(bytes)!
      return { link, ...datagram, message: dhcp.decodeDhcp(datagram.payload)! }
    })
    answers = []
    return received
  }
  const send = (mac: string, type: number, sent: Sent = {}) =>
    sendFrames({ link: sent.link ?? WIRE, bytes: frame(mac, type, sent) })
  return { ...home, server, send, sendFrames }
}

const frame = (mac: string, type: number, sent: Sent): Uint8Array =>
  encodeDatagram({
    destinationMac: ALL,
    sourceMac: mac,
    sourceIp: sent.ciaddr ?? dhcp.NO_IP,
    destinationIp: '255.255.255.255',
    sourcePort: 68,
    destinationPort: 67,
    ...sent,
    payload: dhcp.encodeDhcp({
      op: 'request',
      xid: 7,
      secs: 0,
      broadcast: false,
      ciaddr: dhcp.NO_IP,
      yiaddr: dhcp.NO_IP,
      siaddr: dhcp.NO_IP,
      giaddr: dhcp.NO_IP,
      chaddr: mac,
      ...sent,
      options: new Map([[OPTION.messageType, Uint8Array.of(type)], ...(sent.options ?? [])]),
    }),
  })

const selecting = (ip: string, ...options: readonly (readonly [number, Uint8Array])[]): Sent => ({
  options: [[OPTION.requestedIp, ipBytes(ip)], [OPTION.serverId, ipBytes(SERVER)], ...options],
})
const renewing = (ip: string): Sent => ({ ciaddr: ip, destinationIp: SERVER, destinationMac: WIRE_MAC })
const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()
const number = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).readUInt32BE()

test('a new client gets an offer with the requested options, in its order', async () => {
  const { send } = await openServer({ devices: [deviceOf(PRINTER, { Name: 'Office printer' })] })
  const [offer] = await send(PRINTER, dhcp.DISCOVER, {
    options: [
      [OPTION.parameters, Uint8Array.of(6, 12, 3, 1, 15, 28, 42, 119)],
      [OPTION.clientId, Uint8Array.of(1, 2, 3)],
    ],
  })
  assert.deepEqual(
    [
      offer!.link,
      offer!.sourceMac,
      offer!.destinationMac,
      offer!.sourceIp,
      offer!.destinationIp,
      offer!.destinationPort,
    ],
    [WIRE, WIRE_MAC, PRINTER, SERVER, '192.168.2.2', 68],
  )
  assert.equal(offer!.message.yiaddr, '192.168.2.2')
  assert.deepEqual([...offer!.message.options.keys()], [53, 54, 51, 58, 59, 1, 6, 12, 3, 15, 28, 61])
  const { options } = offer!.message
  assert.deepEqual(options.get(OPTION.messageType), Uint8Array.of(dhcp.OFFER))
  assert.deepEqual(options.get(OPTION.clientId), Uint8Array.of(1, 2, 3))
  assert.deepEqual(
    [1, 3, 6, 28, 54].map((code) => dhcp.ipOption(options, code)),
    ['255.255.255.252', '192.168.2.1', '192.168.2.1', '192.168.2.3', SERVER],
  )
  assert.deepEqual(
    [51, 58, 59].map((code) => number(options.get(code))),
    [86_400, 3600, 75_600],
  )
  assert.deepEqual([text(options.get(15)), text(options.get(12))], ['lan', 'office-printer'])
})

test('an offer becomes a lease; the ACK is sent after the device is admitted', async () => {
  const { send, facts, network } = await openServer()
  await send(STRANGER, dhcp.DISCOVER)
  assert.equal(facts.devices.size, 0)
  const [ack] = await send(
    STRANGER,
    dhcp.REQUEST,
    selecting('192.168.2.2', [OPTION.hostName, Buffer.from('tv.local\0')]),
  )
  assert.deepEqual(ack!.message.options.get(OPTION.messageType), Uint8Array.of(dhcp.ACK))
  assert.equal(network().members.get(STRANGER)?.place?.ip, '192.168.2.2')
  assert.equal(facts.leases.get(STRANGER)?.hostName, 'tv')
})

test('if the machine refuses the change, nothing is sent', async () => {
  const { send, refuseWith, server } = await openServer()
  await send(STRANGER, dhcp.DISCOVER)
  refuseWith(new Error('the kernel will not'))
  assert.deepEqual(await send(STRANGER, dhcp.REQUEST, selecting('192.168.2.2')), [])
  assert.equal(server.counts()['change failed'], 1)
  refuseWith(undefined)
  assert.equal((await send(STRANGER, dhcp.REQUEST, selecting('192.168.2.2'))).length, 1)
})

test('replies to clients that need broadcasts, and all NAKs, are broadcast', async () => {
  const { send } = await openServer({ devices: [deviceOf(PRINTER)] })
  const [offer] = await send(PRINTER, dhcp.DISCOVER, { broadcast: true })
  assert.deepEqual([offer!.destinationMac, offer!.destinationIp], [ALL, '255.255.255.255'])
  const [nak] = await send(PRINTER, dhcp.REQUEST, selecting('192.168.2.254'))
  assert.deepEqual([nak!.destinationMac, nak!.destinationIp, nak!.message.yiaddr], [ALL, '255.255.255.255', dhcp.NO_IP])
  assert.deepEqual([...nak!.message.options.keys()], [53, 54, 56])
})

test('the reply to a renewal is sent to the address of the client', async () => {
  const { send, clock } = await openServer({ devices: [deviceOf(PRINTER)] })
  await send(PRINTER, dhcp.DISCOVER)
  await send(PRINTER, dhcp.REQUEST, selecting('192.168.2.2'))
  await clock.step(43_200_000)
  const [ack] = await send(PRINTER, dhcp.REQUEST, { ...renewing('192.168.2.2'), broadcast: true })
  assert.deepEqual(
    [ack!.destinationMac, ack!.destinationIp, ack!.message.ciaddr, ack!.message.yiaddr],
    [PRINTER, '192.168.2.2', '192.168.2.2', '192.168.2.2'],
  )
})

test('after the owner gives it another address, a renewal is refused and the next offer is that address', async () => {
  const { send, change } = await openServer({ devices: [deviceOf(PRINTER)] })
  await send(PRINTER, dhcp.DISCOVER)
  await send(PRINTER, dhcp.REQUEST, selecting('192.168.2.2'))
  await change((draft) => draft.devices.put(PRINTER, deviceOf(PRINTER, { RecentIP: '192.168.2.14' })))
  const [nak] = await send(PRINTER, dhcp.REQUEST, renewing('192.168.2.2'))
  assert.deepEqual(nak!.message.options.get(OPTION.messageType), Uint8Array.of(dhcp.NAK))
  assert.equal((await send(PRINTER, dhcp.DISCOVER))[0]!.message.yiaddr, '192.168.2.14')
})

test('INFORM is answered with options, without an address or a lease time', async () => {
  const { send } = await openServer({ devices: [deviceOf(PRINTER)] })
  await send(PRINTER, dhcp.DISCOVER)
  await send(PRINTER, dhcp.REQUEST, selecting('192.168.2.2'))
  const [ack] = await send(PRINTER, dhcp.INFORM, { ciaddr: '192.168.2.2' })
  assert.deepEqual([ack!.message.yiaddr, ack!.message.ciaddr], [dhcp.NO_IP, '192.168.2.2'])
  assert.deepEqual([...ack!.message.options.keys()], [53, 54, 1, 3, 6, 15])
})

test('RELEASE ends the lease without a reply, except on a shared link', async () => {
  const { send, facts } = await openServer({ devices: [deviceOf(PHONE), deviceOf(PRINTER)] })
  const comesAndGoes = async (mac: string, link: string) => {
    const ip = (await send(mac, dhcp.DISCOVER, { link }))[0]!.message.yiaddr
    await send(mac, dhcp.REQUEST, { ...selecting(ip), link })
    const serverId = [OPTION.serverId, ipBytes(SERVER)] as const
    assert.deepEqual(await send(mac, dhcp.RELEASE, { link, ciaddr: ip, options: [serverId] }), [])
    return facts.leases.has(mac)
  }
  assert.equal(await comesAndGoes(PHONE, 'wlan0.4096'), false)
  assert.equal(await comesAndGoes(PRINTER, WIRE), true)
})

test('DECLINE gives another address if another host uses the declined one', async () => {
  const { send, facts, machine, server } = await openServer({ devices: [deviceOf(PRINTER)] })
  const lease = async () => {
    const ip = (await send(PRINTER, dhcp.DISCOVER))[0]!.message.yiaddr
    await send(PRINTER, dhcp.REQUEST, selecting(ip))
    return facts.leases.get(PRINTER)!.ip
  }
  assert.equal(await lease(), '192.168.2.2')
  machine.answerArp(() => [PRINTER])
  await send(PRINTER, dhcp.DECLINE, selecting('192.168.2.2'))
  assert.equal(await lease(), '192.168.2.2')
  assert.equal(server.counts()['declined, but its device answers there'], 1)
  machine.answerArp(() => [STRANGER])
  assert.deepEqual(await send(PRINTER, dhcp.DECLINE, selecting('192.168.2.2')), [])
  assert.equal(facts.leases.get(PRINTER)!.ip, '192.168.2.2')
  assert.equal(await lease(), '192.168.2.6')
})

test('choosing another server withdraws the offer, except on a shared link', async () => {
  const { send, grants } = await openServer({ devices: [deviceOf(PHONE), deviceOf(PRINTER)] })
  const elsewhere = [
    [OPTION.requestedIp, ipBytes('10.0.0.9')],
    [OPTION.serverId, ipBytes('10.0.0.1')],
  ] as const
  for (const [mac, link] of [
    [PHONE, 'wlan0.4096'],
    [PRINTER, WIRE],
  ] as const) {
    await send(mac, dhcp.DISCOVER, { link })
    await send(mac, dhcp.REQUEST, { link, options: elsewhere })
  }
  assert.deepEqual([PHONE, PRINTER].map(grants.ownAddress), [undefined, '192.168.2.2'])
})

test("forged, relayed, malformed and other servers' messages are counted and not answered", async () => {
  const { send, sendFrames, server } = await openServer({ devices: [deviceOf(PHONE), deviceOf(PRINTER)] })
  const answers = [
    await send(PRINTER, dhcp.DISCOVER, { sourceMac: STRANGER }),
    await send(PRINTER, dhcp.DISCOVER, { giaddr: '192.168.2.5' }),
    await send(PRINTER, dhcp.DISCOVER, { op: 'reply' }),
    await send(PRINTER, dhcp.DISCOVER, { destinationMac: '02:00:00:00:00:77' }),
    await send(PRINTER, dhcp.DISCOVER, { destinationIp: '192.168.2.77' }),
    await send(PRINTER, dhcp.DISCOVER, { link: 'gone0' }),
    await send(PRINTER, dhcp.DISCOVER, { link: 'wan0' }),
    await send(PHONE, dhcp.DISCOVER),
    await sendFrames({ link: WIRE, bytes: new Uint8Array(20) }),
    await send(PRINTER, dhcp.DISCOVER, { options: [[OPTION.clientId, new Uint8Array(256)]] }),
  ]
  assert.deepEqual(answers.flat(), [])
  assert.deepEqual(server.counts(), {
    'forged hardware address': 1,
    'through a relay': 1,
    'malformed message': 2,
    'not for us': 2,
    'link is gone': 1,
    uplink: 1,
    'associated on another link': 1,
    'malformed frame': 1,
  })
})

test('the reply fits into a frame for any client options', async () => {
  const { send } = await openServer({ devices: [deviceOf(PRINTER, { Name: 'p'.repeat(63) })] })
  const clientId = new Uint8Array(255)
  const [offer] = await send(PRINTER, dhcp.DISCOVER, {
    options: [
      [OPTION.clientId, clientId],
      [OPTION.parameters, Uint8Array.from({ length: 255 }, (_, code) => code)],
    ],
  })
  assert.deepEqual(offer!.message.options.get(OPTION.clientId), clientId)
  assert.ok(offer!.payload.length < 1000)
})

test('sixty clients in one batch all get replies', async () => {
  const macs = Array.from({ length: 60 }, (_, i) => `02:00:00:00:01:${(i + 16).toString(16)}`)
  const { sendFrames } = await openServer({ devices: macs.map((mac) => deviceOf(mac)) })
  const offers = await sendFrames(...macs.map((mac) => ({ link: WIRE, bytes: frame(mac, dhcp.DISCOVER, {}) })))
  const acks = await sendFrames(
    ...offers.map(({ message }) => ({
      link: WIRE,
      bytes: frame(message.chaddr, dhcp.REQUEST, selecting(message.yiaddr)),
    })),
  )
  assert.equal(new Set(acks.map(({ message }) => message.yiaddr)).size, 60)
})

test('after a change of the subnet the server answers at its old address with NAK', async () => {
  const { send, change, facts } = await openServer({ devices: [deviceOf(PRINTER)] })
  await send(PRINTER, dhcp.DISCOVER)
  await send(PRINTER, dhcp.REQUEST, selecting('192.168.2.2'))
  await change((draft) => moveHome(draft, { TinyNets: ['10.0.0.0/24'], LeaseTime: '24h0m0s' }))
  const rebinding = { ciaddr: '192.168.2.2' }
  for (const sent of [renewing('192.168.2.2'), rebinding]) {
    const [nak] = await send(PRINTER, dhcp.REQUEST, sent)
    assert.deepEqual(nak?.message.options.get(OPTION.messageType), Uint8Array.of(dhcp.NAK))
    // Clients accept a NAK only from the server that granted their address.
    assert.equal(dhcp.ipOption(nak!.message.options, OPTION.serverId), SERVER)
  }
  assert.equal((await send(PRINTER, dhcp.DISCOVER))[0]?.message.yiaddr, '10.0.0.2')
  const [ack] = await send(PRINTER, dhcp.REQUEST, selecting('10.0.0.2', [OPTION.serverId, ipBytes('10.0.0.1')]))
  assert.equal(ack?.sourceIp, '10.0.0.1')
  assert.equal(facts.devices.get(PRINTER)?.RecentIP, '10.0.0.2')
  assert.deepEqual(await send(PRINTER, dhcp.REQUEST, renewing('192.168.2.2')), [])
})

const NEW_LINK = 'wlan0.4097'

test('a station that sends a request before it is reported gets an offer when it and its link are known', async () => {
  const home = await openServer({ devices: [deviceOf(STRANGER)] })
  home.watch(home.server.learn)
  assert.deepEqual(await home.send(STRANGER, dhcp.DISCOVER, { link: NEW_LINK }), [])
  await home.change((draft) => draft.stations.put(STRANGER, { mac: STRANGER, link: NEW_LINK }))
  assert.deepEqual(await home.sendFrames(), [])
  await home.change((draft) => draft.links.put(NEW_LINK, { name: NEW_LINK, index: 9, mac: WIRE_MAC, up: true }))
  const [offer, ...more] = await home.sendFrames()
  assert.equal(offer?.message.options.get(OPTION.messageType)?.[0], dhcp.OFFER)
  assert.equal(offer?.link, NEW_LINK)
  assert.deepEqual(more, [])
})

test('a request on the link of a station is dropped when another one is reported there, or none in time', async () => {
  const home = await openServer({ devices: [deviceOf(STRANGER), deviceOf(PRINTER)] })
  home.watch(home.server.learn)
  const report = (mac: string) =>
    home.change((draft) => {
      draft.links.put(NEW_LINK, { name: NEW_LINK, index: 9, mac: WIRE_MAC, up: true })
      draft.stations.put(mac, { mac, link: NEW_LINK })
    })
  await home.send(STRANGER, dhcp.DISCOVER, { link: NEW_LINK })
  await report(PRINTER)
  assert.deepEqual(await home.sendFrames(), [])
  await home.change((draft) => draft.stations.remove(PRINTER))
  await home.send(STRANGER, dhcp.DISCOVER, { link: NEW_LINK })
  await home.clock.step(2001)
  await report(STRANGER)
  assert.deepEqual(await home.sendFrames(), [])
})

test('requests are kept for a limited number of links', async () => {
  const home = await openServer({ devices: [deviceOf(STRANGER)] })
  home.watch(home.server.learn)
  await home.send(STRANGER, dhcp.DISCOVER, { link: NEW_LINK })
  for (let number = 0; number < 64; number++)
    await home.send(PRINTER, dhcp.DISCOVER, { link: `wlan0.${5000 + number}` })
  await home.change((draft) => {
    draft.links.put(NEW_LINK, { name: NEW_LINK, index: 9, mac: WIRE_MAC, up: true })
    draft.stations.put(STRANGER, { mac: STRANGER, link: NEW_LINK })
  })
  assert.deepEqual(await home.sendFrames(), [])
})
