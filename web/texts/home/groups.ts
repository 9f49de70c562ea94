import { list } from '../list.ts'

/** Texts of the groups screen. */
export const groupTexts = {
  title: 'Groups',
  hint: 'Devices in the same group can reach each other. A device can be in several groups or in none.',
  failed: 'Groups could not be loaded',
  empty: 'No groups yet',
  emptyHint: 'Create one for devices that need to reach each other, such as a phone and its speakers.',
  newName: 'Group name',
  newPlaceholder: 'For example, family',
  make: 'Create group',
  made: (name: string) => `Group “${name}” created. Now add devices to it.`,
  nameEmpty: 'Enter a name.',
  nameTaken: (name: string) => `A group named “${name}” already exists.`,
  /** The present effect of the group. */
  meaning: (names: readonly string[], isOff: boolean): string => {
    if (isOff) return 'Disabled: membership has no effect.'
    if (names.length === 0) return 'No devices yet.'
    if (names.length === 1)
      return `Only ${names[0]}. Rules, parents and permissions of apps can use the group. With another device, the two can reach each other.`
    if (names.length > 6) return `These ${names.length} devices can reach each other.`
    return `${list(names)} can reach each other.`
  },
  on: (group: string) => `Enable ${group}`,
  members: (group: string) => `Devices in ${group}`,
  add: 'Add device',
  addTo: (group: string) => `Add a device to ${group}`,
  noDeviceLeft: 'No matching devices',
  all: (count: number) => `Show all ${count}`,
  take: (device: string, group: string) => `Remove ${device} from ${group}`,
  rename: 'Rename',
  renameTitle: (group: string) => `Rename ${group}`,
  renameHint: 'Its devices keep their access.',
  newNameOf: 'New name',
  save: 'Rename',
  remove: 'Delete',
  removeTitle: (group: string) => `Delete ${group}?`,
  removeHint: 'Its devices are kept. Connections that only this group allowed are closed immediately.',
  removeConfirm: 'Delete',
}
