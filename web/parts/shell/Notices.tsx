import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import styles from './Notices.module.css'
import { offerUndo } from './undo.ts'

/** Shows notifications, and offers undo. What is sent before it is mounted is queued. */
export function Notices() {
  useEffect(offerUndo, [])
  return <Notifications className={styles.notices} position="bottom-center" containerWidth={360} />
}
