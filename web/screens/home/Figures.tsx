import { Skeleton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { bytesOf, countOf, shareOf } from '../../parts/values/amount.ts'
import { homeTexts } from '../../texts/home.ts'
import { isConnected } from '../devices/entry.ts'
import { useEntries } from '../devices/useEntries.ts'
import { joined, sumOf, within } from '../traffic/slice.ts'
import { useLive } from '../traffic/useLive.ts'
import { useMinutes } from '../traffic/useMinutes.ts'
import styles from './Figures.module.css'
import { useNamesAsked } from './useNamesAsked.ts'

const words = homeTexts.figures

/** The three numbers that people ask for first. */
export const Figures = () => (
  <div className={styles.figures}>
    <DevicesOnline />
    <TrafficToday />
    <NamesAsked />
  </div>
)

function DevicesOnline() {
  const { entries, error } = useEntries()
  const here = entries?.filter(isConnected).length
  return (
    <Figure
      to="/admin/devices"
      name={words.devices}
      isFailed={error !== null}
      number={here === undefined ? undefined : countOf(here)}
      hint={entries && words.of(entries.length)}
    />
  )
}

function TrafficToday() {
  const { data, error } = useMinutes('wan')
  const live = useLive('wan').data
  const midnight = new Date().setHours(0, 0, 0, 0) / 1000
  const today = data && sumOf(within(joined(data.slices, live?.slices ?? []), { from: midnight, to: Number.MAX_VALUE }))
  return (
    <Figure
      to="/admin/traffic"
      name={words.today}
      isFailed={error !== null}
      number={today && bytesOf(today.down)}
      hint={today && words.sent(bytesOf(today.up))}
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
