import { Button } from '@mantine/core'
import type { Override } from '../../../router/features/dnsblock/override.ts'
import { deviceTexts } from '../../texts/device.ts'
import { reasonWords } from '../dns/log/reason.ts'
import { type Asked, ruleFor } from './asked.ts'
import styles from './Names.module.css'
import { ago } from './seen.ts'

const words = deviceTexts.log

interface NameLineProps {
  asked: Asked
  rules: readonly Override[]
  onSay: (type: 'permit' | 'block') => void
}

/** A name in the log. The button says the opposite of what the device heard, or of what was said of the name since. */
export function NameLine({ asked: { name, outcome, reason, categories, count, at }, rules, onSay }: NameLineProps) {
  const rule = ruleFor(rules, name)
  const isBlocked = rule ? rule.Type === 'block' : outcome === 'BLOCKED'
  const facts = [words.outcomes[outcome], reasonWords(reason), ...categories, count > 1 ? words.times(count) : '']
  return (
    <li className={styles.line} data-outcome={outcome}>
      <span className={styles.name}>{name}</span>
      <span className={styles.facts}>
        {facts.filter((fact) => fact !== '').join(' · ')}
        {' · '}
        <time dateTime={at}>{ago(new Date(at), new Date())}</time>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        className={styles.button}
        aria-label={(isBlocked ? words.permitOf : words.blockOf)(name)}
        onClick={() => onSay(isBlocked ? 'permit' : 'block')}
      >
        {isBlocked ? words.permit : words.block}
      </Button>
    </li>
  )
}
