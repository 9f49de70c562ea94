import { PENDING } from '../../../../router/features/devices/device.ts'
import { type Entry, newcomer } from '../entry.ts'
import type { Made } from './useNewDevice.ts'

/** State of a passphrase. `replaced`: another device is pending now. `gone`: no device is pending, and none has joined. */
export interface Arrival {
  readonly state: 'waiting' | 'joined' | 'replaced' | 'gone'
  /** The device that has joined, or the pending one that replaced it. */
  readonly entry: Entry | undefined
}

/** The latest data of the router, each with the time of loading. */
export interface Seen {
  /** Whether a passphrase is pending. */
  readonly pending: boolean
  readonly askedAt: number
  readonly entries: readonly Entry[]
  readonly listedAt: number
}

const WAITING: Arrival = { state: 'waiting', entry: undefined }

/** A list from before the event does not contain the new device, or still contains the pending one. */
export function arrivalOf({ name, before, at }: Made, { pending, askedAt, entries, listedAt }: Seen): Arrival {
  if (pending) {
    const waiting = listedAt > at ? entries.find(({ identity }) => identity === PENDING) : undefined
    return waiting && waiting.device.Name !== name ? { state: 'replaced', entry: waiting } : WAITING
  }
  const entry = newcomer(before, entries, name)
  if (entry) return { state: 'joined', entry }
  return listedAt > askedAt ? { state: 'gone', entry: undefined } : WAITING
}
