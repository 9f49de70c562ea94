import { type KeptPersona, rulesOf } from '../../home/schedules/persona.ts'
import { inOrder, type Rule } from './pfwrule.ts'
import type { TimedRule } from './schedule.ts'

/** A rule of the owner or of a persona. */
export type EffectiveRule = Rule & TimedRule

interface Sources {
  readonly rules: Iterable<Rule>
  readonly personas: Iterable<KeptPersona>
}

/** Independent of the order in which they were added, which a restart does not keep. */
const byTag = (a: KeptPersona, b: KeptPersona): number => (a.Tag < b.Tag ? -1 : 1)

/**
 * All enabled rules, in the order of evaluation: pauses of personas, rules that were put first, other rules of personas, all other
 * rules.
 */
export const effectiveRules = ({ rules, personas }: Sources): EffectiveRule[] =>
  [...[...personas].sort(byTag).flatMap(rulesOf), ...inOrder(rules)]
    .filter(({ Disabled }) => !Disabled)
    .sort((a, b) => a.Order - b.Order)
