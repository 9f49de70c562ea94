import { Button, CloseButton, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Skeleton.css'
import { IconPlayerPause, IconPlayerPlay, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { Face, Failed } from '../../../parts/Face.tsx'
import { dnsTexts } from '../../../texts/dns.ts'
import { DeviceSelect } from '../DeviceSelect.tsx'
import { useWho } from '../useWho.ts'
import styles from './LogScreen.module.css'
import { QuestionRow } from './QuestionRow.tsx'
import { matches, type Question } from './question.ts'
import { useLog } from './useLog.ts'
import type { WantedLog } from './wanted.ts'

const { line: words } = dnsTexts

export function LogScreen() {
  const wanted = useSearch({ from: '/admin/dns/log' })
  const navigate = useNavigate({ from: '/admin/dns/log' })
  const log = useLog(wanted.client)
  const [held, setHeld] = useState<readonly Question[]>()
  const want = (some: Partial<Record<keyof WantedLog, WantedLog[keyof WantedLog] | undefined>>) =>
    void navigate({ search: { ...wanted, ...some } as WantedLog, replace: true })
  const Icon = held ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      <div className={styles.tools}>
        <DeviceSelect
          label={words.whose}
          value={wanted.client}
          onChange={(client) => {
            setHeld(undefined)
            want({ client })
          }}
        />
        <TextInput
          type="search"
          className={styles.search}
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={18} stroke={1.6} />}
          rightSection={
            wanted.words && <CloseButton size="sm" aria-label={words.all} onClick={() => want({ words: undefined })} />
          }
          value={wanted.words ?? ''}
          onChange={({ currentTarget }) => want({ words: currentTarget.value || undefined })}
        />
        <SegmentedControl
          className={styles.which}
          aria-label={words.show}
          value={wanted.blocked ? 'blocked' : 'all'}
          onChange={(value) => want({ blocked: value === 'blocked' || undefined })}
          data={[
            { value: 'all', label: words.all },
            { value: 'blocked', label: words.onlyBlocked },
          ]}
        />
        <Button
          variant="default"
          leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
          onClick={() => setHeld(held ? undefined : log.questions)}
        >
          {held ? words.goOn : words.hold}
        </Button>
      </div>
      {!log.isKept && (
        <p className={styles.note}>
          <strong>{words.notKept}.</strong> {words.notKeptHint}
        </p>
      )}
      {held && (
        <p className={styles.note} role="status">
          {words.held}
        </p>
      )}
      {log.error && log.questions.length === 0 ? (
        <Failed title={dnsTexts.failed} error={log.error} onRetry={() => void log.refetch()} />
      ) : log.isPending ? (
        <Skeleton height={360} radius="lg" aria-busy="true" />
      ) : (
        <Questions questions={held ?? log.questions} wanted={wanted} />
      )}
      {log.isSome !== undefined && <p className={styles.note}>{words.someOf(log.isSome)}</p>}
    </>
  )
}

function Questions({ questions, wanted }: { questions: readonly Question[]; wanted: WantedLog }) {
  const typed = useDeferredValue(wanted.words?.trim() ?? '')
  const { nameOf } = useWho()
  const found = questions.filter(
    (question) =>
      (!wanted.blocked || question.outcome === 'blocked') &&
      (typed === '' || matches(question, nameOf(question.ip), typed)),
  )
  if (found.length === 0)
    return questions.length === 0 ? (
      <Face title={words.empty} hint={words.emptyHint} />
    ) : (
      <Face title={words.noMatch} hint={words.noMatchHint} />
    )
  return (
    <ul className={styles.list}>
      {found.map((question) => (
        <QuestionRow
          key={question.key}
          question={question}
          who={nameOf(question.ip)}
          isAlone={wanted.client !== undefined}
        />
      ))}
    </ul>
  )
}
