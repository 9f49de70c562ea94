import type { Device } from '../../../router/features/devices/device.ts'
import { withPolicy } from './policies.ts'

/** What the page of a device changes, one field at a time. */
export type Edit = Partial<
  Pick<
    Device,
    | 'Name'
    | 'Policies'
    | 'Groups'
    | 'DeviceTags'
    | 'DeviceDisabled'
    | 'AllowWired'
    | 'Style'
    | 'DNSCustom'
    | 'RecentIP'
    | 'DeleteExpiration'
  > & {
    /** Seconds from now, or `NO_END`. */
    readonly DeviceExpiration: number
  }
>

/** What takes its own server for names from a device: to the router an empty text means unchanged. */
export const NO_SERVER = '0'
/** What takes the end of its time from a device. */
export const NO_END = -1

/** The device after an update. `disabled` is stored in two fields, which always agree. */
export function edited(device: Device, edit: Edit): Device {
  // When its time ends the router says, by its own clock.
  const next = { ...device, ...edit, DeviceExpiration: edit.DeviceExpiration === NO_END ? 0 : device.DeviceExpiration }
  if (edit.DNSCustom === NO_SERVER) next.DNSCustom = ''
  if (edit.DeviceDisabled !== undefined) next.Policies = withPolicy(next.Policies, 'disabled', edit.DeviceDisabled)
  return next
}

/** Devices by identity, as the router lists them. */
export type Household = Readonly<Record<string, Device>>

export interface EditOf {
  readonly identity: string
  readonly edit: Edit
}

/** The household as it will be once the router agrees to all of them. Who is not there is not made up. */
export function withEdits(household: Household, edits: readonly EditOf[]): Household {
  const next: Record<string, Device> = { ...household }
  for (const { identity, edit } of edits) {
    const device = next[identity]
    if (device) next[identity] = edited(device, edit)
  }
  return next
}

/** What is wrong with a name, by the router's own rule; undefined when nothing is. */
export type NameFault = 'empty' | 'control'
export function nameFault(name: string): NameFault | undefined {
  if (name.trim() === '') return 'empty'
  return /\p{Cc}/u.test(name) ? 'control' : undefined
}
