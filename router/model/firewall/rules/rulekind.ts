import type { Rule } from './pfwrule.ts'

/** What an owner calls a rule. */
export const RULE_KINDS = ['schedule', 'daily limit', 'pause', 'rule'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

/** What a rule is called, by its conditions. */
export const kindOf = ({ When, Until, Do }: Pick<Rule, 'When' | 'Until' | 'Do'>): RuleKind =>
  When.Times.length > 0
    ? 'schedule'
    : When.UsedMinutes > 0
      ? 'daily limit'
      : Until > 0 && Do.Kind === 'block'
        ? 'pause'
        : 'rule'
