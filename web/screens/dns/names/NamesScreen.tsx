import { useQuery } from '@tanstack/react-query'
import { names } from '../../../../router/model/dns/names/contract.ts'
import { query } from '../../../client/query.ts'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { HostRow } from './HostRow.tsx'
import styles from './NamesScreen.module.css'
import { NewHost } from './NewHost.tsx'

/** Names that the owner gives to addresses. */
export function NamesScreen() {
  const { data: hosts, error, refetch } = useQuery(query(names.list))
  if (!hosts) return <LoadState title={dnsTexts.host.failed} query={{ error, refetch }} height={200} radius="lg" />
  return (
    <div className="stack">
      <Section title={dnsTexts.host.title} hint={dnsTexts.host.hint}>
        {hosts.length === 0 && <p className={styles.empty}>{dnsTexts.host.empty}</p>}
        <ul>
          {hosts.map((host) => (
            <HostRow key={host.Hostname} host={host} />
          ))}
        </ul>
      </Section>
      <Permitted to={names.update}>
        <NewHost />
      </Permitted>
    </div>
  )
}
