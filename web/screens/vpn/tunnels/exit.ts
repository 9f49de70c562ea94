import type { Device } from '../../../../router/model/home/devices/device.ts'
import { tunnelTexts } from '../../../texts/vpn/tunnels.ts'
import type { ShownDevice } from '../../home/devices/entry.ts'
import type { ListedExit } from './useTunnels.ts'

const texts = tunnelTexts.exits

/** What a form edits. */
export type ExitDraft = Omit<ListedExit, 'Name' | 'Active' | 'State' | 'Fault'>

const blankExit = (): ExitDraft => ({
  Devices: [],
  Groups: [],
  Tags: [],
  Tunnels: [],
  Traffic: 'all',
  Networks: [],
  Domains: [],
})

/**
 * What a new form begins with: the tunnel that was opened, or the only one, and the device that was opened. It has the name
 * of the opened tunnel if no other exit has it.
 */
export function newExit(
  { device, tunnel }: { readonly device?: string | undefined; readonly tunnel?: string | undefined },
  known: readonly string[],
  taken: readonly string[],
): ExitDraft & { readonly Name: string } {
  const opened = known.find((name) => name === tunnel)
  return {
    ...blankExit(),
    Name: opened === undefined || taken.includes(opened) ? '' : opened,
    Devices: device === undefined ? [] : [device],
    Tunnels: opened !== undefined ? [opened] : known.length === 1 ? [...known] : [],
  }
}

/** Names of devices, then groups and tags. */
export function usersOf({ Devices, Groups, Tags }: ListedExit, entries: readonly ShownDevice[]): string[] {
  const names = new Map(entries.map(({ identity, name }) => [identity, name]))
  return [...Devices.map((identity) => names.get(identity) ?? identity), ...Groups, ...Tags]
}

/** `oslo, then bergen`. */
export const orderWords = ({ Tunnels }: ListedExit): string =>
  Tunnels.length === 0 ? texts.noTunnel : texts.order(Tunnels)

/**
 * The exits that a device uses. Of several with all traffic, one: that names the device, else one with its tag, else with its
 * group; of equal ones the first by name.
 */
export function exitsUsedBy(
  identity: string,
  { DeviceTags, Groups }: Device,
  exits: readonly ListedExit[],
): ListedExit[] {
  const rank = (exit: ListedExit): number => {
    if (exit.Devices.includes(identity)) return 0
    if (exit.Tags.some((tag) => DeviceTags.includes(tag))) return 1
    return exit.Groups.some((group) => Groups.includes(group)) ? 2 : 3
  }
  const used = exits.filter((exit) => rank(exit) < 3).sort((a, b) => rank(a) - rank(b))
  const whole = used.find(({ Traffic }) => Traffic === 'all')
  return [...used.filter(({ Traffic }) => Traffic === 'listed'), ...(whole ? [whole] : [])]
}

/** The list with one entry moved a place towards the front. */
export function movedUp(names: readonly string[], name: string): string[] {
  const at = names.indexOf(name)
  if (at <= 0) return [...names]
  return [...names.slice(0, at - 1), name, ...names.slice(at - 1).filter((other) => other !== name)]
}
