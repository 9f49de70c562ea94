import { Button, CloseButton, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Skeleton.css'
import { useDebouncedValue } from '@mantine/hooks'
import { IconHistory, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Face, Failed } from '../../parts/layout/Face.tsx'
import { texts } from '../../texts/logs.ts'
import { Change } from './Change.tsx'
import styles from './Changes.module.css'
import { useChanges } from './useChanges.ts'

const TYPING_MS = 250

/** The audit log: user, time, address, and values before and after. */
export function Changes() {
  const [what, setWhat] = useState('')
  const [who, setWho] = useState('')
  const [sought] = useDebouncedValue(what.trim(), TYPING_MS)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useChanges(sought, who)
  const changes = data?.pages.flat()
  const showAll = () => {
    setWhat('')
    setWho('')
  }
  return (
    <>
      <div className={styles.tools}>
        <TextInput
          type="search"
          className={styles.search}
          aria-label={texts.change.search}
          placeholder={texts.change.search}
          maxLength={128}
          leftSection={<IconSearch size={18} stroke={1.6} />}
          value={what}
          onChange={({ currentTarget }) => setWhat(currentTarget.value)}
        />
        {who && (
          <span className={styles.who}>
            {texts.change.who}: <strong>{who}</strong>
            <CloseButton size="sm" aria-label={texts.change.allUsers} onClick={() => setWho('')} />
          </span>
        )}
      </div>
      {changes && changes.length > 0 ? (
        <>
          <ol className={styles.list}>
            {changes.map((entry) => (
              <Change key={entry.Id} entry={entry} onWho={setWho} />
            ))}
          </ol>
          {hasNextPage && (
            <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.change.more}
            </Button>
          )}
        </>
      ) : changes && (sought || who) ? (
        <Face
          icon={<IconSearchOff size={32} stroke={1.5} />}
          title={texts.change.noMatch}
          hint={texts.change.noMatchHint}
        >
          <Button variant="default" onClick={showAll}>
            {texts.change.showAll}
          </Button>
        </Face>
      ) : changes ? (
        <Face icon={<IconHistory size={32} stroke={1.5} />} title={texts.change.empty} hint={texts.change.emptyHint} />
      ) : error ? (
        <Failed title={texts.change.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} radius="lg" aria-busy="true" />
      )}
    </>
  )
}
