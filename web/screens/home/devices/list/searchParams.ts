import { POLICIES, type Policy } from '../../../../../router/model/home/devices/device.ts'
import { type DeviceStatus, type Entry, matches } from '../entry.ts'

const STATUSES = ['online', 'offline', 'elsewhere', 'waiting', 'disabled'] as const satisfies readonly DeviceStatus[]
export const KINDS = [...STATUSES, 'unnamed', 'unclassified'] as const
export const ORDERS = ['status', 'name', 'seen', 'traffic', 'address'] as const
export type Order = (typeof ORDERS)[number]

/** Filter for devices without a group. It is not a valid group name, since those begin with a letter or digit. */
export const NO_GROUP = '-'

/** Filters and order of the list, kept in the URL so that going back restores them. */
export interface Wanted {
  readonly q?: string
  readonly is?: (typeof KINDS)[number]
  readonly group?: string
  readonly policy?: Policy
  readonly tag?: string
  readonly by?: Order
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) || undefined : undefined
const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined => all.find((one) => one === value)

/** Parses URL parameters; invalid ones are ignored. */
export function wantedOf({ q, is, group, policy, tag, by }: Record<string, unknown>): Wanted {
  const all = {
    q: text(q),
    is: oneOf(KINDS, is),
    group: text(group),
    policy: oneOf(POLICIES, policy),
    tag: text(tag),
    by: oneOf(ORDERS, by),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Number of filters, not counting the search text. */
export const filtersIn = ({ is, group, policy, tag }: Wanted): number =>
  [is, group, policy, tag].filter((one) => one !== undefined).length

/** `unclassified` has the MAC addresses of devices of an unknown kind. */
export function isWanted(
  entry: Entry,
  { q, is, group, policy, tag }: Wanted,
  unclassified: ReadonlySet<string> = new Set(),
): boolean {
  const { device, status } = entry
  const isSo = {
    unnamed: () => device.Name === '',
    unclassified: () => unclassified.has(device.MAC),
  }
  if (is !== undefined && !(is in isSo ? isSo[is as keyof typeof isSo]() : status === is)) return false
  if (group === NO_GROUP ? device.Groups.length > 0 : group !== undefined && !device.Groups.includes(group))
    return false
  if (policy !== undefined && !device.Policies.includes(policy)) return false
  if (tag !== undefined && !device.DeviceTags.includes(tag)) return false
  return q === undefined || matches(entry, q)
}
