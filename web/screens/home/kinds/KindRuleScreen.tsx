import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { classification } from '../../../../router/model/home/kinds/contract.ts'
import { type Fingerprint, SIGNAL_TYPES } from '../../../../router/model/home/kinds/fingerprint.ts'
import { isUnicastMac } from '../../../../router/values/mac.ts'
import { Removal } from '../../../parts/dialogs/Removal.tsx'
import { useEntryDraft } from '../../../parts/forms/EditForm.tsx'
import { Form } from '../../../parts/forms/Form.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { UnsavedChanges } from '../../../parts/forms/UnsavedChanges.tsx'
import { OnePage } from '../../../parts/layout/OnePage.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { kindRuleTexts } from '../../../texts/home/kinds.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { useEntries } from '../devices/useEntries.ts'
import { ConditionSuggestions } from './ConditionSuggestions.tsx'
import { KindRuleTrial } from './KindRuleTrial.tsx'
import styles from './Kinds.module.css'
import { ResultFields } from './ResultFields.tsx'
import { blankRule, conditionWords, hasResult, MOST_PATTERN, trimmed } from './rule.ts'
import { useChangeKindRule, useKindRules } from './useKindRules.ts'

const texts = kindRuleTexts.form

/** A new rule, for the device that the address names, or the rule at the place that it names. */
export function KindRuleScreen() {
  const { rule, device } = useSearch({ from: '/admin/devices/kinds/rule' })
  const { data, error, refetch } = useKindRules()
  const { entries, error: unknown } = useEntries()
  const before = rule === undefined ? undefined : data?.[rule]
  usePageTitle(before ? conditionWords(before) : texts.new)
  return (
    <OnePage
      list="/admin/devices/kinds"
      words={{ ...texts, back: kindRuleTexts.title, failed: kindRuleTexts.failed }}
      query={{ data: data && entries, error: error ?? unknown, refetch }}
    >
      {data && entries && (before || rule === undefined) ? (
        <KindRuleForm
          key={rule}
          stored={before}
          mac={device ?? ''}
          entries={entries.filter((entry) => isUnicastMac(entry.device.MAC))}
        />
      ) : null}
    </OnePage>
  )
}

interface KindRuleFormProps {
  stored: Fingerprint | undefined
  /** The device that a new rule is for; empty for none. */
  mac: string
  entries: readonly ShownDevice[]
}

function KindRuleForm({ stored, mac, entries }: KindRuleFormProps) {
  // The list may change while the form is open; the rule that it was opened for is changed, or none.
  const [before] = useState(stored)
  const { fields: draft, type, isIdle } = useEntryDraft(() => before ?? blankRule())
  const [tried, setTried] = useState(false)
  const navigate = useNavigate()
  const toList = () => navigate({ to: '/admin/devices/kinds', ignoreBlocker: true })
  const save = useChangeKindRule(toList)
  const remove = useChangeKindRule(toList)
  const rule = trimmed(draft)
  const submit = () => {
    setTried(true)
    if (rule.Pattern !== '' && hasResult(rule)) save.mutate({ before, after: rule })
  }
  return (
    <>
      <h1>{before ? conditionWords(before) : texts.new}</h1>
      <Form changes={classification.setCustom} className={styles.form} noValidate onSubmit={submit}>
        <Section title={texts.condition}>
          <div className={styles.pair}>
            <NativeSelect
              label={texts.signal}
              value={draft.SignalType}
              onChange={({ currentTarget }) =>
                type({ SignalType: SIGNAL_TYPES.find((one) => one === currentTarget.value) ?? draft.SignalType })
              }
              data={SIGNAL_TYPES.map((value) => ({ value, label: kindRuleTexts.signals[value] }))}
            />
            <TextInput
              label={texts.pattern}
              description={texts.patterns[draft.SignalType]}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={draft.Pattern}
              onChange={({ currentTarget }) => type({ Pattern: currentTarget.value })}
              error={tried && rule.Pattern === '' && texts.patternEmpty}
              maxLength={MOST_PATTERN}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
        </Section>
        <Permitted to={classification.setCustom}>
          <ConditionSuggestions entries={entries} first={mac} onUse={type} />
        </Permitted>
        <Section title={texts.result}>
          <ResultFields rule={draft} onChange={type} />
          {tried && !hasResult(rule) && (
            <p className={styles.invalid} role="alert">
              {texts.resultEmpty}
            </p>
          )}
        </Section>
        <Permitted to={classification.trial}>
          <KindRuleTrial rule={rule} before={before} entries={entries} />
        </Permitted>
        <SubmitButton size="md" save={save}>
          {texts.save}
        </SubmitButton>
      </Form>
      <UnsavedChanges isUnsaved={!isIdle && !save.isPending && !save.isSuccess} />
      {before && (
        <Permitted to={classification.setCustom}>
          <Removal
            label={texts.delete}
            title={texts.deleteTitle}
            hint={texts.deleteHint}
            action={{ ...remove, mutate: () => remove.mutate({ before, after: undefined }) }}
          />
        </Permitted>
      )}
    </>
  )
}
