import { Button } from '@mantine/core'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import styles from './DecisionButton.module.css'
import { type DnsDecision, isBlockedNow, type OwnRule } from './ownRules.ts'
import type { SetRule } from './useSetRule.ts'

const { line: words } = dnsTexts

interface DecisionButtonProps {
  decision: DnsDecision
  rules: readonly OwnRule[]
  /** An address, or `*` for everyone, and its name within a sentence. */
  client: string
  who: string
  onSetRule: SetRule
}

/** Allows a blocked domain or blocks an allowed one, for the named device. */
export function DecisionButton({ decision, rules, client, who, onSetRule }: DecisionButtonProps) {
  const type = isBlockedNow(decision, rules, client) ? 'permit' : 'block'
  const label = (type === 'permit' ? words.allowFor : words.blockFor)(who)
  return (
    <Permitted to={dnsBlock.override}>
      <Button
        size="compact-sm"
        variant="default"
        classNames={{ root: styles.button, label: styles.words }}
        aria-label={words.about(label, decision.name)}
        title={words.about(label, decision.name)}
        onClick={() => onSetRule({ type, name: decision.name, client }, who)}
      >
        {label}
      </Button>
    </Permitted>
  )
}
