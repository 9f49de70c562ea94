import { useQuery } from '@tanstack/react-query'
import { stations } from '../../../../../router/model/wifi/stations/contract.ts'
import type { WifiStation } from '../../../../../router/model/wifi/stations/station.ts'
import { query } from '../../../../client/query.ts'
import { Fact, FactList } from '../../../../parts/layout/FactList.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { rateOf } from '../../../../parts/values/amount.ts'
import { locale } from '../../../../parts/values/locale.ts'
import { useNow } from '../../../../parts/values/useNow.ts'
import { attemptTexts } from '../../../../texts/wifi/admission.ts'
import { stationTexts } from '../../../../texts/wifi/stations.ts'
import { useAttempts } from '../../../wifi/admission/useAttempts.ts'
import { channelText } from '../../../wifi/radiostate/radio.ts'
import { HistoryLine } from '../../../wifi/stations/HistoryLine.tsx'
import { visitsOf } from '../../../wifi/stations/history.ts'
import { Signal } from '../../../wifi/stations/Signal.tsx'
import { useStations } from '../../../wifi/stations/useStations.ts'
import { ago } from '../ago.ts'
import type { ShownDevice } from '../entry.ts'
import styles from './DeviceWifiLink.module.css'

const texts = stationTexts.device
const MBIT = 1_000_000
/** There is a new sample each minute. */
const LOOK_AGAIN_MS = 60_000
const MOST_VISITS = 5
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })

/** The device on the radio: its signal and link rate now and in the last hours, and where it was. */
export function DeviceWifiLink({ entry: { device } }: { entry: ShownDevice }) {
  const mac = device.MAC.toLowerCase()
  const now = useStations()
  const history = useQuery({
    ...query(stations.history, { params: { mac }, query: {} }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const station = now.data?.[mac]
  const failure = useAttempts().data?.find(({ MAC }) => MAC === mac)
  const error = now.error ?? history.error
  return (
    <Section title={texts.title}>
      {now.data && history.data ? (
        <>
          {station ? <Now station={station} /> : <p className={styles.away}>{texts.away}</p>}
          <HistoryLine samples={history.data} shows="signal" />
          <HistoryLine samples={history.data} shows="rate" />
          {failure && (
            <p className={styles.failure}>
              {texts.failure(
                attemptTexts.because(attemptTexts.causes[failure.Cause], failure.Count),
                ago(new Date(failure.Time * 1000), new Date()),
              )}
            </p>
          )}
          <Visits visits={visitsOf(history.data).slice(0, MOST_VISITS)} />
        </>
      ) : (
        <LoadState
          title={texts.failed}
          query={{ error, refetch: () => Promise.all([now.refetch(), history.refetch()]) }}
          height={220}
        />
      )}
    </Section>
  )
}

function Now({ station }: { station: WifiStation }) {
  const { SSID, Signal: dbm, TxRate, RxRate, Security, ConnectedSince } = station
  const since = ago(new Date(ConnectedSince * 1000), new Date(useNow()))
  return (
    <FactList>
      <Fact name={texts.signal}>
        <Signal dbm={dbm} />
      </Fact>
      {TxRate > 0 && <Fact name={texts.down}>{rateOf(TxRate * MBIT)}</Fact>}
      {RxRate > 0 && <Fact name={texts.up}>{rateOf(RxRate * MBIT)}</Fact>}
      {SSID && <Fact name={texts.network}>{SSID}</Fact>}
      <Fact name={texts.band}>{channelText({ ...station, Width: 0 })}</Fact>
      {Security && <Fact name={texts.security}>{Security}</Fact>}
      <Fact name={texts.since}>{since}</Fact>
    </FactList>
  )
}

/** Where the device was in the last hours, if it was in more than one place. */
function Visits({ visits }: { visits: ReturnType<typeof visitsOf> }) {
  if (visits.length < 2) return null
  return (
    <>
      <h3 className={styles.title}>{texts.roaming}</h3>
      <ol className={styles.visits}>
        {visits.map(({ from, to, band, channel, radio }) => (
          <li key={from}>
            <time dateTime={new Date(from * 1000).toISOString()}>
              {texts.span(clock.format(from * 1000), clock.format(to * 1000))}
            </time>
            <span>
              {channelText({ Band: band, Channel: channel, Width: 0 })} <code>{radio}</code>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
