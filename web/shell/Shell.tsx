import { ActionIcon } from '@mantine/core'
import { IconHelp, IconLogout } from '@tabler/icons-react'
import { CatchBoundary, Link, Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { live } from '../client/client.ts'
import { ownRole } from '../client/may.ts'
import { settled } from '../client/settled.ts'
import { signOut } from '../client/signin.ts'
import { lazyPart } from '../parts/navigation/lazyScreen.ts'
import { guideOf } from '../parts/navigation/sections.ts'
import { Appearance } from '../parts/page/Appearance.tsx'
import { Logo } from '../parts/page/Logo.tsx'
import { texts } from '../texts.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { Menu } from './Menu.tsx'
import { Reachability } from './Reachability.tsx'
import { ScreenFailed } from './ScreenFailed.tsx'
import styles from './Shell.module.css'
import { Shortcuts } from './Shortcuts.tsx'

// What follows an action or an event is loaded after the first screen.
const Notices = lazyPart(() => import('../parts/notices/Notices.tsx'), 'Notices')
const CodeDialog = lazyPart(() => import('./CodeDialog.tsx'), 'CodeDialog')
const SignInDialog = lazyPart(() => import('./SignInDialog.tsx'), 'SignInDialog')
const ConfirmBar = lazyPart(() => import('./ConfirmBar.tsx'), 'ConfirmBar')
const OwnScreen = lazyPart(() => import('../screens/access/users/OwnScreen.tsx'), 'OwnScreen')
const DemonstrationNote = lazyPart(() => import('./DemonstrationNote.tsx'), 'DemonstrationNote')
const AlertWatch = lazyPart(() => import('../screens/messages/alerts/AlertWatch.tsx'), 'AlertWatch')

/** The frame of every screen after sign-in: menu, status and notifications. */
export function Shell() {
  const isParent = ownRole() === 'parent'
  const isSettled = useSettled()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {texts.shell.skip}
      </a>
      <header className={styles.rail}>
        <Link to="/admin" className={styles.brand}>
          <Logo />
          <span>{texts.product}</span>
        </Link>
        <Menu />
        <div className={styles.foot}>
          <Pulse />
          {!isParent && <Shortcuts />}
          <Appearance />
          <LanguageChoice />
          <Help />
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
        <Reachability>
          <Suspense>
            {isSettled && (
              <>
                <DemonstrationNote />
                <ConfirmBar />
              </>
            )}
          </Suspense>
          <Screen />
        </Reachability>
      </main>
      {isSettled && (
        <Suspense>
          <CodeDialog />
          <SignInDialog />
          <Notices />
          {!isParent && <AlertWatch />}
        </Suspense>
      )}
    </div>
  )
}

/** Whether the first screen is there. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => void settled().then(() => setSettled(true)), [])
  return isSettled
}

/** Opens the page of the documentation about this section. */
function Help() {
  const guide = useLocation({ select: ({ pathname }) => guideOf(pathname) })
  return (
    <ActionIcon
      component="a"
      href={guide}
      target="_blank"
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={texts.shell.help}
      title={texts.shell.help}
    >
      <IconHelp size={20} stroke={1.6} />
    </ActionIcon>
  )
}

/** A failed screen is rendered again after navigation or a retry. */
function Screen() {
  const shown = useRouterState({ select: ({ matches }) => matches })
  return (
    <CatchBoundary getResetKey={() => shown} errorComponent={ScreenFailed}>
      {ownRole() === 'owner' ? (
        <Outlet />
      ) : (
        <Suspense>
          <OwnScreen />
        </Suspense>
      )}
    </CatchBoundary>
  )
}

/** Whether the screen receives live updates. */
function Pulse() {
  const state = useSyncExternalStore(live.subscribe, live.state)
  return (
    <span className={styles.pulse} data-state={state} role="status">
      <span>
        {state === 'live' && texts.shell.live}
        {state === 'lost' && texts.shell.lost}
      </span>
    </span>
  )
}
