import type { SiteEntry } from '../../../../router/model/vpn/sites/contract.ts'
import { closeness } from '../../../../router/model/vpn/tunnels/tunnel.ts'
import type { ShownDevice } from '../devices/entry.ts'

/** Another home that is connected by VPN, without counters: these change all the time. */
export interface MapSite extends Pick<SiteEntry, 'Name' | 'State' | 'Users' | 'Shared'> {
  /** Of the other home; empty until its text is known. */
  readonly Networks: readonly string[]
}

const PREFIX = 'site '

/** The id of a site on the map, as an end of ways and lines. */
export const siteId = ({ Name }: Pick<MapSite, 'Name'>): string => PREFIX + Name

/** The name of the site with this id; undefined for other ids. */
export const siteNameOf = (id: string): string | undefined =>
  id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined

export const isUp = ({ State }: MapSite): boolean => State === 'up'

/** An address of the other home, for `/explain`; undefined while nothing is permitted: the site is disabled or incomplete. */
export const addressOfSite = ({ State, Networks }: MapSite): string | undefined =>
  State === 'off' || State === 'unpaired' ? undefined : Networks[0]?.split('/')[0]

/** Whether the owner of this home has chosen a device for a site: to use it, or to be used from there. */
export const isUser = ({ Users }: MapSite, { device }: ShownDevice): boolean => closeness(Users, device) > 0
export const isShared = ({ Shared }: MapSite, { device }: ShownDevice): boolean => closeness(Shared, device) > 0
