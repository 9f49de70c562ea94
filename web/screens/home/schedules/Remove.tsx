import { useNavigate } from '@tanstack/react-router'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { Removal } from '../../../parts/dialogs/Removal.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { useRuleChange } from './useSchedules.ts'

interface RemoveProps {
  name: string
  remove: () => Promise<unknown>
  words: {
    readonly delete: string
    readonly deleteTitle: (name: string) => string
    readonly deleteHint: string
  }
  /** The list that it was in. */
  to: '/admin/schedules' | '/admin/schedules/rules'
}

/** Deletes a schedule, a rule or a persona after a confirmation. */
export function Remove({ name, remove, words, to }: RemoveProps) {
  const navigate = useNavigate()
  const action = useRuleChange(remove, () => navigate({ to }))
  return (
    <Permitted to={pfw.remove}>
      <Removal label={words.delete} title={words.deleteTitle(name)} hint={words.deleteHint} action={action} />
    </Permitted>
  )
}
