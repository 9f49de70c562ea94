import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import styles from './Notices.module.css'

/** Where short news of what was done appears. What was told before this is there waits for it. */
export const Notices = () => <Notifications className={styles.notices} position="bottom-center" containerWidth={360} />
