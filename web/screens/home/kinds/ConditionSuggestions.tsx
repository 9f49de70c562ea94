import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classification } from '../../../../router/model/home/kinds/contract.ts'
import { query } from '../../../client/query.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { kindRuleTexts } from '../../../texts/home/kinds.ts'
import type { ShownDevice } from '../devices/entry.ts'
import styles from './Kinds.module.css'
import { conditionsFor, conditionWords, type FingerprintCondition } from './rule.ts'

const texts = kindRuleTexts.form

interface ConditionSuggestionsProps {
  entries: readonly ShownDevice[]
  /** The MAC address that is selected first; empty for none. */
  first: string
  onUse: (condition: FingerprintCondition) => void
}

/** The texts that a device has sent, each with a button that makes it the condition of the rule. */
export function ConditionSuggestions({ entries, first, onUse }: ConditionSuggestionsProps) {
  const [mac, setMac] = useState(() => (entries.some(({ device }) => device.MAC === first) ? first : ''))
  const { data, error } = useQuery({ ...query(classification.signals, { params: { mac } }), enabled: mac !== '' })
  const conditions = data && conditionsFor(data)
  return (
    <Section title={texts.from} hint={texts.fromHint}>
      <NativeSelect
        aria-label={texts.device}
        value={mac}
        onChange={({ currentTarget }) => setMac(currentTarget.value)}
        data={[
          { value: '', label: texts.choose },
          ...entries.map(({ device, name }) => ({ value: device.MAC, label: name })),
        ]}
      />
      {mac !== '' && conditions && (
        <ul className={styles.rows}>
          {conditions.map((condition) => (
            <li key={conditionWords(condition)} className={styles.row}>
              <span>{conditionWords(condition)}</span>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={texts.select(conditionWords(condition))}
                onClick={() => onUse(condition)}
              >
                {texts.selectShort}
              </Button>
            </li>
          ))}
          {conditions.length === 0 && <li className={styles.quiet}>{texts.nothing}</li>}
        </ul>
      )}
      <SaveError error={error} />
    </Section>
  )
}
