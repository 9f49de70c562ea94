import { Button, Skeleton } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DECISIONS } from '../../../../router/model/dns/querylog/filter.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Face, Failed } from '../../../parts/layout/Face.tsx'
import { FilterBar, OneOrAll, SearchField } from '../../../parts/lists/FilterBar.tsx'
import listBox from '../../../parts/lists/ListBox.module.css'
import { News } from '../../../parts/lists/ListUpdates.tsx'
import { usePausedList } from '../../../parts/lists/usePausedList.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { ownRules } from '../blocklists/rules/ownRules.ts'
import { useSetRule } from '../blocklists/rules/useSetRule.ts'
import { useFilter } from '../blocklists/useLists.ts'
import { DeviceSelect } from '../DeviceSelect.tsx'
import { useWho } from '../useWho.ts'
import { questionsByDay } from './days.ts'
import styles from './LogScreen.module.css'
import { type LogFilterChanges, PeriodFields } from './PeriodFields.tsx'
import { QueriesOverTime } from './QueriesOverTime.tsx'
import { QuestionRow } from './QuestionRow.tsx'
import type { LoggedQuestion } from './question.ts'
import type { WantedLog } from './searchParams.ts'
import { useLog } from './useLog.ts'

const { line: words } = dnsTexts

export function LogScreen() {
  const wanted = useSearch({ from: '/admin/dns/log' })
  const navigate = useNavigate({ from: '/admin/dns/log' })
  const log = useLog(wanted)
  const still = usePausedList(log.questions)
  const want = (some: LogFilterChanges) => void navigate({ search: { ...wanted, ...some } as WantedLog, replace: true })
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
        <OneOrAll
          label={words.show}
          all={words.all}
          options={DECISIONS.map((decision) => ({ value: decision, label: words.decisions[decision] }))}
          value={wanted.blocked ? 'blocked' : wanted.decision}
          onChange={(decision) =>
            want({
              blocked: decision === 'blocked' || undefined,
              decision: decision === 'blocked' ? undefined : decision,
            })
          }
        />
        <PeriodFields wanted={wanted} onChange={want} />
        <Button
          variant="default"
          leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
          onClick={still.isHeldByWord ? still.goOn : still.holdByWord}
        >
          {still.isHeldByWord ? words.goOn : words.hold}
        </Button>
      </FilterBar>
      <QueriesOverTime client={wanted.client} filters={log.filters} days={log.days} isReversed={log.isReversed} />
      {!log.isKept && (
        <p className={styles.note}>
          <strong>{words.notKept}.</strong> {words.notKeptHint}
        </p>
      )}
      {log.isReversed ? (
        <Face title={words.reversed} hint={words.reversedHint} />
      ) : log.error && log.questions.length === 0 ? (
        <Failed title={dnsTexts.failed} error={log.error} onRetry={log.retry} />
      ) : log.isPending ? (
        <Skeleton height={360} radius="lg" aria-busy="true" />
      ) : (
        <Questions still={still} wanted={wanted} isAll={log.more === undefined} />
      )}
      {log.questions.length > 0 && <SaveError error={log.error} />}
      {log.more && !log.isPending && (
        <Button variant="default" fullWidth mt="md" loading={log.isReading} onClick={log.more}>
          {words.older}
        </Button>
      )}
    </>
  )
}

interface QuestionsProps {
  still: ReturnType<typeof usePausedList<LoggedQuestion>>
  wanted: WantedLog
  /** There are no older queries. */
  isAll: boolean
}

function Questions({ still, wanted, isAll }: QuestionsProps) {
  const { nameOf } = useWho()
  const { data: filter } = useFilter()
  const rules = useMemo(() => (filter ? ownRules(filter) : []), [filter])
  const setRule = useSetRule()
  const found = still.lines
  const isFiltered = Object.keys(wanted).length > 0
  return (
    <>
      <News isHeld={still.isHeld} count={still.fresh.length} onShow={still.goOn} />
      {found.length > 0 ? (
        <div {...still.list}>
          {questionsByDay(found, Date.now()).map(({ key, name, questions }) => (
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
                    onSetRule={setRule}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : isFiltered ? (
        <Face title={words.noMatch} hint={isAll ? words.noMatchHint : words.notYetHint} />
      ) : (
        <Face title={words.empty} hint={words.emptyHint} />
      )}
    </>
  )
}
