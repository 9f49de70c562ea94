import type { Device } from '../../../../router/model/home/devices/device.ts'
import { withPolicy } from './policies.ts'

/** The editable fields of a device. */
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

/** Clears the custom DNS server; an empty text means unchanged. */
export const NO_SERVER = '0'
/** Clears the expiry. */
export const NO_END = -1

/** The device after an update. `disabled` is stored in two fields, which always agree. */
export function edited(device: Device, edit: Edit): Device {
  // The router computes the expiry by its own clock.
  const next = { ...device, ...edit, DeviceExpiration: edit.DeviceExpiration === NO_END ? 0 : device.DeviceExpiration }
  if (edit.DNSCustom === NO_SERVER) next.DNSCustom = ''
  if (edit.DeviceDisabled !== undefined) next.Policies = withPolicy(next.Policies, 'disabled', edit.DeviceDisabled)
  return next
}

/** Devices by identity, as in `GET /devices`. */
export type DevicesByIdentity = Readonly<Record<string, Device>>

export interface EditOf {
  readonly identity: string
  readonly edit: Edit
}

/** The devices after all pending edits. Edits of missing devices are ignored. */
export function withEdits(household: DevicesByIdentity, edits: readonly EditOf[]): DevicesByIdentity {
  const next: Record<string, Device> = { ...household }
  for (const { identity, edit } of edits) {
    const device = next[identity]
    if (device) next[identity] = edited(device, edit)
  }
  return next
}
