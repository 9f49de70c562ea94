import type { Device } from '../../../router/features/devices/device.ts'
import { isPause } from '../../../router/features/pfw/pause.ts'
import { isForAll } from '../../../router/features/pfw/rule.ts'
import { closeness } from '../../../router/features/tunnels/tunnel.ts'
import { isLimit, isSchedule, type Rule } from './schedule.ts'

/** Whether a rule is about a device. */
export const isAbout = ({ When }: Pick<Rule, 'When'>, device: Device): boolean =>
  isForAll(When) || closeness(When, device) > 0

/** A rule that takes the internet from a device now, would do so without extra time, or will do so later. */
export interface Block {
  readonly rule: Rule
  readonly kind: 'pause' | 'schedule' | 'limit'
  /** The end of extra time of the device in Unix seconds; 0 if the rule holds for it. */
  readonly extra: number
}

/**
 * The pauses, schedules and daily limits about a device that hold now or have extra time, and schedules with a next start; its own pause is not
 * among them.
 */
export const blocksOf = (rules: readonly Rule[], identity: string, device: Device, now: number): Block[] =>
  everyBlock(rules, identity, device, now).filter(({ rule }) => !isOwnPause(rule, identity))

/** By the tag of a persona: whether its devices have no internet now, and the end of its pause in Unix seconds; 0 for none. */
type Usage = Readonly<Record<string, { readonly Blocked: boolean; readonly PauseUntil: number }>>

/**
 * Until when rules and personas leave a device without internet, in Unix seconds; 0 if no end is known, and undefined if it has internet.
 * `now` is in milliseconds.
 */
export function blockedUntil(
  rules: readonly Rule[],
  usage: Usage,
  identity: string,
  device: Device,
  now: number,
): number | undefined {
  const blocks = everyBlock(rules, identity, device, now).filter(({ rule, extra }) => rule.Holds && extra === 0)
  const personas = device.DeviceTags.flatMap((tag) => usage[tag] ?? []).filter(({ Blocked }) => Blocked)
  const ends = [...blocks.map(({ rule }) => rule.HoldsUntil), ...personas.map(({ PauseUntil }) => PauseUntil)]
  if (ends.length === 0) return undefined
  return ends.includes(0) ? 0 : Math.max(...ends)
}

const everyBlock = (rules: readonly Rule[], identity: string, device: Device, now: number): Block[] =>
  rules.flatMap((rule): Block[] => {
    const kind = isPause(rule) ? 'pause' : isSchedule(rule) ? 'schedule' : isLimit(rule) ? 'limit' : undefined
    if (!kind || rule.Disabled || !isAbout(rule, device)) return []
    const skip = rule.Skips.find(({ Device, Until }) => (Device === identity || Device === '*') && Until * 1000 > now)
    // Extra time is given in whole minutes, which may end after a pause does.
    const extra = Math.min(skip?.Until ?? 0, rule.Until || Number.POSITIVE_INFINITY)
    const isNext = kind === 'schedule' && rule.NextStart > 0
    return rule.Holds || extra > 0 || isNext ? [{ rule, kind, extra }] : []
  })

/** Whether a rule is the pause of this device alone. */
const isOwnPause = (rule: Rule, identity: string): boolean => {
  const { Devices, Groups, Tags } = rule.When
  return isPause(rule) && Devices.length === 1 && Devices[0] === identity && Groups.length + Tags.length === 0
}
