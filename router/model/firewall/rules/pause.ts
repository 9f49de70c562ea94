import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { type Moment, nextTime } from '../../machine/localtime/moments.ts'
import { MOST_MINUTES, type Rule, type Selected } from './pfwrule.ts'
import { kindOf } from './rulekind.ts'
import { Time } from './window.ts'

/** How long a pause takes: one of the fields is given. */
export const PauseLength = z.object({
  Minutes: z.int().min(1).max(MOST_MINUTES).nullish().meta({ description: 'From now', example: 30 }),
  Until: Time.nullish().meta({
    description: 'In place of `Minutes`: HH:MM, the next such time in the time zone of the router',
    example: '07:00',
  }),
})
export type PauseLength = z.output<typeof PauseLength>

/** The end of a pause that begins now, in Unix seconds. Throws `Invalid` unless exactly one of the fields is given. */
export function pauseEnd({ Minutes, Until }: PauseLength, { now, zone }: Moment): number {
  if (!Minutes === !Until) throw new Invalid(phrase('firewall.minutesOrUntil'), 'Minutes')
  return Until ? nextTime(Until, now, zone) / 1000 : Math.ceil(now / 1000) + (Minutes ?? 0) * 60
}

const sorted = (texts: readonly string[]): string => JSON.stringify(texts.toSorted())
/** Whether two selections have the same devices, groups and tags. */
const isSame = (a: Selected, b: Selected): boolean =>
  (['Devices', 'Groups', 'Tags'] as const).every((list) => sorted(a[list]) === sorted(b[list]))

/** Whether a rule pauses the whole internet of exactly these devices, groups and tags, without other conditions. */
export const isPauseOf = (rule: Pick<Rule, 'When' | 'To' | 'Do' | 'Until'>, selected: Selected): boolean =>
  isPause(rule) && isSame(rule.When, selected)

/** Whether a rule pauses the whole internet of its devices, without other conditions. */
export const isPause = (rule: Pick<Rule, 'When' | 'To' | 'Do' | 'Until'>): boolean =>
  kindOf(rule) === 'pause' && isPlainBlock(rule)

/** A rule that blocks the whole internet, without other conditions than times. */
export const isPlainBlock = (rule: Pick<Rule, 'Do' | 'To' | 'When'>): boolean =>
  isInternetBlock(rule) && rule.When.UsedMinutes === 0

/** A rule that blocks the whole internet, at times or after minutes of use. */
export const isInternetBlock = ({ Do, To, When }: Pick<Rule, 'Do' | 'To' | 'When'>): boolean =>
  Do.Kind === 'block' &&
  To.Place === 'internet' &&
  To.Port === 'any' &&
  To.Protocol === 'any' &&
  When.Online.length === 0 &&
  !When.Expression
