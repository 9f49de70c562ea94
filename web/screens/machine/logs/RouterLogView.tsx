import { Button, NativeSelect, Switch } from '@mantine/core'
import { IconFileText, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useState } from 'react'
import { logs } from '../../../../router/model/machine/logs/contract.ts'
import { query } from '../../../client/query.ts'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { FilterBar, SearchField } from '../../../parts/lists/FilterBar.tsx'
import listBox from '../../../parts/lists/ListBox.module.css'
import { locale } from '../../../parts/values/locale.ts'
import { saveFile } from '../../../parts/values/saveFile.ts'
import { logTexts } from '../../../texts/machine/logs.ts'
import { asFile, type LogFilter, logLinesOf, type RouterLogLine, sift } from './lines.ts'
import styles from './RouterLogView.module.css'

const FOLLOW_MS = 3000
const AT_ONCE = 200
const EVERYTHING: LogFilter = { level: 'all', calls: true, words: '' }

/** The router's log, newest first. It is updated with new lines until it is paused. */
export function RouterLogView({ words }: { words: string }) {
  const [wanted, setWanted] = useState<LogFilter>({ ...EVERYTHING, calls: words !== '', words })
  const [follows, setFollows] = useState(true)
  const want = (part: Partial<LogFilter>) => setWanted((before) => ({ ...before, ...part }))
  const { data, error, refetch } = useQuery({
    ...query(logs.logs),
    select: logLinesOf,
    enabled: follows,
    refetchInterval: FOLLOW_MS,
  })
  const sought = useDeferredValue(wanted)
  const found = data && sift(data, sought)
  return (
    <>
      <FilterBar>
        <SearchField label={logTexts.line.search} value={wanted.words} onChange={(words) => want({ words })} />
        <NativeSelect
          aria-label={logTexts.line.level}
          data={Object.entries(logTexts.line.levels).map(([value, label]) => ({ value, label }))}
          value={wanted.level}
          onChange={({ currentTarget }) => want({ level: currentTarget.value as LogFilter['level'] })}
        />
        <Switch
          label={logTexts.line.calls}
          checked={wanted.calls}
          onChange={({ currentTarget }) => want({ calls: currentTarget.checked })}
        />
        <Switch
          label={logTexts.line.follow}
          checked={follows}
          onChange={({ currentTarget }) => setFollows(currentTarget.checked)}
        />
      </FilterBar>
      {found && found.length > 0 ? (
        <Lines key={JSON.stringify(sought)} found={found} all={data.length} />
      ) : data?.length === 0 ? (
        <Face
          icon={<IconFileText size={32} stroke={1.5} />}
          title={logTexts.line.empty}
          hint={logTexts.line.emptyHint}
        />
      ) : found ? (
        <Face
          icon={<IconSearchOff size={32} stroke={1.5} />}
          title={logTexts.line.noMatch}
          hint={logTexts.line.noMatchHint}
        >
          <Button variant="default" onClick={() => setWanted(EVERYTHING)}>
            {logTexts.line.showAll}
          </Button>
        </Face>
      ) : (
        <LoadState title={logTexts.line.failed} query={{ error, refetch }} height={320} radius="lg" />
      )}
    </>
  )
}

function Lines({ found, all }: { found: ReturnType<typeof logLinesOf>; all: number }) {
  const [count, setCount] = useState(AT_ONCE)
  return (
    <>
      <p className={styles.summary}>
        {logTexts.line.summary(found.length, all)}
        <Button variant="subtle" size="compact-sm" onClick={() => saveFile(asFile(found), 'sallyport.log')}>
          {logTexts.line.save}
        </Button>
      </p>
      <ol className={listBox.box}>
        {found.slice(0, count).map((line) => (
          <LogLine key={line.key} line={line} />
        ))}
      </ol>
      {count < found.length && (
        <Button variant="default" mt="md" onClick={() => setCount(count + 2 * AT_ONCE)}>
          {logTexts.line.more}
        </Button>
      )}
    </>
  )
}

const format = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

const LogLine = memo(
  ({ line: { at, level, text } }: { line: RouterLogLine }) => (
    <li className={styles.line} data-level={level}>
      <time dateTime={at.toISOString()}>{format.format(at)}</time>
      <span className={styles.text}>
        {level !== 'info' && <strong className={styles.level}>{logTexts.line.badge[level]}</strong>}
        {text}
      </span>
    </li>
  ),
  sameLine,
)

/** Each look at the log makes its lines anew, and they stay what they were. */
function sameLine({ line: a }: { line: RouterLogLine }, { line: b }: { line: RouterLogLine }): boolean {
  return a.key === b.key
}
