import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Explanation, explain } from '../../../router/features/explain/contract.ts'
import { call } from '../../client/client.ts'
import forms from '../../parts/Form.module.css'
import { complaintOf } from '../../parts/fieldErrors.ts'
import { SaveError } from '../../parts/SaveNote.tsx'
import { Section } from '../../parts/Section.tsx'
import { diagnosisTexts } from '../../texts/diagnosis.ts'
import styles from './Diagnosis.module.css'
import { ENDS } from './Places.tsx'

const words = diagnosisTexts.explain

/** Why two cannot talk, or can. */
export function Explain() {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [proto, setProto] = useState<keyof typeof words.protos>('tcp')
  const [port, setPort] = useState('443')
  const ask = useMutation({
    mutationFn: () => call(explain.packet, { query: { from, to, proto, port: proto === 'icmp' ? undefined : port } }),
  })
  const { fields, rest } = complaintOf(ask.error, ['from', 'to', 'port'])
  const end = { list: ENDS, required: true, withAsterisk: false, autoComplete: 'off', spellCheck: false } as const
  return (
    <Section title={words.title} hint={words.hint}>
      <form action={() => ask.mutate()} className={forms.form}>
        <TextInput
          {...end}
          label={words.from}
          description={words.endHint}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          error={fields.from}
        />
        <TextInput
          {...end}
          label={words.to}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
          error={fields.to}
        />
        <div className={styles.pair}>
          <NativeSelect
            label={words.proto}
            value={proto}
            onChange={({ currentTarget }) => setProto(currentTarget.value as typeof proto)}
            data={Object.entries(words.protos).map(([value, label]) => ({ value, label }))}
          />
          {proto !== 'icmp' && (
            <TextInput
              label={words.port}
              inputMode="numeric"
              required
              withAsterisk={false}
              value={port}
              onChange={({ currentTarget }) => setPort(currentTarget.value)}
              error={fields.port}
            />
          )}
        </div>
        <div>
          <Button type="submit" loading={ask.isPending}>
            {words.submit}
          </Button>
        </div>
        <SaveError error={rest === '' ? null : ask.error} />
        <div role="status">{ask.data && <Verdict answer={ask.data} />}</div>
      </form>
    </Section>
  )
}

function Verdict({ answer: { Passes, Text, LedTo } }: { answer: Explanation }) {
  const Icon = Passes ? IconCircleCheck : IconHandStop
  return (
    <div className={styles.verdict} data-passes={Passes}>
      <Icon size={24} stroke={1.6} aria-hidden />
      <div>
        <strong>{Passes ? words.passes : words.blocked}</strong>
        <p>{Text}</p>
        {LedTo && <p>{words.ledTo(LedTo.Name || LedTo.IP)}</p>}
      </div>
    </div>
  )
}
