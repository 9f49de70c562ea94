const list = (names: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format([...names])

/** What the screen of groups says. */
export const groupTexts = {
  title: 'Groups',
  hint: 'Devices of one group may talk with each other, both ways. A device may be in several groups, or in none: then it is on its own.',
  failed: 'The groups could not be read',
  empty: 'No groups yet',
  emptyHint: 'Make one for devices that belong together, such as a phone and the speakers it plays music on.',
  newName: 'Name of a new group',
  newPlaceholder: 'for example: family',
  make: 'Make a group',
  made: (name: string) => `“${name}” is there. Now add devices to it.`,
  nameEmpty: 'A group needs a name.',
  nameTaken: (name: string) => `There is a group “${name}” already.`,
  /** What the group means at the moment. */
  meaning: (names: readonly string[], isOff: boolean): string => {
    if (isOff) return 'Switched off: being in it opens nothing.'
    if (names.length === 0) return 'Nobody is in it yet.'
    if (names.length === 1) return `Only ${names[0]} is in it. A group begins to matter with two.`
    if (names.length > 6) return `These ${names.length} devices may talk with each other, both ways.`
    return `${list(names)} may talk with each other, both ways.`
  },
  on: (group: string) => `${group} is switched on`,
  members: (group: string) => `Devices in ${group}`,
  add: 'Add a device',
  addTo: (group: string) => `Add a device to ${group}`,
  nobodyLeft: 'No other device goes by that name.',
  all: (count: number) => `Show all ${count}`,
  take: (device: string, group: string) => `Take ${device} out of ${group}`,
  rename: 'Rename',
  renameTitle: (group: string) => `Rename ${group}`,
  renameHint: 'Its devices keep what they may do all the while.',
  newNameOf: 'New name',
  save: 'Rename',
  remove: 'Delete',
  removeTitle: (group: string) => `Delete ${group}?`,
  removeHint: 'Its devices stay. Connections that they had only because of this group end at once.',
  removeConfirm: 'Delete',
  cancel: 'Cancel',
}
