import { EVERY_DEVICE } from '../pfw/rule.ts'
import { type Circumstances, postponed, timeOf } from '../pfw/schedule.ts'
import { type KeptPersona, personaRuleId, rulesOf } from './persona.ts'

export type Grant = Pick<KeptPersona, 'GrantUntil' | 'PostponedUntil'>

/**
 * The extra time of a persona after `minutes` more: from now if its schedule or its limit holds, else after extra time that is
 * running; else its next time without internet begins later, and its limit keeps counting. A persona without a schedule has no limit for
 * `minutes`. Unix seconds; 0 for none.
 */
export function granted(persona: KeptPersona, minutes: number, circumstances: Circumstances): Grant {
  if (minutes <= 0) return { GrantUntil: 0, PostponedUntil: 0 }
  const { GrantUntil, PostponedUntil, Tag } = persona
  const now = Math.ceil(circumstances.now / 1000)
  const ruleOf = (part: 'schedule' | 'limit') => rulesOf(persona).find(({ Id }) => Id === personaRuleId(Tag, part))
  const [schedule, limit] = [ruleOf('schedule'), ruleOf('limit')]
  const fromNow = now + minutes * 60
  if ([schedule, limit].some((rule) => rule && timeOf(rule, circumstances).holds))
    return { GrantUntil: fromNow, PostponedUntil: Math.max(PostponedUntil, fromNow) }
  if (Math.max(GrantUntil, PostponedUntil) > now) {
    const longer = (until: number): number => (until > now ? until + minutes * 60 : 0)
    return { GrantUntil: longer(GrantUntil), PostponedUntil: longer(PostponedUntil) }
  }
  if (!schedule) return { GrantUntil: fromNow, PostponedUntil: 0 }
  return { GrantUntil: 0, PostponedUntil: postponed(schedule, EVERY_DEVICE, minutes, circumstances) }
}
