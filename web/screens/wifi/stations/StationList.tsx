import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { WifiStation } from '../../../../router/model/wifi/stations/station.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Failed } from '../../../parts/layout/Face.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { byName } from '../../../parts/lists/natural.ts'
import rows from '../../../parts/lists/Rows.module.css'
import { lengthOf, rateOf } from '../../../parts/values/amount.ts'
import { shownName } from '../../../parts/values/name.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { stationTexts } from '../../../texts/wifi/stations.ts'
import { texts as shared } from '../../../texts.ts'
import { DeviceIcon } from '../../home/devices/DeviceIcon.tsx'
import type { ShownDevice } from '../../home/devices/entry.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { bandText } from '../radiostate/radio.ts'
import { Signal } from './Signal.tsx'
import styles from './StationList.module.css'
import { useStations } from './useStations.ts'

const texts = stationTexts.stations
const AT_ONCE = 20

/** The devices that are connected by radio, live. */
export function StationList() {
  const { data, error, refetch } = useStations()
  const { entries } = useEntries()
  const [showsAll, setShowsAll] = useState(false)
  const all = sorted(Object.values(data ?? {}))
  const byMac = new Map(entries?.map((entry) => [entry.device.MAC.toLowerCase(), entry]))
  return (
    <Section
      title={texts.title}
      hint={all.length > 0 ? texts.hint(all.length) : texts.noneHint}
      note={
        <ButtonLink to="/admin/add-device" variant="default" size="compact-md">
          {shared.devices.add}
        </ButtonLink>
      }
    >
      {error && !data ? (
        <Failed title={texts.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={rows.list}>
          {all.slice(0, showsAll ? all.length : AT_ONCE).map((station) => (
            <Row key={station.MAC} station={station} entry={byMac.get(station.MAC)} />
          ))}
        </ul>
      )}
      {!showsAll && all.length > AT_ONCE && (
        <Button variant="default" size="compact-sm" mt="sm" onClick={() => setShowsAll(true)}>
          {texts.more(all.length)}
        </Button>
      )}
    </Section>
  )
}

function Row({ station, entry }: { station: WifiStation; entry: ShownDevice | undefined }) {
  const { MAC, Name, Band, Security, Guest, Signal: dbm, ConnectedSince } = station
  const name = entry?.name ?? (shownName(Name) || shared.devices.unnamed)
  const since = texts.since(lengthOf(useNow() / 1000 - ConnectedSince))
  const place = [bandText(Band), Security, Guest ? texts.guest : '', since]
  return (
    <li className={rows.item}>
      <Link to="/admin/devices/$identity" params={{ identity: entry?.identity ?? MAC }} className={styles.station}>
        {entry && <DeviceIcon entry={entry} />}
        <strong className={styles.name} title={name}>
          {name}
        </strong>
        <span className={styles.place}>{place.filter((part) => part !== '').join(' · ')}</span>
        <span className={styles.signal}>
          <Signal dbm={dbm} />
        </span>
        <span className={styles.rates}>{ratesOfStation(station)}</span>
      </Link>
    </li>
  )
}

const MBIT = 1_000_000

/** The link rates to and from a station; empty until the radio has chosen some. */
function ratesOfStation({ TxRate, RxRate }: Pick<WifiStation, 'TxRate' | 'RxRate'>): string {
  if (TxRate === 0 && RxRate === 0) return ''
  return stationTexts.stations.rates(rateOf(TxRate * MBIT), rateOf(RxRate * MBIT))
}

/** By name: rows that moved with each signal could not be pressed. */
const sorted = (stations: readonly WifiStation[]): WifiStation[] =>
  stations.toSorted((a, b) => byName(a.Name, b.Name) || (a.MAC < b.MAC ? -1 : 1))
