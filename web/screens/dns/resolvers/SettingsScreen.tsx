import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { dns } from '../../../../router/model/dns/resolvers/contract.ts'
import { query } from '../../../client/query.ts'
import { Column, Columns } from '../../../parts/layout/Columns.tsx'
import { Failed } from '../../../parts/layout/Face.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { ExcludedDevices, FilterSettings } from '../blocklists/FilterSettings.tsx'
import { useFilter } from '../blocklists/useLists.ts'
import { Keeping } from '../querylog/Keeping.tsx'
import { Providers } from './Providers.tsx'

/** All settings of the resolver and the filter. Where a request fails, the other sections are still shown. */
export function SettingsScreen() {
  const settings = useQuery(query(dns.getDnsSettings))
  const filter = useFilter()
  const log = useQuery(query(dnsLog.config))
  // Sections that appear one after another would move the layout.
  if ([settings, filter, log].some(({ isPending }) => isPending))
    return <Skeleton height={640} radius="lg" aria-busy="true" />
  return (
    <Columns isEven>
      <Column>
        {settings.data ? (
          <>
            <Providers kind="all" settings={settings.data} />
            <Providers kind="family" settings={settings.data} />
          </>
        ) : (
          <Missing title={dnsTexts.ask.failed} {...settings} />
        )}
      </Column>
      <Column>
        {filter.data ? (
          <>
            <FilterSettings filter={filter.data} />
            <ExcludedDevices ips={filter.data.ClientIPExclusions} />
          </>
        ) : (
          <Missing title={dnsTexts.failed} {...filter} />
        )}
        {log.data ? <Keeping settings={log.data} /> : <Missing title={dnsTexts.keep.failed} {...log} />}
      </Column>
    </Columns>
  )
}

const Missing = ({ title, error, refetch }: { title: string; error: Error | null; refetch: () => unknown }) =>
  error && <Failed title={title} error={error} onRetry={() => void refetch()} />
