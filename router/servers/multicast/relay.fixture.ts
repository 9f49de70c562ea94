import packet from 'dns-packet'
import { openCompiler } from '../../compiler/compile.ts'
import { openCollectingBus } from '../../events/collect.fixture.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import { defaultMulticast, type MulticastSettings } from '../../model/firewall/multicast/settings.ts'
import { type Device, emptyDevice } from '../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../store/memory.fixture.ts'
import { type DecodedDatagram, decodeDatagram, encodeDatagram } from '../../wire/ethernet.ts'
import { openMulticastRelay } from './relay.ts'

export const ROUTER = '192.168.2.1'
export const MDNS = { destinationIp: '224.0.0.251', destinationPort: 5353, sourcePort: 5353 }
export const SSDP = { destinationIp: '239.255.255.250', destinationPort: 1900, sourcePort: 50_000, ttl: 2 }
export const NOTIFY = Buffer.from('NOTIFY * HTTP/1.1\r\n\r\n')

interface TestDevice {
  readonly mac: string
  readonly ip: string
  readonly link: string
}
const testDevice = (n: number, link = `wlan0.${4095 + n}`): TestDevice => ({
  mac: `02:00:00:00:00:0${n}`,
  ip: `192.168.2.${n * 4 + 2}`,
  link,
})
export const [phone, tv, camera, printer, desk] = [
  testDevice(1),
  testDevice(2),
  testDevice(3),
  testDevice(4, 'lan0'),
  testDevice(5, 'lan0'),
]
export const NAMES = new Map(Object.entries({ phone, tv, camera, printer, desk }).map(([name, { mac }]) => [mac, name]))

/** A home with these devices, each on its link, and the relay on a machine that keeps what is sent. */
export async function open(
  given: { devices?: Record<string, Partial<Device>>; multicast?: Partial<MulticastSettings> } = {},
) {
  const machine = fakeMachine()
  const { facts, change, watch } = openMemoryFacts({ multicast: { ...defaultMulticast(), ...given.multicast } })
  const everybody = { phone, tv, camera, printer, desk }
  for (const link of ['wan0', 'lan0', phone.link, tv.link, camera.link]) machine.ip.plug(link)
  const links = await machine.readLinks()
  await change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] })
    for (const link of links) draft.links.put(link.name, link)
    for (const [name, { mac, ip, link }] of Object.entries(everybody)) {
      draft.devices.put(mac, {
        ...emptyDevice(),
        Name: name,
        Policies: ['lan'],
        MAC: mac,
        RecentIP: ip,
        DHCPLastInterface: link,
        ...given.devices?.[name],
      })
      draft.leases.put(mac, { mac, ip, link, hostName: '', expiresAt: Number.MAX_SAFE_INTEGER })
      if (link !== 'lan0') draft.stations.put(mac, { mac, link })
    }
  })
  const compiler = openCompiler(facts)
  const failures: string[] = []
  const { bus, published } = openCollectingBus()
  const relay = openMulticastRelay({
    machine,
    facts,
    network: () => compiler.network,
    memberAt: (ip) => compiler.network.members.values().find(({ place }) => place?.ip === ip),
    bus,
    onFailure: (what, error) => failures.push(`${what}: ${error}`),
  })
  watch((entries) => {
    compiler.update(entries)
    relay.learn(entries)
  })
  /** A datagram comes in; what goes out because of it. */
  const say = (from: TestDevice, sent: Partial<DecodedDatagram>, link = from.link) => {
    const bytes = encodeDatagram({
      sourceMac: from.mac,
      sourceIp: from.ip,
      destinationMac: '01:00:5e:00:00:fb',
      ...SSDP,
      payload: NOTIFY,
      ...sent,
    })
    machine.receive([{ link, bytes }])
    return machine.sent.splice(0).map((frame) => ({ link: frame.link, ...decodeDatagram(frame.bytes)! }))
  }
  /** The devices that a datagram is sent to, or the link for all devices there. */
  const reached = (...words: Parameters<typeof say>) =>
    say(...words).map(({ link, destinationMac }) => {
      const to = NAMES.get(destinationMac)
      return to ?? link
    })
  const set = (multicast: Partial<MulticastSettings>) =>
    change((draft) => draft.set('multicast', { ...draft.setting('multicast'), ...multicast }))
  return { machine, facts, change, relay, failures, say, reached, set, bus, published }
}

export const dns = (given: packet.Packet) => ({ ...MDNS, payload: packet.encode(given) })
export const ask = (name: string, given: Partial<packet.Packet> = {}) =>
  dns({ type: 'query', questions: [{ type: 'A', name }], ...given })
export const announce = (name: string, ip: string) =>
  dns({ type: 'response', answers: [{ type: 'A', name, ttl: 120, data: ip }] })

/** Only the phone may connect to others. */
export const byLan = {
  phone: { Policies: ['lan'] as Device['Policies'] },
  tv: { Policies: [] },
  camera: { Policies: [] },
  printer: { Policies: [] },
  desk: { Policies: [] },
}
