import { Autocomplete, type OptionsFilter, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { services } from '../../../../../router/model/machine/services/contract.ts'
import type { Announced } from '../../../../../router/model/machine/services/service.ts'
import { query } from '../../../../client/query.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { useDevicePage } from '../devicePage.ts'
import type { ShownDevice } from '../entry.ts'
import { AllowedConnections } from './AllowedConnections.tsx'
import { PurposeFields } from './PurposeFields.tsx'
import styles from './Reach.module.css'
import { ReachDecision } from './ReachDecision.tsx'
import { type Aim, aimOf, type Purpose, usualFor } from './service.ts'

const words = deviceTexts.reach

interface Question {
  readonly way: 'out' | 'in'
  /** The typed text. */
  readonly other: string
  /** Undefined until one is selected. */
  readonly purpose: Purpose | undefined
}

const none: readonly Announced[] = []
const everything: OptionsFilter = ({ options }) => options

/** Checks access between the device and another end, in either direction. */
export function ReachTab() {
  const { entry, all } = useDevicePage()
  const [question, setQuestion] = useState<Question>({ way: 'out', other: '', purpose: undefined })
  const [asked, setAsked] = useState<{ way: 'out' | 'in'; other: string; aim: Aim; what: string }>()
  const others = all.filter(({ identity, device }) => identity !== entry.identity && device.RecentIP !== '')

  const choices: readonly string[] = [...new Set([words.internet, words.router, ...others.map(({ name }) => name)])]
  const { way, other } = question
  // The receiver, whose announced services are offered first.
  const listener = way === 'out' ? others.find(({ name }) => name === other.trim()) : entry
  const mac = listener?.device.MAC || undefined
  const { data } = useQuery({ ...query(services.list, { query: { identity: mac } }), enabled: mac !== undefined })
  const announced = (mac !== undefined && data?.Announced) || none
  const purpose = question.purpose ?? usualFor(announced)

  const ask = () => setAsked({ way, other: endOf(other, others), ...aimOf(purpose) })
  /** Answer and buttons belong to the previous check. */
  const change = (some: Partial<Question>) => {
    setQuestion({ ...question, ...some })
    setAsked(undefined)
  }

  return (
    <div className={styles.page}>
      <Section title={words.title} hint={words.hint}>
        <Form onSubmit={ask} className="stack" noValidate>
          <SegmentedControl
            aria-label={words.way}
            value={way}
            onChange={(next) => change({ way: next })}
            data={[
              { value: 'out', label: words.out(entry.name) },
              { value: 'in', label: words.in(entry.name) },
            ]}
          />
          <Autocomplete
            label={words.other}
            description={words.otherHint}
            value={other}
            onChange={(typed) => change({ other: typed })}
            placeholder={words.otherExample}
            onFocus={({ currentTarget }) => currentTarget.select()}
            // The selected entry is not a search text.
            {...(choices.includes(other) && { filter: everything })}
            data={choices}
            selectFirstOptionOnChange
          />
          <PurposeFields
            purpose={purpose}
            other={listener && { name: listener.name, announced }}
            onChange={(next) => change({ purpose: next })}
          />
          <SubmitButton disabled={other.trim() === ''}>{words.ask}</SubmitButton>
        </Form>
      </Section>
      {asked && <ReachDecision entry={entry} all={all} {...asked} />}
      <AllowedConnections entry={entry} all={all} />
    </div>
  )
}

/** The other end for the API: a device by its identity, since names may be equal. */
function endOf(typed: string, others: readonly ShownDevice[]): string {
  if (typed === words.internet) return 'internet'
  if (typed === words.router) return 'router'
  const text = typed.trim()
  const device = others.find(({ name }) => name === typed) ?? others.find(({ name }) => name === text)
  return device?.identity ?? text
}
