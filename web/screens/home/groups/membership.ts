import type { GroupSettings } from '../../../../router/model/home/groups/group.ts'
import { byName } from '../../../parts/lists/natural.ts'
import type { ShownDevice } from '../devices/entry.ts'

/** A group with the devices in it, which is said by the devices. */
export interface Circle {
  readonly group: GroupSettings
  readonly members: readonly ShownDevice[]
}

/** All groups by name, each with its members by name. */
export const circlesOf = (groups: readonly GroupSettings[], entries: readonly ShownDevice[]): Circle[] =>
  groups
    .toSorted((a, b) => byName(a.Name, b.Name))
    .map((group) => ({
      group,
      members: entries
        .filter(({ device }) => device.Groups.includes(group.Name))
        .toSorted((a, b) => byName(a.name, b.name)),
    }))

/** What a choice among devices shows: devices with the same name are listed with their address. */
export function choicesOf(entries: readonly ShownDevice[]): { value: string; label: string }[] {
  const seen = new Map<string, number>()
  for (const { name } of entries) seen.set(name, (seen.get(name) ?? 0) + 1)
  return entries
    .map(({ identity, name, device }) => ({
      value: identity,
      label: (seen.get(name) ?? 0) > 1 ? `${name} (${device.RecentIP || identity})` : name,
    }))
    .sort((a, b) => byName(a.label, b.label))
}
