import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { reach } from '../client/tab.ts'
import { locale } from '../parts/values/locale.ts'
import { texts } from '../texts.ts'
import styles from './Reachability.module.css'

/** Shown while the router does not respond: since when, above a grey page, which may be out of date. */
export function Reachability({ children }: { children: ReactNode }) {
  const since = useSyncExternalStore(reach.subscribe, reach.awaySince)
  return (
    <>
      {since !== undefined && (
        <div className={styles.banner} role="alert">
          <IconPlugConnectedX className={styles.icon} size={24} stroke={1.5} aria-hidden />
          <div>
            <strong>{texts.shell.away(timeOf(since))}</strong>
            <p>{texts.shell.awayHint}</p>
          </div>
        </div>
      )}
      <div className={styles.page} data-stale={since !== undefined || undefined}>
        {children}
      </div>
    </>
  )
}

/** The time of day, with the date if it is not today. */
function timeOf(ms: number): string {
  const at = new Date(ms)
  const isToday = at.toDateString() === new Date().toDateString()
  return at.toLocaleString(locale, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' })
}
