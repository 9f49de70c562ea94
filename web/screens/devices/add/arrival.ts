import { PENDING } from '../../../../router/features/devices/device.ts'
import { type Entry, newcomer } from '../entry.ts'
import type { Made } from './useNewDevice.ts'

/** What has become of a passphrase. `replaced`: another device waits in its place. `gone`: nobody waits, and nobody came. */
export interface Arrival {
  readonly state: 'waiting' | 'joined' | 'replaced' | 'gone'
  /** The device that has joined, or the one that waits instead. */
  readonly entry: Entry | undefined
}

/** What the router said last, each with the moment it said so. */
export interface Seen {
  /** Whether a passphrase waits. */
  readonly pending: boolean
  readonly askedAt: number
  readonly entries: readonly Entry[]
  readonly listedAt: number
}

const WAITING: Arrival = { state: 'waiting', entry: undefined }

/** A list that is older than what it is held against does not show the newcomer yet, or still shows who waited before. */
export function arrivalOf({ name, before, at }: Made, { pending, askedAt, entries, listedAt }: Seen): Arrival {
  if (pending) {
    const waiting = listedAt > at ? entries.find(({ identity }) => identity === PENDING) : undefined
    return waiting && waiting.device.Name !== name ? { state: 'replaced', entry: waiting } : WAITING
  }
  const entry = newcomer(before, entries, name)
  if (entry) return { state: 'joined', entry }
  return listedAt > askedAt ? { state: 'gone', entry: undefined } : WAITING
}
