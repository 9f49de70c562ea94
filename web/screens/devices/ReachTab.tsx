import { Autocomplete, Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useState } from 'react'
import { Form } from '../../parts/Form.tsx'
import { Section } from '../../parts/Section.tsx'
import { deviceTexts } from '../../texts/device.ts'
import { Answer } from './Answer.tsx'
import type { Entry } from './entry.ts'
import { PurposeFields } from './PurposeFields.tsx'
import { useDevicePage } from './page.ts'
import styles from './Reach.module.css'
import { type Aim, aimOf, USUAL } from './service.ts'

const words = deviceTexts.reach

/** Why can’t it reach …? Or why can it, or somebody it: each way is another question. */
export function ReachTab() {
  const { entry, all } = useDevicePage()
  const [way, setWay] = useState<'out' | 'in'>('out')
  const [other, setOther] = useState<string>(words.internet)
  const [purpose, setPurpose] = useState(USUAL)
  const [asked, setAsked] = useState<{ way: 'out' | 'in'; other: string; aim: Aim; what: string }>()
  const others = all.filter(({ identity, device }) => identity !== entry.identity && device.RecentIP !== '')

  const ask = () => {
    setAsked({ way, other: endOf(other, others), ...aimOf(purpose) })
  }

  return (
    <div className={styles.page}>
      <Section title={words.title} hint={words.hint}>
        <Form onSubmit={ask} className={styles.form} noValidate>
          <SegmentedControl
            aria-label={words.way}
            value={way}
            onChange={setWay}
            data={[
              { value: 'out', label: words.out(entry.name) },
              { value: 'in', label: words.in(entry.name) },
            ]}
          />
          <Autocomplete
            label={words.other}
            description={words.otherHint}
            value={other}
            onChange={setOther}
            data={[...new Set([words.internet, words.router, ...others.map(({ name }) => name)])]}
            selectFirstOptionOnChange
          />
          <PurposeFields purpose={purpose} onChange={setPurpose} />
          <Button type="submit" disabled={other.trim() === ''}>
            {words.ask}
          </Button>
        </Form>
      </Section>
      {asked && <Answer entry={entry} all={all} {...asked} />}
    </div>
  )
}

/** What the router calls the other end: a device by its identity, since two may have one name. */
function endOf(typed: string, others: readonly Entry[]): string {
  if (typed === words.internet) return 'internet'
  if (typed === words.router) return 'router'
  const text = typed.trim()
  const device = others.find(({ name }) => name === typed) ?? others.find(({ name }) => name === text)
  return device?.identity ?? text
}
