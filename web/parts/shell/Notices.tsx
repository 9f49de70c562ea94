import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import styles from './Notices.module.css'

/** Shows notifications. Those sent before it is mounted are queued. */
export const Notices = () => <Notifications className={styles.notices} position="bottom-center" containerWidth={360} />
