import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import { query } from '../../../client/query.ts'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { groupTexts } from '../../../texts/home/groups.ts'
import { useEntries } from '../devices/useEntries.ts'
import { GroupCard } from './GroupCard.tsx'
import styles from './GroupsScreen.module.css'
import { circlesOf } from './membership.ts'
import { NewGroup } from './NewGroup.tsx'

export function GroupsScreen() {
  usePageTitle(groupTexts.title)
  const known = useQuery(query(groups.list))
  const { entries, error, refetch } = useEntries()
  const reason = known.error ?? error
  return (
    <>
      <ScreenHead title={groupTexts.title} hint={groupTexts.hint} />
      {known.data && entries ? (
        <>
          <Permitted to={groups.update}>
            <NewGroup taken={known.data.map(({ Name }) => Name)} />
          </Permitted>
          {known.data.length > 0 ? (
            <ul className={styles.cards}>
              {circlesOf(known.data, entries).map((circle) => (
                <li key={circle.group.Name}>
                  <GroupCard circle={circle} all={entries} taken={known.data.map(({ Name }) => Name)} />
                </li>
              ))}
            </ul>
          ) : (
            <Face
              icon={<IconUsersGroup size={36} stroke={1.3} />}
              title={groupTexts.empty}
              hint={groupTexts.emptyHint}
            />
          )}
        </>
      ) : (
        <LoadState
          title={groupTexts.failed}
          query={{ error: reason, refetch: () => Promise.all([known.refetch(), refetch()]) }}
          height={280}
          radius="lg"
        />
      )}
    </>
  )
}
