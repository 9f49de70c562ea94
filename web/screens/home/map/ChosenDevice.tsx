import { Button, UnstyledButton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { LabelsField } from '../../../parts/forms/LabelsField.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { mapTexts } from '../../../texts/home/map.ts'
import { DeviceIcon } from '../devices/DeviceIcon.tsx'
import { isConnected, type ShownDevice } from '../devices/entry.ts'
import { statusWords } from '../devices/list/DeviceRow.tsx'
import styles from './ChosenDevice.module.css'
import { type Home, INTERNET, keyOfWay, type Way } from './reach.ts'
import { siteNameOf } from './sites.ts'
import type { ReachAnswer } from './ties.ts'

interface ChosenDeviceProps {
  entry: ShownDevice
  home: Home
  from: readonly Way[]
  to: readonly Way[]
  answers: ReadonlyMap<string, ReachAnswer>
  onChoose: (identity: string | undefined) => void
  onGroups: (groups: readonly string[]) => void
}

/** The selected device: its groups, and what it can reach, with the router's explanation where it has one. */
export function ChosenDevice({ entry, home, from, to, answers, onChoose, onGroups }: ChosenDeviceProps) {
  const names = new Map(home.entries.map(({ identity, name }) => [identity, name]))
  const isHere = isConnected(entry)
  const listed = { answers, names, isHere, onChoose }
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.back}
        leftSection={<IconArrowLeft size={16} stroke={1.6} />}
        onClick={() => onChoose(undefined)}
      >
        {mapTexts.back}
      </Button>
      <div className={styles.head}>
        <DeviceIcon entry={entry} />
        <div className={styles.device}>
          <h2>{entry.name}</h2>
          <p>{statusWords[entry.status]}</p>
        </div>
        <ButtonLink
          to="/admin/devices/$identity"
          params={{ identity: entry.identity }}
          variant="default"
          size="compact-sm"
        >
          {mapTexts.page}
        </ButtonLink>
      </div>
      <section>
        <h3>{mapTexts.groups}</h3>
        <p className={styles.hint}>{mapTexts.groupsHint}</p>
        <Permitted to={devices.update} isShown>
          <LabelsField
            label={mapTexts.groups}
            labels={entry.device.Groups}
            known={home.groups.map(({ Name }) => Name)}
            onChange={onGroups}
          />
        </Permitted>
      </section>
      {!isHere && <p className={styles.hint}>{mapTexts.whenBack}</p>}
      <section>
        <h3>{mapTexts.reaches(entry.name)}</h3>
        <Ways ways={from} otherEnd={({ to: end }) => end} none={mapTexts.reachesNothing} {...listed} />
      </section>
      <section>
        <h3>{mapTexts.reachedBy(entry.name)}</h3>
        <Ways ways={to} otherEnd={({ from: end }) => end} none={mapTexts.reachedByNothing} {...listed} />
      </section>
    </>
  )
}

/** The number of connections that are listed at most. */
const MOST = 60

interface WaysProps {
  ways: readonly Way[]
  otherEnd: (way: Way) => string
  none: string
  answers: ReadonlyMap<string, ReachAnswer>
  names: ReadonlyMap<string, string>
  /** Whether the chosen device is: if not, that is said once for all. */
  isHere: boolean
  onChoose: (identity: string) => void
}

function Ways({ ways, otherEnd, none, answers, names, isHere, onChoose }: WaysProps) {
  if (ways.length === 0) return <p className={styles.hint}>{none}</p>
  return (
    <>
      <ul>
        {ways.slice(0, MOST).map((way) => {
          const end = otherEnd(way)
          const site = siteNameOf(end)
          const { state, text, coded } = answers.get(keyOfWay(way)) ?? { state: 'asking', text: '', coded: undefined }
          return (
            <li key={keyOfWay(way)} className={styles.way} data-state={state}>
              {end === INTERNET ? (
                <strong>{way.reason.by === 'wan' ? mapTexts.internet : way.target}</strong>
              ) : site !== undefined ? (
                <Link to="/admin/vpn/site" search={{ name: site }} className={styles.other}>
                  {site}
                </Link>
              ) : (
                <UnstyledButton className={styles.other} onClick={() => onChoose(end)}>
                  {names.get(end)}
                </UnstyledButton>
              )}
              <span className={styles.hint}>
                <WhyWords way={way} state={isHere ? state : 'asking'} text={text} coded={coded} />
              </span>
            </li>
          )
        })}
      </ul>
      {ways.length > MOST && <p className={styles.hint}>{mapTexts.more(ways.length - MOST)}</p>}
    </>
  )
}

/** The router's sentence where something blocks the permission; otherwise the reason of the permission. */
function WhyWords({ way, state, text, coded }: { way: Way } & ReachAnswer) {
  if (state === 'shut') return <TranslatedMessage of={text} coded={coded} />
  const why = mapTexts.reason(way.reason)
  return state === 'away' ? `${why}. ${mapTexts.away}` : why
}
