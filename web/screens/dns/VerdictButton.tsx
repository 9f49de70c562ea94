import { Button } from '@mantine/core'
import { dnsBlock } from '../../../router/features/dnsblock/contract.ts'
import { Permitted } from '../../parts/layout/Permitted.tsx'
import { dnsTexts } from '../../texts/dns.ts'
import { isBlockedNow, type OwnRule, type Past } from './own.ts'
import type { Say } from './useVerdict.ts'
import styles from './VerdictButton.module.css'

const { line: words } = dnsTexts

interface VerdictButtonProps {
  past: Past
  rules: readonly OwnRule[]
  /** An address, or `*` for everyone, and its name within a sentence. */
  client: string
  who: string
  onSay: Say
}

/** Allows a blocked domain or blocks an allowed one, for the named device. */
export function VerdictButton({ past, rules, client, who, onSay }: VerdictButtonProps) {
  const type = isBlockedNow(past, rules, client) ? 'permit' : 'block'
  const label = (type === 'permit' ? words.allowFor : words.blockFor)(who)
  return (
    <Permitted to={dnsBlock.override}>
      <Button
        size="compact-sm"
        variant="default"
        classNames={{ root: styles.button, label: styles.words }}
        aria-label={words.about(label, past.name)}
        title={words.about(label, past.name)}
        onClick={() => onSay({ type, name: past.name, client }, who)}
      >
        {label}
      </Button>
    </Permitted>
  )
}
