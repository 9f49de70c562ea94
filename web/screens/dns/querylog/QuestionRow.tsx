import { memo } from 'react'
import { Chips } from '../../../parts/layout/Chips.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { type OwnRule, sinceWords } from '../blocklists/rules/ownRules.ts'
import type { SetRule } from '../blocklists/rules/useSetRule.ts'
import { Actions } from './Actions.tsx'
import styles from './QuestionRow.module.css'
import { decisionOf, type LoggedQuestion } from './question.ts'
import { reasonWords } from './reason.ts'

interface QuestionRowProps {
  question: LoggedQuestion
  who: string
  /** Only queries of this device are shown. */
  isAlone: boolean
  /** The owner's present rules. */
  rules: readonly OwnRule[]
  onSetRule: SetRule
}

/** A DNS query: time, device, domain, result with its reason, rules since then, and buttons. */
export const QuestionRow = memo(function QuestionRow({ question, who, isAlone, rules, onSetRule }: QuestionRowProps) {
  const { at, name, types, outcome, answer, categories } = question
  const moment = new Date(at)
  const since = sinceWords(decisionOf(question), rules, question.ip, who)
  return (
    <li className={styles.row} data-outcome={outcome}>
      <time className={styles.time} dateTime={moment.toISOString()} title={moment.toLocaleString(locale)}>
        {moment.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })}
      </time>
      <span className={styles.what}>
        <strong className={styles.name} title={name}>
          {name}
        </strong>
        <span className={styles.details}>
          {!isAlone && <span>{who}</span>}
          <code>{types.join(' ')}</code>
          <Chips words={categories} kind="label" />
        </span>
      </span>
      <span className={styles.outcome}>
        <strong>{dnsTexts.line.outcomes[outcome]}</strong>
        <span>{reasonWords(question, outcome === 'blocked') || answer}</span>
        {since && <em>{since}</em>}
      </span>
      {/* The root is queried, too; to block it would block every name. */}
      {name !== '.' && <Actions question={question} who={who} isAlone={isAlone} rules={rules} onSetRule={onSetRule} />}
    </li>
  )
})
