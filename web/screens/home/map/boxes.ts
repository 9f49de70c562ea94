import { byName } from '../../../parts/lists/natural.ts'
import type { ShownDevice } from '../devices/entry.ts'
import type { Home } from './reach.ts'
import { type MapSite, siteId } from './sites.ts'

/** How devices are grouped on the map. */
export type MapGrouping = 'group' | 'link'

/** A group of devices. `own`: those of no group; `away`: those that were never seen on a link. `site`: another home, without devices. */
export interface MapBox {
  readonly id: string
  readonly kind: 'group' | 'own' | 'wifi' | 'cable' | 'vpn' | 'away' | 'site'
  /** The group, the link or the site; empty for the others. */
  readonly name: string
  /** A group that is switched off. */
  readonly isOff: boolean
  readonly members: readonly ShownDevice[]
  /** Other members of the group, drawn in another box. */
  readonly also: readonly ShownDevice[]
  /** Of the kind `site`. */
  readonly site?: MapSite
}

const bare = { name: '', isOff: false, also: [] } as const

/**
 * A box for each group, also for an empty one, and one for those of no group. A device is drawn in one box only, that of the
 * first of its groups; the others show it as a guest.
 */
export function boxesByGroup({ entries, groups }: Home): MapBox[] {
  const names = groups.map(({ Name }) => Name).sort(byName)
  const homeOf = (entry: ShownDevice): string | undefined => names.find((name) => entry.device.Groups.includes(name))
  const isGuest = (name: string) => (entry: ShownDevice) => entry.device.Groups.includes(name) && homeOf(entry) !== name
  const boxes = names.map(
    (name): MapBox => ({
      id: `group ${name}`,
      kind: 'group',
      name,
      isOff: groups.some(({ Name, Disabled }) => Name === name && Disabled),
      members: entries.filter((entry) => homeOf(entry) === name),
      also: entries.filter(isGuest(name)),
    }),
  )
  const alone = entries.filter((entry) => homeOf(entry) === undefined)
  return [...boxes, { ...bare, id: 'own', kind: 'own', members: alone }]
}

/** A box for each link that a device is or was last on; each wifi device has a separate, numbered link of its radio. */
export function boxesByLink({ entries, radios }: Home): MapBox[] {
  const links = new Map<string, ShownDevice[]>()
  for (const entry of entries) {
    const id = linkOf(entry)
    links.set(id, [...(links.get(id) ?? []), entry])
  }
  return [...links]
    .sort(([a], [b]) => rank(a) - rank(b) || byName(a, b))
    .map(([id, members]): MapBox => {
      if (id === 'vpn' || id === 'away') return { ...bare, id, kind: id, members }
      const name = id.slice(LINK.length)
      return { ...bare, id, kind: radios.has(name) ? 'wifi' : 'cable', name, members }
    })
}

const LINK = 'link '
const rank = (id: string): number => (id === 'away' ? 2 : id === 'vpn' ? 1 : 0)
const linkOf = ({ device: { DHCPLastInterface, MAC }, status }: ShownDevice): string => {
  if (status === 'elsewhere') return 'vpn'
  if (DHCPLastInterface !== '') return `${LINK}${DHCPLastInterface.split('.')[0]}`
  return MAC === '' ? 'vpn' : 'away'
}

/** A box for each other home that is connected by VPN. */
const boxesOfSites = ({ sites }: Home): MapBox[] =>
  sites.map((site) => ({ ...bare, id: `box ${siteId(site)}`, kind: 'site', name: site.Name, members: [], site }))

export const boxesOf = (home: Home, order: MapGrouping): MapBox[] => [
  ...(order === 'group' ? boxesByGroup(home) : boxesByLink(home)),
  ...boxesOfSites(home),
]

/**
 * The groups of a device after it was moved from one box to another; undefined when nothing changes. What leaves a box
 * leaves its group; it keeps its other groups.
 */
export function groupsAfterMove(entry: ShownDevice, from: MapBox, to: MapBox): string[] | undefined {
  if (from.id === to.id || (to.kind !== 'group' && to.kind !== 'own')) return undefined
  const kept = entry.device.Groups.filter((name) => from.kind !== 'group' || name !== from.name)
  return to.kind === 'group' ? [...new Set([...kept, to.name])] : []
}
