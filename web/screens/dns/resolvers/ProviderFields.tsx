import { Select, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { IconButton } from '../../../parts/layout/IconButton.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import styles from './Providers.module.css'
import type { ProviderDraft, ProviderProtocol, providerFaultOf } from './provider.ts'

const { ask: words } = dnsTexts
const KINDS: readonly ProviderProtocol[] = ['tls', 'https', 'plain']

interface ProviderFieldsProps {
  draft: ProviderDraft
  /** 1 for the first. */
  index: number
  fault: ReturnType<typeof providerFaultOf>
  onChange: (draft: ProviderDraft) => void
  onRemove?: () => void
}

/** One provider: how it is asked, where, and by which name it must prove itself. */
export function ProviderFields({ draft, index, fault, onChange, onRemove }: ProviderFieldsProps) {
  const { kind, address, host } = draft
  return (
    <fieldset className={styles.provider} aria-label={words.provider(index)}>
      <Select
        label={words.kind}
        data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        value={kind}
        onChange={(next) => next !== null && onChange({ ...draft, kind: next })}
        allowDeselect={false}
      />
      <TextInput
        label={words.address}
        placeholder="9.9.9.9"
        autoComplete="off"
        value={address}
        onChange={({ currentTarget }) => onChange({ ...draft, address: currentTarget.value })}
        error={fault === 'address' && words.wrongAddress}
      />
      {onRemove && (
        <IconButton className={styles.remove ?? ''} label={words.remove(index)} icon={IconTrash} onClick={onRemove} />
      )}
      {kind !== 'plain' && (
        <TextInput
          className={styles.host}
          label={words.host[kind]}
          placeholder={words.hostPlaceholder[kind]}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={host}
          onChange={({ currentTarget }) => onChange({ ...draft, host: currentTarget.value })}
          error={fault === 'host' && (kind === 'tls' ? words.wrongHost : words.wrongEndpoint)}
        />
      )}
    </fieldset>
  )
}
