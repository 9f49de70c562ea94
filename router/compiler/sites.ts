import type { Device } from '../model/home/devices/device.ts'
import { closeness } from '../model/vpn/tunnels/tunnel.ts'
import type { Facts } from '../store/facts.ts'
import { parseSubnet } from '../values/subnet.ts'
import type { CompiledSite, Custom, Frame } from './network.ts'

/** The other homes whose tunnel is enabled, in alphabetical order. */
export const compileSites = ({ sites, tunnels }: Pick<Facts, 'sites' | 'tunnels'>): CompiledSite[] =>
  [...sites.values()]
    .sort((a, b) => (a.Name < b.Name ? -1 : 1))
    .flatMap(({ Name: name, Peer, Users: users, Shared: shared }) => {
      const tunnel = tunnels.get(name)
      if (!Peer || !tunnel?.Enabled) return []
      return [
        { name, link: tunnel.Link, nets: Peer.Networks.flatMap((text) => parseSubnet(text) ?? []), users, shared },
      ]
    })

/** The networks of other homes: without policies, groups and tags, so that only the rules of the site permit packets. */
export const siteNetworks = (sites: readonly CompiledSite[]): Custom[] =>
  sites.flatMap(({ name, link, nets }) =>
    nets.map((net) => ({ link, net, via: '', policies: [], groups: [], tags: [], rule: `sites ${name}` })),
  )

/** The sets of devices that may connect to another home, and that it may connect to. */
export const usersSet = ({ link }: Pick<CompiledSite, 'link'>): string => `${link}_users`
export const sharedSet = ({ link }: Pick<CompiledSite, 'link'>): string => `${link}_shared`

/** The sets of sites that a device is in. */
export const siteSetsOf = (device: Device, { sites }: Pick<Frame, 'sites'>): string[] =>
  sites.flatMap((site) => [
    ...(closeness(site.users, device) > 0 ? [usersSet(site)] : []),
    ...(closeness(site.shared, device) > 0 ? [sharedSet(site)] : []),
  ])
