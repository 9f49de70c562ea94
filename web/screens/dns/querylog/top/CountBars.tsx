import { Link } from '@tanstack/react-router'
import { Section } from '../../../../parts/layout/Section.tsx'
import { countOf } from '../../../../parts/values/amount.ts'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import type { WantedLog } from '../searchParams.ts'
import styles from './CountBars.module.css'

interface Bar {
  readonly key: string
  readonly label: string
  readonly count: number
  readonly note?: string
  /** What the log shows of it. */
  readonly search: WantedLog
}

/** A chart of counts, the greatest first: each a line of text with a bar below it. */
export function CountBars({ title, bars, isAlarm }: { title: string; bars: readonly Bar[]; isAlarm?: true }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <Section title={title}>
      {bars.length === 0 && <p className={styles.empty}>{dnsTexts.most.empty}</p>}
      <ol className={styles.bars}>
        {bars.map(({ key, label, count, note, search }) => (
          <li key={key}>
            <Link to="/admin/dns/log" search={search} className={styles.line} title={dnsTexts.most.inLog(label)}>
              <span className={styles.label}>{label}</span>
              <span className={styles.count}>
                {note && <span className={styles.note}>{note}</span>}
                {countOf(count)}
              </span>
            </Link>
            <div className={styles.track} aria-hidden>
              <div
                className={styles.bar}
                data-alarm={isAlarm}
                style={{ width: `${Math.max(1, (count / most) * 100)}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
