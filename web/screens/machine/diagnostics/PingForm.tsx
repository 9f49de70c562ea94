import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { diagnostics } from '../../../../router/model/machine/diagnostics/contract.ts'
import { call } from '../../../client/client.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { diagnosisTexts } from '../../../texts/machine/diagnostics.ts'
import { type Answers, answersOf, inMs, linkFor } from './answers.ts'
import { ADDRESSES } from './DeviceSuggestions.tsx'
import styles from './Diagnosis.module.css'
import { useMachineLinks } from './useMachineLinks.ts'

const words = diagnosisTexts.ping

export function PingForm() {
  const [typed, setTyped] = useState('')
  const [how, setHow] = useState<keyof typeof words.hows>('icmp')
  const [port, setPort] = useState('53')
  const [chosen, setChosen] = useState('')
  const [tried, setTried] = useState(false)
  const { names, placed, uplink } = useMachineLinks()
  const address = typed.trim()
  const link = chosen || linkFor(address, placed, uplink)
  const ask = useMutation({
    mutationFn: async (over: string) =>
      answersOf(
        how === 'icmp'
          ? await call(diagnostics.ping, { params: { interface: over, address } })
          : await call(diagnostics.pingUdp, { params: { interface: over, address: `${address}:${port.trim()}` } }),
      ),
  })
  const submit = () => {
    setTried(true)
    if (link) ask.mutate(link)
  }
  const { fields, rest } = complaintOf(ask.error, ['address', 'interface'])
  return (
    <Section title={words.title} hint={words.hint}>
      <Form onSubmit={submit} className={forms.form}>
        <TextInput
          label={words.address}
          description={words.addressHint}
          list={ADDRESSES}
          required
          withAsterisk={false}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={fields.address}
        />
        <div className={styles.pair}>
          <NativeSelect
            label={words.how}
            value={how}
            onChange={({ currentTarget }) => setHow(currentTarget.value as typeof how)}
            data={Object.entries(words.hows).map(([value, label]) => ({ value, label }))}
          />
          {how === 'udp' && (
            <TextInput
              label={words.port}
              inputMode="numeric"
              required
              withAsterisk={false}
              value={port}
              onChange={({ currentTarget }) => setPort(currentTarget.value)}
            />
          )}
          <NativeSelect
            label={words.link}
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={[{ value: '', label: diagnosisTexts.auto }, ...names]}
            error={fields.interface ?? (tried && !link && words.noLink)}
          />
        </div>
        <div>
          <SubmitButton loading={ask.isPending}>{words.submit}</SubmitButton>
        </div>
        <SaveError error={rest === '' ? null : ask.error} />
        <div role="status">{ask.data && <Came answers={ask.data} />}</div>
      </Form>
    </Section>
  )
}

function Came({ answers: { each, came, meanMs } }: { answers: Answers }) {
  const mean = meanMs === undefined ? '' : inMs(meanMs)
  return (
    <div className={styles.came}>
      <p>{came === 0 ? words.none : came === each.length ? words.all(mean) : words.some(came, mean)}</p>
      <ol className={styles.times}>
        {each.map((ms, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: four in a row, distinguished by position only
          <li key={at}>{ms === undefined ? words.lost : inMs(ms)}</li>
        ))}
      </ol>
    </div>
  )
}
