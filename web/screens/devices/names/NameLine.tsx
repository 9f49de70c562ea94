import { deviceTexts } from '../../../texts/device.ts'
import { reasonWords } from '../../dns/log/reason.ts'
import type { OwnRule, Past } from '../../dns/own.ts'
import { sinceWords } from '../../dns/since.ts'
import type { Say } from '../../dns/useVerdict.ts'
import { VerdictButton } from '../../dns/VerdictButton.tsx'
import { ago } from '../ago.ts'
import styles from './Names.module.css'
import type { Asked } from './query.ts'

const words = deviceTexts.log

interface NameLineProps {
  asked: Asked
  /** The address and name of the device. */
  ip: string
  who: string
  rules: readonly OwnRule[]
  onSay: Say
}

/** A domain in the log. Its button reverses the verdict, or the rule made since. */
export function NameLine({ asked, ip, who, rules, onSay }: NameLineProps) {
  const { name, outcome, reason, categories, count, at } = asked
  const past: Past = { name, isBlocked: outcome === 'BLOCKED', reason }
  const facts = [
    words.outcomes[outcome],
    reasonWords(reason, past.isBlocked),
    sinceWords(past, rules, ip, who),
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
      {/* The root is asked for, too; to block it would block every name there is. */}
      {name !== '.' && (
        <span className={styles.button}>
          <VerdictButton past={past} rules={rules} client={ip} who={who} onSay={onSay} />
        </span>
      )}
    </li>
  )
}
