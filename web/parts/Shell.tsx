import { ActionIcon } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { IconLogout } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import { signOut } from '../client/signin.ts'
import { texts } from '../texts.ts'
import { Appearance } from './Appearance.tsx'
import { CodeDialog } from './CodeDialog.tsx'
import { ConfirmBar } from './ConfirmBar.tsx'
import { Gate } from './Gate.tsx'
import { Menu } from './Menu.tsx'
import { Pulse } from './Pulse.tsx'
import styles from './Shell.module.css'

/** What stands around every screen of somebody who is signed in. */
export function Shell() {
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {texts.shell.skip}
      </a>
      <header className={styles.rail}>
        <Link to="/admin" className={styles.brand}>
          <Gate />
          <span>{texts.product}</span>
        </Link>
        <Menu />
        <div className={styles.foot}>
          <Pulse />
          <Appearance />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.shell.signOut}
            title={texts.shell.signOut}
            onClick={signOut}
          >
            <IconLogout size={20} stroke={1.6} />
          </ActionIcon>
        </div>
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        <ConfirmBar />
        <Outlet />
      </main>
      <CodeDialog />
      <Notifications position="bottom-center" containerWidth={360} />
    </div>
  )
}
