import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dnsLog } from '../../../router/features/dnslog/contract.ts'
import { query } from '../../client/query.ts'
import { bytesOf, countOf, shareOf } from '../../parts/amount.ts'
import { homeTexts } from '../../texts/home.ts'
import { useEntries } from '../devices/useEntries.ts'
import { sumOf, within } from '../traffic/slice.ts'
import { useMinutes } from '../traffic/useMinutes.ts'
import styles from './Figures.module.css'
import { LAST_DAY } from './lastDay.ts'

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
  const here = entries?.filter(({ standing }) => standing === 'online').length
  return (
    <Link to="/admin/devices" className={styles.figure}>
      <Figure name={words.devices} failed={error !== null} hint={entries && words.of(entries.length)}>
        {here}
      </Figure>
    </Link>
  )
}

function TrafficToday() {
  const { data, error } = useMinutes('wan')
  const today =
    data && sumOf(within(data.slices, { from: new Date().setHours(0, 0, 0, 0) / 1000, to: Number.MAX_VALUE }))
  return (
    <div className={styles.figure}>
      <Figure name={words.today} failed={error !== null} hint={today && `${bytesOf(today.up)} ${words.up}`}>
        {today && (
          <>
            {bytesOf(today.down)} <small>{words.down}</small>
          </>
        )}
      </Figure>
    </div>
  )
}

function NamesAsked() {
  const { data, error } = useQuery(query(dnsLog.top, LAST_DAY))
  const hint = data && `${words.blocked(shareOf(data.BlockedQueries, data.TotalQueries))} ${words.dnsHint}`
  return (
    <div className={styles.figure}>
      <Figure name={words.dns} failed={error !== null} hint={hint}>
        {data && countOf(data.TotalQueries)}
      </Figure>
    </div>
  )
}

interface FigureProps {
  name: string
  hint: string | undefined
  failed: boolean
  /** The number; nothing while it is on its way. */
  children: ReactNode
}

const Figure = ({ name, hint, failed, children }: FigureProps) => (
  <>
    <h2 className={styles.name}>{name}</h2>
    {children !== undefined ? (
      <p>
        <strong className={styles.number}>{children}</strong> <span className={styles.hint}>{hint}</span>
      </p>
    ) : failed ? (
      <p className={styles.hint}>{words.unread}</p>
    ) : (
      <Skeleton height={28} width="60%" />
    )}
  </>
)
