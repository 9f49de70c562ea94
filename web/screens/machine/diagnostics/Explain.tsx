import { TextInput } from '@mantine/core'
import { IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Explanation, explain } from '../../../../router/model/firewall/explain/contract.ts'
import { query } from '../../../client/query.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { shownName } from '../../../parts/values/name.ts'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { diagnosisTexts } from '../../../texts/machine/diagnostics.ts'
import { PurposeFields } from '../../home/devices/reach/PurposeFields.tsx'
import { byAddress, Remedies } from '../../home/devices/reach/ReachDecision.tsx'
import { aimOf, type Purpose, USUAL_PURPOSE } from '../../home/devices/reach/service.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { ENDS } from './DeviceSuggestions.tsx'
import styles from './Diagnosis.module.css'

const words = diagnosisTexts.explain

interface Question {
  readonly from: string
  readonly to: string
  readonly purpose: Purpose
}

/** Why two cannot talk, or can; and what would change that. */
export function Explain() {
  const [typed, setTyped] = useState<Question>({ from: '', to: '', purpose: USUAL_PURPOSE })
  const [asked, setAsked] = useState<Question>()
  const { from, to, purpose } = asked ?? typed
  const { data, error, isFetching, refetch } = useQuery({
    ...query(explain.packet, { query: { from, to, ...aimOf(purpose).aim } }),
    enabled: asked !== undefined,
    staleTime: 0,
    // Fetched only when the form is submitted.
    refetchInterval: false,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const { fields, rest } = complaintOf(error, ['from', 'to', 'port'])
  const end = { list: ENDS, required: true, withAsterisk: false, autoComplete: 'off', spellCheck: false } as const
  const ask = () => {
    setAsked(typed)
    if (asked && JSON.stringify(asked) === JSON.stringify(typed)) void refetch()
  }
  return (
    <Section title={words.title} hint={words.hint}>
      <Form onSubmit={ask} className={forms.form}>
        <TextInput
          {...end}
          label={words.from}
          description={words.endHint}
          value={typed.from}
          onChange={({ currentTarget }) => setTyped({ ...typed, from: currentTarget.value })}
          error={fields.from}
        />
        <TextInput
          {...end}
          label={words.to}
          value={typed.to}
          onChange={({ currentTarget }) => setTyped({ ...typed, to: currentTarget.value })}
          error={fields.to}
        />
        <PurposeFields purpose={typed.purpose} onChange={(next) => setTyped({ ...typed, purpose: next })} />
        <SaveError error={fields.port === undefined && rest === '' ? null : error} />
        <div>
          <SubmitButton loading={isFetching && !data}>{words.submit}</SubmitButton>
        </div>
      </Form>
      {data && !error && asked && <Verdict answer={data} purpose={asked.purpose} />}
    </Section>
  )
}

function Verdict({ answer, purpose }: { answer: Explanation; purpose: Purpose }) {
  const { Passes, Text, Coded, LedTo, From } = answer
  const { entries: all } = useEntries()
  const opener = all && byAddress(all, From.IP)
  const Icon = Passes ? IconCircleCheck : IconHandStop
  return (
    <>
      <div className={styles.verdict} data-passes={Passes} role="status">
        <Icon size={24} stroke={1.6} aria-hidden />
        <div>
          <strong>{Passes ? words.passes : words.blocked}</strong>
          <p>
            <TranslatedMessage of={Text} coded={Coded} />
          </p>
          {LedTo && <p>{words.ledTo(shownName(LedTo.Name) || LedTo.IP)}</p>}
        </div>
      </div>
      {opener && <Remedies opener={opener} all={all} explanation={answer} {...aimOf(purpose)} />}
    </>
  )
}
