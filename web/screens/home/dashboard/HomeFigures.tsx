import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { usage } from '../../../../router/model/traffic/usage/contract.ts'
import { query } from '../../../client/query.ts'
import { bytesOf, countOf, shareOf } from '../../../parts/values/amount.ts'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import { slicesWithin, sumOf } from '../../traffic/flows/slice.ts'
import { useLive } from '../../traffic/flows/useLive.ts'
import { countsOf } from '../devices/entry.ts'
import { useEntries } from '../devices/useEntries.ts'
import styles from './HomeFigures.module.css'
import { useNamesAsked } from './useNamesAsked.ts'

const words = homeTexts.figures
const POLL_MS = 60_000
const NO_TRAFFIC = { WanIn: 0, WanOut: 0 }

/** The three numbers that people ask for first. */
export const HomeFigures = () => (
  <div className={styles.figures}>
    <DevicesOnline />
    <TrafficToday />
    <NamesAsked />
  </div>
)

function DevicesOnline() {
  const { entries, error } = useEntries()
  const known = entries && countsOf(entries)
  return (
    <Figure
      to="/admin/devices"
      name={words.devices}
      isFailed={error !== null}
      number={known && countOf(known.online)}
      hint={known && words.of(known.named, known.unnamedOnline)}
    />
  )
}

function TrafficToday() {
  const midnight = new Date(new Date().setHours(0, 0, 0, 0)).toISOString()
  const { data, error, dataUpdatedAt } = useQuery({
    ...query(usage.read, { query: { scale: 'day', from: midnight } }),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  })
  // Whole minutes are recorded; what follows them is read every two seconds.
  const since = Math.floor(dataUpdatedAt / POLL_MS) * 60
  const live = sumOf(slicesWithin(useLive('wan').data?.slices ?? [], { from: since, to: Number.MAX_VALUE }))
  // The last one: where the router has another time zone, there are two. None: the router has just started.
  const today = data && (data.Periods.at(-1) ?? NO_TRAFFIC)
  return (
    <Figure
      to="/admin/traffic"
      name={words.today}
      isFailed={error !== null}
      number={today && bytesOf(today.WanIn + live.down)}
      hint={today && words.sent(bytesOf(today.WanOut + live.up))}
    />
  )
}

function NamesAsked() {
  const { asked, error } = useNamesAsked()
  return (
    <Figure
      to="/admin/dns/log"
      name={words.dns}
      isFailed={error !== null}
      number={asked && countOf(asked.total)}
      hint={asked && words.blocked(countOf(asked.blocked), shareOf(asked.blocked, asked.total))}
    />
  )
}

interface FigureProps {
  to: LinkProps['to']
  name: string
  /** Undefined while it is on its way. */
  number: string | undefined
  hint: string | undefined
  isFailed: boolean
}

const Figure = ({ to, name, number, hint, isFailed }: FigureProps) => (
  <Link to={to} className={styles.figure}>
    <h2 className={styles.name}>{name}</h2>
    <span className={styles.number}>
      {number ?? (isFailed ? '–' : <Skeleton component="span" height={28} width="4rem" />)}
    </span>
    <span className={styles.hint}>{number !== undefined ? hint : isFailed && words.unread}</span>
  </Link>
)
