import { Button, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconHistory } from '@tabler/icons-react'
import { useId } from 'react'
import { Face, Failed } from '../../../parts/layout/Face.tsx'
import { deviceTexts } from '../../../texts/device.ts'
import { texts } from '../../../texts/logs.ts'
import { Change } from '../../audit/Change.tsx'
import list from '../../audit/Changes.module.css'
import { useChanges } from '../../audit/useChanges.ts'
import { useDevicePage } from '../devicePage.ts'
import { DeviceEvents } from './Events.tsx'
import styles from './HistoryTab.module.css'

const words = texts.change

/** Events of this device, and changes to its settings. */
export const HistoryTab = () => (
  <div className={styles.page}>
    <DeviceEvents />
    <Changes />
  </div>
)

function Changes() {
  const { entry } = useDevicePage()
  const id = useId()
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
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {deviceTexts.changes}
      </h2>
      <ol className={list.list}>
        {changes.map((change) => (
          <Change key={change.Id} entry={change} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </section>
  )
}
