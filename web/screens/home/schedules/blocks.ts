import { blocksOf, heldUntil, type InternetBlock } from '../../../../router/model/firewall/rules/internet.ts'
import { isPause } from '../../../../router/model/firewall/rules/pause.ts'
import type { Device } from '../../../../router/model/home/devices/device.ts'
import type { ListedRule } from './schedule.ts'

export type ScheduledBlock = InternetBlock<ListedRule>

/** What takes the internet from a device now or next, without its own pause, which has its own buttons. */
export const otherBlocksOf = (
  rules: readonly ListedRule[],
  identity: string,
  device: Device,
  now: number,
): ScheduledBlock[] => blocksOf(rules, identity, device, now).filter(({ rule }) => !isOwnPause(rule, identity))

/** By the tag of a persona: whether its devices have no internet now, and until when in Unix seconds; 0 for no known end. */
type Usage = Readonly<Record<string, { readonly Blocked: boolean; readonly BlockedUntil: number }>>

/**
 * Until when rules and personas leave a device without internet, in Unix seconds; 0 if no end is known, and undefined if it has internet.
 * `now` is in milliseconds.
 */
export function blockedUntil(
  rules: readonly ListedRule[],
  usage: Usage,
  identity: string,
  device: Device,
  now: number,
): number | undefined {
  const blocks = blocksOf(rules, identity, device, now).filter(({ extra }) => extra === 0)
  const personas = device.DeviceTags.flatMap((tag) => usage[tag] ?? [])
  return heldUntil([
    ...blocks.map(({ rule }) => rule),
    ...personas.map(({ Blocked, BlockedUntil }) => ({ Holds: Blocked, HoldsUntil: BlockedUntil })),
  ])
}

/** Whether a rule is the pause of this device alone. */
const isOwnPause = (rule: ListedRule, identity: string): boolean => {
  const { Devices, Groups, Tags } = rule.When
  return isPause(rule) && Devices.length === 1 && Devices[0] === identity && Groups.length + Tags.length === 0
}
