import type { Device } from '../features/devices/device.ts'
import type { Group } from '../features/groups/group.ts'
import type { InterfaceConfig } from '../features/links/interface.ts'
import type { Lease, Link, Station, UplinkLease } from '../presence/presence.ts'
import type { Settings, User } from './documents.ts'
import type { Entry, Rows } from './table.ts'

/** All that is known, read-only: what is remembered, and who is here now. */
export interface Facts {
  readonly devices: Rows<Device>
  readonly groups: Rows<Group>
  readonly interfaces: Rows<InterfaceConfig>
  readonly users: Rows<User>
  readonly links: Rows<Link>
  readonly stations: Rows<Station>
  readonly leases: Rows<Lease>
  readonly uplinkLeases: Rows<UplinkLease>
  setting<K extends keyof Settings>(name: K): Settings[K]
}

interface Drawer<T> {
  get(key: string): T | undefined
  put(key: string, value: T): void
  remove(key: string): void
  rows(): Iterable<[string, T]>
}

/** The facts being edited; nothing holds until the edit returns. */
export interface Draft {
  readonly devices: Drawer<Device>
  readonly groups: Drawer<Group>
  readonly interfaces: Drawer<InterfaceConfig>
  readonly users: Drawer<User>
  readonly links: Drawer<Link>
  readonly stations: Drawer<Station>
  readonly leases: Drawer<Lease>
  readonly uplinkLeases: Drawer<UplinkLease>
  setting<K extends keyof Settings>(name: K): Settings[K]
  set<K extends keyof Settings>(name: K, value: Settings[K]): void
}

/**
 * Change facts. Resolves when what they call for is in force in the kernel; rejects with `Invalid` or `Refused`, and then
 * nothing has changed. Edits run one after the other and must not wait for anything themselves.
 */
export type Change = (edit: (draft: Draft) => void) => Promise<readonly Entry[]>
