import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { names } from '../../../../router/model/dns/names/contract.ts'
import type { Host } from '../../../../router/model/dns/names/host.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { IconButton } from '../../../parts/layout/IconButton.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { notifyFailure, showResult } from '../../../parts/notices/showResult.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { useWho } from '../useWho.ts'
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

/** A name and where it leads. Removing it can be undone. */
function HostRow({ host: { Hostname, IPAddress } }: { host: Host }) {
  const { people } = useWho()
  const device = people.find(({ ip }) => ip === IPAddress)
  const params = { hostname: Hostname }
  const remove = useAct(() => call(names.remove, { params, body: { IPAddress } }), names.list)
  const takeAway = () =>
    remove.mutate(undefined, {
      onSuccess: () => showResult(dnsTexts.host.removed(Hostname)),
      onError: notifyFailure,
    })
  return (
    <li className={styles.host}>
      <strong>{Hostname}</strong>
      <span className={styles.where}>
        <code>{IPAddress}</code>
        {device?.name}
      </span>
      <Permitted to={names.remove}>
        <IconButton label={dnsTexts.host.remove(Hostname)} icon={IconX} loading={remove.isPending} onClick={takeAway} />
      </Permitted>
    </li>
  )
}
