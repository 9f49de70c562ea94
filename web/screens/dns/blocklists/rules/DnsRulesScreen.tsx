import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { Column, Columns } from '../../../../parts/layout/Columns.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import { useFilter } from '../useLists.ts'
import { DnsRuleSet } from './DnsRuleSet.tsx'
import { NewRule } from './NewRule.tsx'
import { NewSet } from './NewSet.tsx'

/** What the owner says of single names, in place of the block lists and of the internet. */
export function DnsRulesScreen() {
  const { data: filter, error, refetch } = useFilter()
  if (!filter) return <LoadState title={dnsTexts.failed} query={{ error, refetch }} height={280} radius="lg" />
  const sets = filter.OverrideLists
  return (
    <Columns>
      <Column>
        {sets.map((set) => (
          <DnsRuleSet key={set.Name} set={set} />
        ))}
      </Column>
      <Permitted to={dnsBlock.override}>
        <Column>
          <NewRule sets={sets.map(({ Name }) => Name)} />
          <NewSet />
        </Column>
      </Permitted>
    </Columns>
  )
}
