import packet from 'dns-packet'
import { openCompiler } from '../../router/compiler/compile.ts'
import { openCollectingBus } from '../../router/events/collect.fixture.ts'
import { fakeMachine } from '../../router/machine/fake.fixture.ts'
import { emptyDevice } from '../../router/model/home/devices/device.ts'
import { openMulticastRelay } from '../../router/servers/multicast/relay.ts'
import { openFactsInMemory } from '../../router/store/memory.ts'
import { ipToNumber, numberToIp } from '../../router/values/ip.ts'
import { encodeDatagram } from '../../router/wire/ethernet.ts'
import { median, type Row } from './table.ts'

const DEVICES = 300
const SECONDS = 7

const DEVICE_LIST = Array.from({ length: DEVICES }, (_, n) => ({
  mac: `02:00:00:00:${hexByte(n >> 8)}:${hexByte(n & 255)}`,
  ip: numberToIp(ipToNumber('10.0.0.2') + 4 * (n + 1)),
  link: `wlan0.${4096 + n}`,
  name: `device${n}`,
  // A fifth may connect to all others.
  policies: n % 5 === 0 ? (['wan', 'dns', 'lan'] as const) : (['wan', 'dns'] as const),
}))

/**
 * What the multicast relay costs in a home with 300 devices of which each announces itself once a second, without the kernel's part:
 * after a change that affects all verdicts, and in the seconds after it.
 */
export async function benchMulticast(): Promise<Row[]> {
  const machine = fakeMachine()
  const announce = await openRelay(machine)
  const used: number[] = []
  for (let second = 0; second <= SECONDS; second++) {
    await machine.clock.step(1000)
    used.push(announce())
  }
  const [first = 0, ...later] = used
  const row = (when: string, ms: number, aim: string): Row => ({
    what: `CPU for ${DEVICES} announcements to ${DEVICES} devices, ${when}`,
    ...{ ours: `${ms.toFixed(0)} ms`, peer: '', ratio: '', aim },
  })
  return [row('first', first, ''), row('each second after it', median(later), '≤ 100 ms')]
}

/** Returns a function that announces all devices, and returns the milliseconds of processor time that the relay used. */
async function openRelay(machine: ReturnType<typeof fakeMachine>): Promise<() => number> {
  const { facts, change } = openFactsInMemory()
  for (const link of ['wan0', ...DEVICE_LIST.map((one) => one.link)]) machine.ip.plug(link)
  const links = await machine.readLinks()
  await change((draft) => {
    draft.set('subnet', { TinyNets: ['10.0.0.0/20'], LeaseTime: '24h0m0s' })
    for (const link of links) draft.links.put(link.name, link)
    for (const { mac, ip, link, name, policies } of DEVICE_LIST) {
      const device = { ...emptyDevice(), Name: name, Policies: [...policies], MAC: mac, RecentIP: ip }
      draft.devices.put(mac, { ...device, DHCPLastInterface: link })
      draft.leases.put(mac, { mac, ip, link, hostName: '', expiresAt: Number.MAX_SAFE_INTEGER })
      draft.stations.put(mac, { mac, link })
    }
  })
  const { network } = openCompiler(facts)
  const byIp = new Map(network.members.values().flatMap((member) => (member.place ? [[member.place.ip, member]] : [])))
  openMulticastRelay({
    ...{ machine, facts, network: () => network, memberAt: (ip) => byIp.get(ip) },
    ...{ bus: openCollectingBus().bus, onFailure: (what) => console.error(what) },
  })
  const frames = DEVICE_LIST.map(({ mac, ip, link, name }) => ({ link, bytes: announcement(mac, ip, name) }))
  return () => {
    const before = process.cpuUsage()
    for (const frame of frames) machine.receive([frame])
    const { user, system } = process.cpuUsage(before)
    machine.sent.splice(0)
    return (user + system) / 1000
  }
}

const announcement = (sourceMac: string, sourceIp: string, name: string): Uint8Array =>
  encodeDatagram({
    ...{ sourceMac, sourceIp, destinationMac: '01:00:5e:00:00:fb', destinationIp: '224.0.0.251' },
    ...{ sourcePort: 5353, destinationPort: 5353 },
    payload: packet.encode({
      type: 'response',
      answers: [{ type: 'A', name: `${name}.local`, ttl: 120, data: sourceIp }],
    }),
  })

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0')
}
