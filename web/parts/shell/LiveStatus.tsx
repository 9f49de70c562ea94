import { useSyncExternalStore } from 'react'
import { live } from '../../client/client.ts'
import { texts } from '../../texts.ts'
import styles from './LiveStatus.module.css'

/** Whether what is on the screen follows the router by itself. */
export function Pulse() {
  const state = useSyncExternalStore(live.subscribe, live.state)
  return (
    <span className={styles.pulse} data-state={state} role="status">
      {state === 'live' && texts.shell.live}
      {state === 'lost' && texts.shell.lost}
    </span>
  )
}
