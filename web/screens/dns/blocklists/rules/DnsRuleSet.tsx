import { Switch } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type DnsBlockConfig, dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { DEFAULT_LIST } from '../../../../../router/model/dns/blocklists/key.ts'
import { useAct } from '../../../../client/changes.ts'
import { call } from '../../../../client/client.ts'
import { Confirmed } from '../../../../parts/dialogs/Confirmed.tsx'
import { SaveError } from '../../../../parts/forms/SaveNote.tsx'
import { IconButton } from '../../../../parts/layout/IconButton.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import { DnsRuleRow } from './DnsRuleRow.tsx'
import styles from './DnsRuleSet.module.css'

const { rule: words } = dnsTexts

/** Own rules that are switched together. The set that is always there cannot be removed. */
export function DnsRuleSet({ set }: { set: DnsBlockConfig['OverrideLists'][number] }) {
  const { Name, Enabled, Tags, PermitDomains, BlockDomains } = set
  const isMain = Name === DEFAULT_LIST
  const rules = [...PermitDomains, ...BlockDomains]
  const put = useAct(
    (enabled: boolean) => call(dnsBlock.putOverrideList, { params: { list: Name }, body: { Enabled: enabled } }),
    dnsBlock.config,
  )
  const remove = useAct(() => call(dnsBlock.removeOverrideList, { params: { list: Name } }), dnsBlock.config)
  const tools = (
    <Permitted to={dnsBlock.putOverrideList} isShown>
      <span className={styles.tools}>
        <Switch
          size="md"
          labelPosition="left"
          label={words.inForce}
          aria-label={words.useSet(isMain ? words.mainSet : Name)}
          checked={put.isPending ? put.variables : Enabled}
          onChange={({ currentTarget }) => put.mutate(currentTarget.checked)}
        />
        {!isMain && (
          <Confirmed
            title={words.removeSetTitle(Name)}
            hint={words.removeSetHint(rules.length)}
            confirm={dnsTexts.remove}
            action={remove}
          >
            {(open) => <IconButton label={words.removeSet(Name)} icon={IconTrash} onClick={open} />}
          </Confirmed>
        )}
      </span>
    </Permitted>
  )
  const hint = Tags.length > 0 ? dnsTexts.list.onlyFor(Tags.join(', ')) : isMain ? words.mainSetHint : ''
  return (
    <Section title={isMain ? words.mainSet : Name} note={tools} {...(hint && { hint })}>
      {rules.length === 0 && <p className={styles.empty}>{words.empty}</p>}
      <ul className={styles.rules} data-off={!Enabled || undefined}>
        {rules.map((override) => (
          <DnsRuleRow key={`${override.Domain} ${override.ClientIP}`} set={Name} override={override} />
        ))}
      </ul>
      <SaveError error={put.error} />
    </Section>
  )
}
