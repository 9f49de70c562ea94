import { Button, SegmentedControl } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { alerts } from '../../../../router/model/messages/alerts/contract.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { FilterBar, OneOrAll } from '../../../parts/lists/FilterBar.tsx'
import listBox from '../../../parts/lists/ListBox.module.css'
import { News } from '../../../parts/lists/ListUpdates.tsx'
import { LongList } from '../../../parts/lists/LongList.tsx'
import { PagedList } from '../../../parts/lists/PagedList.tsx'
import { usePausedList } from '../../../parts/lists/usePausedList.ts'
import { notifyFailure } from '../../../parts/notices/showResult.tsx'
import { alertTexts as words } from '../../../texts/messages/alerts.ts'
import { keyOfEvent, type ListedEvent } from '../events/storedEvent.ts'
import { useActs } from '../events/useActs.tsx'
import { useDeviceNames, useHousehold } from '../events/useHousehold.ts'
import { AlertRow } from './AlertRow.tsx'
import { type AlertState, type Shown, shownAlertOf } from './alert.ts'
import { SHOWN, type WantedAlerts, wantedAlertsOf } from './searchParams.ts'
import { useAlerts, useSetAllStates, useSetState } from './useAlerts.ts'

const ROW_PIXELS = 120

/** An alert in the list: the stored event, and what is shown of it. */
export interface AlertLine {
  readonly at: string
  readonly stored: ListedEvent
  readonly shown: Shown
}

/** Alerts, newest first: the open ones, the unread ones, or all. */
export function AlertList() {
  const wanted = useSearch({ from: '/admin/alerts/' })
  const household = useHousehold()
  const pages = useAlerts(wanted.device)
  const { list } = pages
  const lines = useMemo(
    () =>
      list?.map(
        (stored): AlertLine => ({
          at: stored.Time,
          stored,
          shown: shownAlertOf(stored.Topic, stored.Event, household),
        }),
      ),
    [list, household],
  )
  const found = useMemo(
    () => lines?.filter(({ shown: { state } }) => isWanted(state, wanted.show)),
    [lines, wanted.show],
  )
  return (
    <>
      {lines && (lines.length > 0 || wanted.device !== undefined) && <Tools wanted={wanted} lines={lines} />}
      <PagedList
        pages={pages}
        lines={found}
        words={words}
        empty={<Nothing isEmpty={lines?.length === 0 && wanted.device === undefined} wanted={wanted} />}
      >
        {(shown) => <Lines lines={shown} />}
      </PagedList>
    </>
  )
}

const isWanted = (state: AlertState, show: WantedAlerts['show']): boolean =>
  show === 'all' || (show === 'unread' ? state === 'unread' : state !== 'resolved')

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
  /** All loaded alerts, newest first. */
  lines: readonly AlertLine[]
}

function Tools({ wanted, lines }: ToolsProps) {
  const navigate = useNavigate({ from: '/admin/alerts' })
  const devices = useDeviceNames()
  const setAll = useSetAllStates()
  const [isAsked, setAsked] = useState(false)
  const want = (some: Readonly<Record<string, unknown>>) =>
    void navigate({ search: wantedAlertsOf({ ...wanted, ...some }), replace: true })
  // Alerts that are newer than the list have not been seen.
  const whole = { Device: wanted.device, Max: lines[0]?.at }
  return (
    <FilterBar>
      <SegmentedControl
        aria-label={words.show}
        value={wanted.show ?? 'open'}
        onChange={(show) => want({ show })}
        data={SHOWN.map((value) => ({ value, label: words.shown[value] }))}
      />
      <OneOrAll
        label={words.device}
        all={words.everyone}
        options={devices}
        value={wanted.device}
        onChange={(device) => want({ device })}
      />
      <Permitted to={alerts.setState}>
        <Button
          variant="default"
          disabled={lines.every(({ shown }) => shown.state !== 'unread')}
          loading={setAll.isPending && !isAsked}
          onClick={() => setAll.mutate({ State: 'Read', ...whole }, { onError: notifyFailure })}
        >
          {words.readAll}
        </Button>
        <Button
          variant="default"
          leftSection={<IconChecks size={18} stroke={1.6} />}
          disabled={lines.every(({ shown }) => shown.state === 'resolved')}
          onClick={() => setAsked(true)}
        >
          {words.resolveAll}
        </Button>
        <ConfirmDialog
          opened={isAsked}
          onClose={() => setAsked(false)}
          title={words.resolveAllTitle}
          hint={wanted.device === undefined ? words.resolveAllHint : words.resolveAllOfHint}
          confirm={words.resolveAll}
          onConfirm={() => setAll.mutate({ State: 'Resolved', ...whole }, { onSuccess: () => setAsked(false) })}
          action={setAll}
        />
      </Permitted>
    </FilterBar>
  )
}

/** A list that is paused while the user is about to press something in it. */
function Lines({ lines }: { lines: readonly AlertLine[] }) {
  const household = useHousehold()
  const setState = useSetState()
  const { act, dialog } = useActs()
  const still = usePausedList(lines)
  // What is pressed changes the state of lines, also while the list is paused.
  const now = useMemo(() => new Map(lines.map((line) => [keyOfEvent(line.stored), line])), [lines])
  const keys = useMemo(() => still.lines.map(({ stored }) => keyOfEvent(stored)), [still.lines])
  return (
    <>
      <News isHeld={still.isHeld} count={still.fresh.length} onShow={still.goOn} />
      <div className={listBox.box} {...still.list}>
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
