import type { TimeWindow } from '../../../../router/model/firewall/rules/window.ts'
import styles from './Schedules.module.css'
import { dayName, offlineSpansByDay, WEEK, windowWords } from './schedule.ts'

const DAY_MINUTES = 24 * 60
const HOURS = [0, 6, 12, 18]

/** The times of a week as bars, one row for each day. */
export function Week({ times, label }: { times: readonly TimeWindow[]; label: string }) {
  const days = offlineSpansByDay(times)
  return (
    <div className={styles.week} role="img" aria-label={`${label}: ${times.map(windowWords).join('; ')}`}>
      {WEEK.map((day) => (
        <div key={day} className={styles.day}>
          <span>{dayName(day)}</span>
          <div className={styles.track}>
            {days[day]?.map(({ from, to }) => (
              <i
                key={from}
                style={{ left: `${(from / DAY_MINUTES) * 100}%`, width: `${((to - from) / DAY_MINUTES) * 100}%` }}
              />
            ))}
          </div>
        </div>
      ))}
      <div className={styles.day}>
        <span />
        <div className={styles.hours}>
          {HOURS.map((hour) => (
            <small key={hour}>{hour}</small>
          ))}
        </div>
      </div>
    </div>
  )
}
