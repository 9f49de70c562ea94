import type { ScriptLogEntry } from '../../../../router/model/messages/automations/contract.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { automationTexts } from '../../../texts/messages/automations.ts'
import styles from './Automations.module.css'
import { lineWords } from './state.ts'
import { useAutomationLog } from './useAutomations.ts'

const texts = automationTexts.log
const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' })

/** The log of an automation; runs bring new entries. */
export function AutomationLog({ name }: { name: string }) {
  const { data = [] } = useAutomationLog(name)
  return (
    <Section title={texts.title} hint={texts.hint}>
      {data.length === 0 ? <p>{texts.empty}</p> : <Entries entries={data} label={texts.title} />}
    </Section>
  )
}

export const Entries = ({ entries, label }: { entries: readonly ScriptLogEntry[]; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable with the keyboard
  <ul className={styles.log} aria-label={label} tabIndex={0}>
    {entries.map(({ Time, Level, Text, Line }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries have no key, and several can have the same time
      <li key={index}>
        <time dateTime={Time}>{clock.format(new Date(Time))}</time>
        <span data-level={Level}>{lineWords({ Line, Message: Text })}</span>
      </li>
    ))}
  </ul>
)
