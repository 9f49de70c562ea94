import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { isPending } from '../../../../router/model/home/devices/device.ts'
import { query } from '../../../client/query.ts'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { usersTexts } from '../../../texts/access/users.ts'
import { statusWords } from '../../home/devices/list/DeviceRow.tsx'
import { useEntries } from '../../home/devices/useEntries.ts'
import { DeviceInternet } from '../../home/schedules/DeviceInternet.tsx'
import { OwnRefusals } from './OwnRefusals.tsx'
import styles from './Users.module.css'

const words = usersTexts.parent
/** A parent gets no events about rules of the whole home. */
const POLL_MS = 30_000

/** The devices of a parent's groups, each with Pause and One more hour. */
export function ParentHome() {
  usePageTitle(words.title)
  const { entries: all, error, refetch } = useEntries({ pollMs: POLL_MS })
  // One that waits to join has no internet to pause.
  const entries = useMemo(() => all?.filter(({ identity }) => !isPending(identity)), [all])
  useQuery({ ...query(pfw.rules), refetchInterval: POLL_MS })
  return (
    <div className={styles.page}>
      <h1>{words.title}</h1>
      {entries?.length === 0 && <Face title={words.empty} hint={words.emptyHint} />}
      {entries?.map((entry) => (
        <DeviceInternet
          key={entry.identity}
          entry={entry}
          all={entries}
          title={entry.name}
          hint={statusWords[entry.status]}
        />
      ))}
      {entries && entries.length > 0 && <OwnRefusals entries={entries} />}
      {!entries && <LoadState title={words.failed} query={{ error, refetch }} height={160} radius="lg" />}
    </div>
  )
}
