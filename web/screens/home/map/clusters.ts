import { byName } from '../../../parts/lists/natural.ts'
import { type DeviceKind, kindOfDevice } from '../devices/appearance.ts'
import type { ShownDevice } from '../devices/entry.ts'
import type { MapBox } from './boxes.ts'
import { guestId } from './layout.ts'
import { type MapSite, siteId } from './sites.ts'

/** Devices of one kind in one box, drawn as one card until it is opened. */
export interface Cluster {
  readonly id: string
  /** `also`: devices that are drawn in other boxes. */
  readonly kind: DeviceKind | 'other' | 'also'
  readonly members: readonly ShownDevice[]
  readonly isOpen: boolean
}

/** A card of a box: a device, a cluster of devices, or another home. */
export type BoxItem =
  | { readonly id: string; readonly entry: ShownDevice; readonly isGuest: boolean }
  | { readonly id: string; readonly cluster: Cluster }
  | { readonly id: string; readonly site: MapSite }

/** In homes of more devices than this they are drawn in clusters. */
export const CROWD = 40
/** Fewer devices of one kind are not clustered; more are split by name. */
const LEAST = 6
const MOST = 24

interface Wish {
  readonly isCrowded: boolean
  /** Clusters that are expanded. */
  readonly opened: ReadonlySet<string>
  /** Drawn by itself wherever it is: the device that was chosen. */
  readonly chosen: string | undefined
}

/** What is drawn in a box, in its order. */
export function itemsOf(box: MapBox, { isCrowded, opened, chosen }: Wish): BoxItem[] {
  if (box.site) return [{ id: siteId(box.site), site: box.site }]
  const member = (entry: ShownDevice): BoxItem => ({ id: entry.identity, entry, isGuest: false })
  const guest = (entry: ShownDevice): BoxItem => ({ id: guestId(box.id, entry), entry, isGuest: true })
  if (!isCrowded) return [...box.members.map(member), ...box.also.map(guest)]
  const clustered = (
    kind: Cluster['kind'],
    entries: readonly ShownDevice[],
    itemOf: (entry: ShownDevice) => BoxItem,
  ): BoxItem[] =>
    entries.length < LEAST
      ? entries.map(itemOf)
      : divided(entries).flatMap((members, index) => {
          const id = `cluster ${box.id} ${kind} ${index}`
          const cluster: Cluster = { id, kind, members, isOpen: opened.has(id) }
          const shown = cluster.isOpen ? members : members.filter(({ identity }) => identity === chosen)
          return [{ id, cluster }, ...shown.map(itemOf)]
        })
  const kinds = Map.groupBy(box.members, ({ device }) => kindOfDevice(device) ?? 'other')
  return [
    ...[...kinds].flatMap(([kind, entries]) => clustered(kind, entries, member)),
    ...clustered('also', box.also, guest),
  ]
}

/** Parts of at most `MOST`, of the same size, by name. */
function divided(entries: readonly ShownDevice[]): ShownDevice[][] {
  const parts = Math.ceil(entries.length / MOST)
  const size = Math.ceil(entries.length / parts)
  const sorted = entries.toSorted((a, b) => byName(a.name, b.name))
  return Array.from({ length: parts }, (_, part) => sorted.slice(part * size, (part + 1) * size))
}

/** The cluster in the place of each device that is not drawn itself, by identity. */
export const standInsOf = (boxes: readonly { readonly items: readonly BoxItem[] }[]): ReadonlyMap<string, string> => {
  const known = standIns.get(boxes)
  if (known) return known
  const made = standInsIn(boxes.flatMap(({ items }) => items))
  standIns.set(boxes, made)
  return made
}

const standIns = new WeakMap<readonly object[], ReadonlyMap<string, string>>()

function standInsIn(items: readonly BoxItem[]): ReadonlyMap<string, string> {
  const drawn = new Set(items.flatMap((item) => ('entry' in item && !item.isGuest ? item.entry.identity : [])))
  return new Map(
    items.flatMap((item) =>
      'cluster' in item && item.cluster.kind !== 'also'
        ? item.cluster.members.flatMap(({ identity }) => (drawn.has(identity) ? [] : [[identity, item.id] as const]))
        : [],
    ),
  )
}
