import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import styles from './Notices.module.css'
import { offerUndo } from './undo.ts'
import { usePlace, WIDTH } from './usePlace.ts'

/** Shows notifications where they cover no control, if there is such a place, and offers undo. What is sent before it is mounted is queued. */
export function Notices() {
  useEffect(offerUndo, [])
  const place = usePlace()
  // One box moves: with a position of the library, a notification would be shown twice while it moves.
  return (
    <Notifications className={`${styles.notices} ${styles[place]}`} position="bottom-center" containerWidth={WIDTH} />
  )
}
