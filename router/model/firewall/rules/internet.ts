import type { Device } from '../../home/devices/device.ts'
import { closeness } from '../../vpn/tunnels/tunnel.ts'
import { isInternetBlock, isPause, isPlainBlock } from './pause.ts'
import { EVERY_DEVICE, isForAll, type Rule } from './pfwrule.ts'
import type { PfwState } from './state.ts'

/** Whether devices have internet now, why not, and until when: for all screens, `/parentalControls/usage` and `/explain`. Pure. */

/** A rule with its state. Times are in Unix seconds; 0 for none. */
export interface StatedRule extends Pick<Rule, 'Disabled' | 'When' | 'To' | 'Do' | 'Until' | 'Skips'> {
  readonly Holds: boolean
  readonly HoldsUntil: number
  readonly NextStart: number
}

/** The state of a rule by what is stored of it; without a next start. */
export const stateOfRule = (state: PfwState | undefined): Pick<StatedRule, 'Holds' | 'HoldsUntil'> => ({
  Holds: state?.holds ?? false,
  HoldsUntil: Math.floor((state?.until ?? 0) / 1000),
})

/** How a rule takes the internet from devices; undefined if it does something else. */
export type BlockKind = 'pause' | 'schedule' | 'limit'
export function blockKindOf(rule: Pick<Rule, 'Do' | 'To' | 'When' | 'Until'>): BlockKind | undefined {
  if (isPause(rule)) return 'pause'
  if (isPlainBlock(rule)) return rule.When.Times.length > 0 ? 'schedule' : undefined
  return isInternetBlock(rule) && rule.When.UsedMinutes > 0 ? 'limit' : undefined
}

/** Whether a rule is about a device. */
export const isAbout = ({ When }: Pick<Rule, 'When'>, device: Device): boolean =>
  isForAll(When) || closeness(When, device) > 0

/** The end of extra time of a device, during which a rule does not hold for it: Unix seconds, 0 for none. `now` in milliseconds. */
function extraUntil({ Skips, Until }: StatedRule, identity: string, now: number): number {
  const own = Skips.filter((skip) => skip.Device === identity || skip.Device === EVERY_DEVICE)
  const end = Math.max(0, ...own.map((skip) => skip.Until))
  // Extra time is given in whole minutes, which may end after a pause does.
  return end * 1000 > now ? Math.min(end, Until || Number.POSITIVE_INFINITY) : 0
}

/** A rule that takes the internet from a device now, would do so without extra time, or will do so later. */
export interface InternetBlock<R extends StatedRule> {
  readonly rule: R
  readonly kind: BlockKind
  /** The end of extra time of the device in Unix seconds; 0 if the rule holds for it. */
  readonly extra: number
}

/** The pauses, schedules and daily limits about a device that hold now or have extra time, and schedules with a next start. */
export const blocksOf = <R extends StatedRule>(rules: readonly R[], identity: string, device: Device, now: number) =>
  rules.flatMap((rule): InternetBlock<R>[] => {
    const kind = blockKindOf(rule)
    if (!kind || rule.Disabled || !isAbout(rule, device)) return []
    const extra = extraUntil(rule, identity, now)
    const isNext = kind === 'schedule' && rule.NextStart > 0
    return rule.Holds || extra > 0 || isNext ? [{ rule, kind, extra }] : []
  })

/** When the last of these rules ends, in Unix seconds; 0 if one has no known end, and undefined if none holds. */
export function heldUntil(rules: readonly Pick<StatedRule, 'Holds' | 'HoldsUntil'>[]): number | undefined {
  const ends = rules.filter(({ Holds }) => Holds).map(({ HoldsUntil }) => HoldsUntil)
  if (ends.length === 0) return undefined
  return ends.includes(0) ? 0 : Math.max(...ends)
}

/** What a rule does now, for all its devices. Times in Unix seconds. */
export type RuleNow =
  | { readonly kind: 'off' | 'none' }
  /** `until` is 0 if no end is known; `except` are devices with extra time. */
  | { readonly kind: 'holds'; readonly until: number; readonly except: readonly string[] }
  | { readonly kind: 'extended'; readonly until: number }
  | { readonly kind: 'next'; readonly start: number }

/** What a rule does now. `devices` are those of the home; a rule that holds for none of its devices, since all have extra time, does not hold. */
export function ruleNow(
  rule: StatedRule,
  devices: readonly { readonly identity: string; readonly device: Device }[],
  now: number,
): RuleNow {
  if (rule.Disabled) return { kind: 'off' }
  const ends = devices
    .filter(({ device }) => isAbout(rule, device))
    .map(({ identity }) => ({ identity, until: extraUntil(rule, identity, now) }))
  const extended = ends.filter(({ until }) => until > 0)
  if (rule.Holds && (extended.length < ends.length || ends.length === 0))
    return { kind: 'holds', until: rule.HoldsUntil, except: extended.map(({ identity }) => identity) }
  const forAll = extraUntil(rule, EVERY_DEVICE, now)
  const until = forAll || Math.min(...extended.map((one) => one.until))
  if (forAll > 0 || rule.Holds) return { kind: 'extended', until }
  return rule.NextStart > 0 ? { kind: 'next', start: rule.NextStart } : { kind: 'none' }
}
