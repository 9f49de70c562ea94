import { NotFound } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import type { Ip } from '../../values/ip.ts'
import { identityOf } from '../devices/device.ts'
import { dnsName } from '../dns/name.ts'
import type { Lookup } from '../lookup/lookup.ts'
import { DOMAIN } from '../names/host.ts'
import type { Handlers } from '../operation.ts'
import type { traffic } from './contract.ts'
import { destinationsOf, flowsOf } from './destinations.ts'
import { isNews } from './observe.ts'
import type { TrafficSampler } from './sampler.ts'
import type { FlowWatch } from './watch.ts'

interface Parts {
  readonly machine: Pick<Machine, 'clock'>
  readonly facts: Facts
  readonly sampler: Pick<TrafficSampler, 'read' | 'history'>
  readonly flows: Pick<FlowWatch, 'now'>
  readonly lookup: Pick<Lookup, 'places'>
}

export function trafficHandlers({ machine, facts, sampler, flows, lookup }: Parts): Handlers<typeof traffic> {
  /** The address of the device that has this MAC, this key or this address. */
  const addressOf = (device: string): string => {
    const { devices } = facts
    const identity = identityOf(device)
    const found = devices.get(identity) ?? devices.by('WGPubKey', identity) ?? devices.by('RecentIP', device)
    if (!found) throw new NotFound(`There is no device ${JSON.stringify(device)}.`)
    return found.RecentIP
  }

  const nameOf = (ip: Ip): string => {
    const name = dnsName(facts.devices.by('RecentIP', ip)?.Name ?? '')
    return name ? `${name}.${DOMAIN}` : ''
  }

  return {
    async counters({ params: { name } }) {
      const readings = await sampler.read(name)
      return [...readings]
        .filter(([, reading]) => isNews(reading, machine.clock.now()))
        .map(([IP, { packets, bytes }]) => ({ IP, Domain: nameOf(IP), Packets: packets, Bytes: bytes }))
    },

    async flows({ query: { device } }) {
      const ip = device === undefined ? undefined : addressOf(device)
      const all = await flows.now()
      return ip === undefined ? all : flowsOf(all, ip)
    },

    async ofDevice({ params: { identity } }) {
      const ip = addressOf(identity)
      return destinationsOf(await flows.now(), ip, machine.clock.now(), await lookup.places())
    },

    history: ({ query: { minutes } }) => sampler.history.text(minutes),
  }
}
