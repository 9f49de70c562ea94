import { Autocomplete, Button, NativeSelect, NumberInput, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useState } from 'react'
import { Section } from '../../parts/Section.tsx'
import { deviceTexts } from '../../texts/device.ts'
import { Answer } from './Answer.tsx'
import type { Entry } from './entry.ts'
import { useDevicePage } from './page.ts'
import styles from './Reach.module.css'
import { type Aim, SERVICES } from './service.ts'

const words = deviceTexts.reach
type Service = keyof typeof words.services
const CHOICES = Object.keys(words.services) as Service[]
const USUAL_PORT = 80

/** Why can’t it reach …? Or why can it, or somebody it: each way is another question. */
export function ReachTab() {
  const { entry, all } = useDevicePage()
  const [way, setWay] = useState<'out' | 'in'>('out')
  const [other, setOther] = useState<string>(words.internet)
  const [service, setService] = useState<Service>('https')
  const [proto, setProto] = useState<'tcp' | 'udp'>('tcp')
  const [port, setPort] = useState(USUAL_PORT)
  const [asked, setAsked] = useState<{ way: 'out' | 'in'; other: string; aim: Aim; what: string }>()
  const others = all.filter(({ identity, device }) => identity !== entry.identity && device.RecentIP !== '')

  const ask = () => {
    const aim: Aim = service === 'port' ? { proto, port } : SERVICES[service]
    const what =
      service === 'port' || aim.port === undefined
        ? aim.port === undefined
          ? words.services.ping
          : words.portOf(aim.proto, aim.port)
        : words.services[service]
    setAsked({ way, other: endOf(other, others), aim, what })
  }

  return (
    <div className={styles.page}>
      <Section title={words.title} hint={words.hint}>
        <form action={ask} className={styles.form} noValidate>
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
            maxDropdownHeight={220}
            selectFirstOptionOnChange
          />
          <NativeSelect
            label={words.what}
            value={service}
            onChange={({ currentTarget }) => setService(CHOICES.find((one) => one === currentTarget.value) ?? 'https')}
            data={CHOICES.map((value) => ({ value, label: words.services[value] }))}
          />
          {service === 'port' && (
            <div className={styles.port}>
              <NativeSelect
                label={words.proto}
                value={proto}
                onChange={({ currentTarget }) => setProto(currentTarget.value === 'udp' ? 'udp' : 'tcp')}
                data={['tcp', 'udp']}
              />
              <NumberInput
                label={words.port}
                value={port}
                min={1}
                max={65_535}
                allowDecimal={false}
                hideControls
                onChange={(value) => setPort(Number(value))}
              />
            </div>
          )}
          <Button type="submit" disabled={other.trim() === ''}>
            {words.ask}
          </Button>
        </form>
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
