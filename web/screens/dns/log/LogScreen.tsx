import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Skeleton.css'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { Face, Failed } from '../../../parts/layout/Face.tsx'
import { FilterBar, SearchField } from '../../../parts/lists/FilterBar.tsx'
import listBox from '../../../parts/lists/ListBox.module.css'
import { News } from '../../../parts/lists/ListUpdates.tsx'
import { useStill } from '../../../parts/lists/usePausedList.ts'
import { dnsTexts } from '../../../texts/dns.ts'
import { DeviceSelect } from '../DeviceSelect.tsx'
import { ownRules } from '../own.ts'
import { useFilter } from '../useFilter.ts'
import { useVerdict } from '../useVerdict.ts'
import { useWho } from '../useWho.ts'
import { daysOf } from './days.ts'
import styles from './LogScreen.module.css'
import { OverTime } from './OverTime.tsx'
import { QuestionRow } from './QuestionRow.tsx'
import { matches, type Question } from './question.ts'
import type { WantedLog } from './searchParams.ts'
import { useLog } from './useLog.ts'

const { line: words } = dnsTexts

export function LogScreen() {
  const wanted = useSearch({ from: '/admin/dns/log' })
  const navigate = useNavigate({ from: '/admin/dns/log' })
  const log = useLog(wanted.client)
  const still = useStill(log.questions)
  const want = (some: Partial<Record<keyof WantedLog, WantedLog[keyof WantedLog] | undefined>>) =>
    void navigate({ search: { ...wanted, ...some } as WantedLog, replace: true })
  const Icon = still.isHeldByWord ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      <FilterBar>
        <DeviceSelect
          label={words.whose}
          value={wanted.client}
          onChange={(client) => {
            still.goOn()
            want({ client })
          }}
        />
        <SearchField
          label={words.search}
          value={wanted.words ?? ''}
          onChange={(text) => want({ words: text || undefined })}
        />
        <SegmentedControl
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
          onClick={still.isHeldByWord ? still.goOn : still.holdByWord}
        >
          {still.isHeldByWord ? words.goOn : words.hold}
        </Button>
      </FilterBar>
      <OverTime client={wanted.client} name={wanted.words?.trim()} isBlocked={wanted.blocked === true} />
      {!log.isKept && (
        <p className={styles.note}>
          <strong>{words.notKept}.</strong> {words.notKeptHint}
        </p>
      )}
      {log.error && log.questions.length === 0 ? (
        <Failed title={dnsTexts.failed} error={log.error} onRetry={() => void log.refetch()} />
      ) : log.isPending ? (
        <Skeleton height={360} radius="lg" aria-busy="true" />
      ) : (
        <Questions still={still} wanted={wanted} />
      )}
      {log.isSome !== undefined && <p className={styles.note}>{words.someOf(log.isSome)}</p>}
    </>
  )
}

interface QuestionsProps {
  still: ReturnType<typeof useStill<Question>>
  wanted: WantedLog
}

function Questions({ still, wanted }: QuestionsProps) {
  const typed = useDeferredValue(wanted.words?.trim() ?? '')
  const { nameOf } = useWho()
  const { data: filter } = useFilter()
  const rules = useMemo(() => (filter ? ownRules(filter) : []), [filter])
  const say = useVerdict()
  const chosen = (question: Question) =>
    (!wanted.blocked || question.outcome === 'blocked') &&
    (typed === '' || matches(question, nameOf(question.ip), typed))
  const found = still.lines.filter(chosen)
  return (
    <>
      <News isHeld={still.isHeld} count={still.fresh.filter(chosen).length} onShow={still.goOn} />
      {found.length > 0 ? (
        <div {...still.list}>
          {daysOf(found, Date.now()).map(({ key, name, questions }) => (
            <section key={key} aria-label={name}>
              <h2 className={styles.day}>{name}</h2>
              <ul className={listBox.box}>
                {questions.map((question) => (
                  <QuestionRow
                    key={question.key}
                    question={question}
                    who={nameOf(question.ip)}
                    isAlone={wanted.client !== undefined}
                    rules={rules}
                    onSay={say}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : still.lines.length === 0 ? (
        <Face title={words.empty} hint={words.emptyHint} />
      ) : (
        <Face title={words.noMatch} hint={words.noMatchHint} />
      )}
    </>
  )
}
