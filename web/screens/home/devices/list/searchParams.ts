import { POLICIES, type Policy } from '../../../../../router/model/home/devices/device.ts'
import { definedParams, oneOf, searchText } from '../../../../parts/values/searchParam.ts'
import { type DeviceStatus, deviceMatches, type ShownDevice } from '../entry.ts'

const STATUSES = ['online', 'offline', 'elsewhere', 'waiting', 'disabled'] as const satisfies readonly DeviceStatus[]
export const DEVICE_FILTERS = [...STATUSES, 'unnamed', 'unclassified'] as const
export const ORDERS = ['status', 'name', 'seen', 'traffic', 'address'] as const
export type Order = (typeof ORDERS)[number]

/** Filter for devices without a group. It is not a valid group name, since those begin with a letter or digit. */
export const NO_GROUP = '-'

/** Filters and order of the list, kept in the URL so that going back restores them. */
export interface WantedDevices {
  readonly q?: string
  readonly is?: (typeof DEVICE_FILTERS)[number]
  readonly group?: string
  readonly policy?: Policy
  readonly tag?: string
  readonly by?: Order
}

/** Parses URL parameters; invalid ones are ignored. */
export function wantedOf({ q, is, group, policy, tag, by }: Record<string, unknown>): WantedDevices {
  return definedParams({
    q: searchText(q),
    is: oneOf(DEVICE_FILTERS, is),
    group: searchText(group),
    policy: oneOf(POLICIES, policy),
    tag: searchText(tag),
    by: oneOf(ORDERS, by),
  })
}

/** Number of filters, not counting the search text. */
export const filtersIn = ({ is, group, policy, tag }: WantedDevices): number =>
  [is, group, policy, tag].filter((one) => one !== undefined).length

/** `unclassified` has the MAC addresses of devices of an unknown kind. */
export function isWanted(
  entry: ShownDevice,
  { q, is, group, policy, tag }: WantedDevices,
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
  return q === undefined || deviceMatches(entry, q)
}
