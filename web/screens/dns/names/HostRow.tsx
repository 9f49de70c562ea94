import { IconX } from '@tabler/icons-react'
import { names } from '../../../../router/model/dns/names/contract.ts'
import type { Host } from '../../../../router/model/dns/names/host.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { IconButton } from '../../../parts/layout/IconButton.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { notifyFailure, showResult } from '../../../parts/notices/showResult.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { useWho } from '../useWho.ts'
import styles from './NamesScreen.module.css'

/** A name and where it leads. Removing it can be undone. */
export function HostRow({ host: { Hostname, IPAddress } }: { host: Host }) {
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
