import type { Machine } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import { containsIp } from '../../values/subnet.ts'
import { tinyNets } from '../dhcp/subnet.ts'
import type { Handlers } from '../operation.ts'
import type { traffic } from './contract.ts'
import { flowsOf, type Whereabouts } from './flow.ts'
import { isNews } from './observe.ts'
import type { TrafficSampler } from './sampler.ts'

interface Parts {
  readonly machine: Pick<Machine, 'connections' | 'clock'>
  readonly facts: Facts
  readonly sampler: Pick<TrafficSampler, 'read' | 'history'>
}

export function trafficHandlers({ machine, facts, sampler }: Parts): Handlers<typeof traffic> {
  return {
    async counters({ params: { name } }) {
      const readings = await sampler.read(name)
      return [...readings]
        .filter(([, reading]) => isNews(reading, machine.clock.now()))
        .map(([IP, { packets, bytes }]) => ({ IP, Packets: packets, Bytes: bytes }))
    },

    async flows() {
      return flowsOf(await machine.connections('all'), whereabouts(facts))
    },

    history: ({ query: { minutes } }) => sampler.history.text(minutes),
  }
}

function whereabouts(facts: Facts): Whereabouts {
  const nets = tinyNets(facts.setting('subnet'))
  const uplinks = [...facts.interfaces.values()].filter(({ Type }) => Type === 'Uplink')
  const linkByAddress = new Map(
    uplinks.map(({ Name, DisableDHCP, IP }) => {
      const address = DisableDHCP ? IP : facts.uplinkLeases.get(Name)?.address
      return [address?.split('/')[0], Name]
    }),
  )
  const first = (uplinks.find(({ Enabled }) => Enabled) ?? uplinks[0])?.Name ?? ''
  return {
    deviceLink(ip) {
      const device = facts.devices.by('RecentIP', ip)
      // One that has just left still has connections.
      return device && (facts.leases.get(device.MAC)?.link ?? device.DHCPLastInterface)
    },
    isLocal: (ip) => nets.some((net) => containsIp(net, ip)),
    uplink: (ip) => linkByAddress.get(ip) ?? first,
  }
}
