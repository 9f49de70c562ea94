import { Button, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconHistory } from '@tabler/icons-react'
import { Face, Failed } from '../../parts/Face.tsx'
import { texts } from '../../texts/logs.ts'
import { Change } from '../audit/Change.tsx'
import styles from '../audit/Changes.module.css'
import { useChanges } from '../audit/useChanges.ts'
import { useDevicePage } from './page.ts'

const words = texts.change

/** Who changed what about this device, and when. */
export function HistoryTab() {
  const { entry } = useDevicePage()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useChanges(entry.identity, '')
  const changes = data?.pages.flat()
  if (!changes)
    return error ? (
      <Failed title={words.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={240} radius="lg" aria-busy="true" />
    )
  if (changes.length === 0)
    return <Face icon={<IconHistory size={32} stroke={1.5} />} title={words.empty} hint={words.emptyHint} />
  return (
    <>
      <ol className={styles.list}>
        {changes.map((change) => (
          <Change key={change.Id} entry={change} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  )
}
