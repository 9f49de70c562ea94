import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { DecisionButton } from '../../../dns/blocklists/rules/DecisionButton.tsx'
import { type DnsDecision, type OwnRule, sinceWords } from '../../../dns/blocklists/rules/ownRules.ts'
import type { SetRule } from '../../../dns/blocklists/rules/useSetRule.ts'
import { reasonWords } from '../../../dns/querylog/reason.ts'
import { ago } from '../ago.ts'
import styles from './Names.module.css'
import type { QueriedDomain } from './query.ts'

const words = deviceTexts.log

interface NameLineProps {
  asked: QueriedDomain
  /** The address and name of the device. */
  ip: string
  who: string
  rules: readonly OwnRule[]
  onSetRule: SetRule
}

/** A domain in the log. Its button reverses the verdict, or the rule made since. */
export function NameLine({ asked, ip, who, rules, onSetRule }: NameLineProps) {
  const { name, outcome, verdict, by, categories, count, at } = asked
  const decision: DnsDecision = { name, isBlocked: outcome === 'BLOCKED', verdict, by }
  const facts = [
    words.outcomes[outcome],
    reasonWords(decision, decision.isBlocked),
    sinceWords(decision, rules, ip, who),
    ...categories,
    count > 1 ? words.times(count) : '',
  ]
  return (
    <li className={styles.line} data-outcome={outcome}>
      <span className={styles.name}>{name}</span>
      <span className={styles.facts}>
        {facts.filter((fact) => fact !== '').join(' · ')}
        {' · '}
        <time dateTime={at}>{ago(new Date(at), new Date())}</time>
      </span>
      {/* The root is queried, too; to block it would block every name. */}
      {name !== '.' && (
        <span className={styles.button}>
          <DecisionButton decision={decision} rules={rules} client={ip} who={who} onSetRule={onSetRule} />
        </span>
      )}
    </li>
  )
}
