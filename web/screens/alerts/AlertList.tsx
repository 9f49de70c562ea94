import { Button, SegmentedControl, Select, Skeleton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Skeleton.css'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ConfirmDialog } from '../../parts/dialogs/ConfirmDialog.tsx'
import { ButtonLink } from '../../parts/layout/ButtonLink.tsx'
import { Face, Failed } from '../../parts/layout/Face.tsx'
import { News } from '../../parts/lists/ListUpdates.tsx'
import { LongList } from '../../parts/lists/LongList.tsx'
import { useStill } from '../../parts/lists/usePausedList.ts'
import { alertTexts as words } from '../../texts/alerts.ts'
import type { Household } from '../events/household.ts'
import { useActs } from '../events/useActs.tsx'
import { keyOfEvent, type StoredEvent } from '../events/useEvents.ts'
import { useDeviceNames, useHousehold } from '../events/useHousehold.ts'
import styles from './AlertList.module.css'
import { AlertRow } from './AlertRow.tsx'
import { alertOf, type Shown } from './alert.ts'
import { SHOWN, type WantedAlerts, wantedAlertsOf } from './searchParams.ts'
import { useAlerts, useSetState } from './useAlerts.ts'

const ROW_PIXELS = 120

/** An alert in the list: as it is stored, and as it is shown. */
export interface AlertLine {
  readonly at: string
  readonly stored: StoredEvent
  readonly shown: Shown
}

/** Alerts, newest first: the open ones, the unread ones, or all. */
export function AlertList() {
  const wanted = useSearch({ from: '/admin/alerts/' })
  const household = useHousehold()
  const { list, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAlerts()
  const lines = useMemo(
    () =>
      list?.map(
        (stored): AlertLine => ({ at: stored.Time, stored, shown: alertOf(stored.Topic, stored.Event, household) }),
      ),
    [list, household],
  )
  const found = useMemo(
    () => lines?.filter(({ shown }) => isWanted(shown, wanted, household)),
    [lines, wanted, household],
  )
  if (!lines || !found)
    return error ? (
      <Failed title={words.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={420} radius="lg" aria-busy="true" />
    )
  return (
    <>
      <Tools wanted={wanted} lines={lines} found={found} />
      {found.length > 0 ? <Lines lines={found} /> : <Nothing isEmpty={lines.length === 0} wanted={wanted} />}
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  )
}

function isWanted({ state, about }: Shown, { show, device }: WantedAlerts, household: Household): boolean {
  if (device !== undefined && household.find(about.subject)?.identity !== device) return false
  return show === 'all' || (show === 'unread' ? state === 'unread' : state !== 'resolved')
}

function Nothing({ isEmpty, wanted }: { isEmpty: boolean; wanted: WantedAlerts }) {
  const icon = <IconBell size={32} stroke={1.5} />
  if (isEmpty)
    return (
      <Face icon={icon} title={words.empty} hint={words.emptyHint}>
        <ButtonLink to="/admin/alerts/rules" variant="default">
          {words.emptyRules}
        </ButtonLink>
      </Face>
    )
  return (
    <Face icon={icon} title={words.allDone} hint={words.allDoneHint}>
      {wanted.show !== 'all' && (
        <ButtonLink to="/admin/alerts" search={{ ...wanted, show: 'all' }} variant="default">
          {words.showAll}
        </ButtonLink>
      )}
    </Face>
  )
}

interface ToolsProps {
  wanted: WantedAlerts
  lines: readonly AlertLine[]
  /** Those that the filters leave. */
  found: readonly AlertLine[]
}

function Tools({ wanted, lines, found }: ToolsProps) {
  const navigate = useNavigate({ from: '/admin/alerts' })
  const devices = useDeviceNames()
  const setState = useSetState()
  const [isAsked, setAsked] = useState(false)
  const want = (some: Readonly<Record<string, unknown>>) =>
    void navigate({ search: wantedAlertsOf({ ...wanted, ...some }), replace: true })
  const unread = found.filter(({ shown }) => shown.state === 'unread')
  const open = found.filter(({ shown }) => shown.state !== 'resolved')
  if (lines.length === 0) return null
  return (
    <div className={styles.tools}>
      <SegmentedControl
        className={styles.which}
        aria-label={words.show}
        value={wanted.show ?? 'open'}
        onChange={(show) => want({ show })}
        data={SHOWN.map((value) => ({ value, label: words.shown[value] }))}
      />
      <Select
        className={styles.device}
        aria-label={words.device}
        data={[{ value: '', label: words.everyone }, ...devices]}
        value={wanted.device ?? ''}
        onChange={(device) => want({ device: device ?? '' })}
        allowDeselect={false}
        searchable
      />
      <Button
        variant="default"
        disabled={unread.length === 0}
        onClick={() =>
          setState(
            unread.map(({ stored }) => stored),
            'read',
          )
        }
      >
        {words.readAll}
      </Button>
      <Button
        variant="default"
        leftSection={<IconChecks size={18} stroke={1.6} />}
        disabled={open.length === 0}
        onClick={() => setAsked(true)}
      >
        {words.resolveAll}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={words.resolveAllTitle(open.length)}
        confirm={words.resolveAll}
        onConfirm={() => {
          setState(
            open.map(({ stored }) => stored),
            'resolved',
          )
          setAsked(false)
        }}
        action={{ isPending: false, error: null, reset: () => undefined }}
      >
        <p>{words.resolveAllHint}</p>
      </ConfirmDialog>
    </div>
  )
}

/** A list that is paused while the user is about to press something in it. */
function Lines({ lines }: { lines: readonly AlertLine[] }) {
  const household = useHousehold()
  const setState = useSetState()
  const { act, dialog } = useActs()
  const still = useStill(lines)
  // What is pressed changes the state of lines, also while the list is paused.
  const now = useMemo(() => new Map(lines.map((line) => [keyOfEvent(line.stored), line])), [lines])
  const keys = useMemo(() => still.lines.map(({ stored }) => keyOfEvent(stored)), [still.lines])
  return (
    <>
      <News isHeld={still.isHeld} count={still.fresh.length} onShow={still.goOn} />
      <div className={styles.list} {...still.list}>
        <LongList keys={keys} height={ROW_PIXELS}>
          {(index) => {
            const key = keys[index]
            const line = (key !== undefined && now.get(key)) || still.lines[index]
            return line && <AlertRow line={line} household={household} onAct={act} onState={setState} />
          }}
        </LongList>
      </div>
      {dialog}
    </>
  )
}
