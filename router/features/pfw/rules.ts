import { type KeptPersona, rulesOf } from '../parental/persona.ts'
import { inOrder, type Rule } from './rule.ts'
import type { TimedRule } from './schedule.ts'

/** A rule of the owner or of a persona. */
export type EffectiveRule = Rule & TimedRule

interface Sources {
  readonly rules: Iterable<Rule>
  readonly personas: Iterable<KeptPersona>
}

/**
 * All enabled rules, in the order of evaluation: pauses of personas, rules that were put first, other rules of personas, all other
 * rules.
 */
export const effectiveRules = ({ rules, personas }: Sources): EffectiveRule[] =>
  [...[...personas].flatMap(rulesOf), ...inOrder(rules)]
    .filter(({ Disabled }) => !Disabled)
    .sort((a, b) => a.Order - b.Order)
