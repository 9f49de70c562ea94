import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { call } from '../../../client/client.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { inputOf, type ListedRule } from './schedule.ts'
import { useRuleChange } from './useSchedules.ts'

interface RuleSectionProps {
  rule: ListedRule
  /** The accessible name of the switch. */
  label: string
  children: ReactNode
}

/** A rule in a list, with a switch that enables it. */
export function RuleSection({ rule, label, children }: RuleSectionProps) {
  const { Id: id, Name, Disabled } = rule
  const toggle = useRuleChange(() =>
    call(pfw.replace, { params: { id }, body: { ...inputOf(rule), Disabled: !Disabled } }),
  )
  return (
    <Section
      changes={pfw.replace}
      title={Name}
      note={
        <Switch
          size="md"
          aria-label={label}
          checked={!Disabled}
          disabled={toggle.isPending}
          onChange={() => toggle.mutate()}
        />
      }
    >
      {children}
      <SaveError error={toggle.error} />
    </Section>
  )
}
