import { IconShieldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { query } from '../../../client/query.ts'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { countOf, shareOf } from '../../../parts/values/amount.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { AddList } from './AddList.tsx'
import { ListRow } from './ListRow.tsx'
import styles from './ListsScreen.module.css'
import { Pauses } from './Pauses.tsx'
import { useFilter, useListStatuses } from './useLists.ts'

export function ListsScreen() {
  const { data: filter, error, refetch } = useFilter()
  const statuses = useListStatuses()
  if (!filter) return <LoadState title={dnsTexts.failed} query={{ error, refetch }} height={280} radius="lg" />
  const lists = filter.BlockLists
  return (
    <div className="stack">
      <Counts />
      <Section
        title={dnsTexts.list.yours}
        hint={dnsTexts.list.yoursHint}
        note={lists.length > 0 && <Pauses pauses={filter.Pauses} />}
      >
        {lists.length > 0 ? (
          <ul className={styles.lists}>
            {lists.map((list) => (
              <ListRow key={list.URI} list={list} status={statuses.get(list.URI)} />
            ))}
          </ul>
        ) : (
          <Face
            icon={<IconShieldOff size={36} stroke={1.3} />}
            title={dnsTexts.list.empty}
            hint={dnsTexts.list.emptyHint}
          />
        )}
      </Section>
      <Permitted to={dnsBlock.putBlockLists}>
        <AddList lists={lists} />
      </Permitted>
    </div>
  )
}

const LOOK_MS = 5000

/** Numbers of queries and of blocked ones. Omitted where they cannot be loaded. */
function Counts() {
  const { data, error } = useQuery({ ...query(dnsBlock.metrics), refetchInterval: LOOK_MS })
  if (error) return null
  const blocked = data && `${countOf(data.BlockedQueries)} (${shareOf(data.BlockedQueries, data.TotalQueries)})`
  const counts = [
    [dnsTexts.counts.asked, data && countOf(data.TotalQueries)],
    [dnsTexts.counts.blocked, blocked],
    [dnsTexts.counts.names, data && countOf(data.BlockedDomains)],
  ] as const
  return (
    <dl className={styles.counts}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count ?? dnsTexts.counts.unknown}</dd>
        </div>
      ))}
    </dl>
  )
}
