import { UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { system } from '../../router/model/machine/system/contract.ts'
import { ownRole } from '../client/may.ts'
import { query } from '../client/query.ts'
import { Dialog } from '../parts/dialogs/Dialog.tsx'
import { lazyPart } from '../parts/navigation/lazyScreen.ts'
import { AT_HAND, type MenuSection, sectionsOf } from '../parts/navigation/sections.ts'
import { useUnread } from '../screens/messages/alerts/useUnread.ts'
import { texts } from '../texts.ts'
import styles from './Menu.module.css'

const PluginLinks = lazyPart(() => import('./PluginLinks.tsx'), 'PluginLinks')

/** The sections of the app: all of them in a column, or, on a phone, the first few in a bar at the bottom. */
export function Menu() {
  const [isOpen, setOpen] = useState(false)
  const sections = sectionsOf(useQuery(query(system.features)).data, ownRole())
  const rest = sections.slice(AT_HAND)
  return (
    <>
      <nav aria-label={texts.shell.menu} className={styles.menu}>
        {sections.map((section, index) => (
          <Entry key={section.to} section={section} className={index < AT_HAND ? '' : styles.further} />
        ))}
        <Suspense>
          <PluginLinks className={styles.further} />
        </Suspense>
        {rest.length > 0 && <More sections={rest} onClick={() => setOpen(true)} />}
      </nav>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={texts.shell.more}>
        <nav aria-label={texts.shell.more} className={styles.rest}>
          {rest.map((section) => (
            <Entry key={section.to} section={section} onClick={() => setOpen(false)} />
          ))}
          {isOpen && (
            <Suspense>
              <PluginLinks onClick={() => setOpen(false)} />
            </Suspense>
          )}
        </nav>
      </Dialog>
    </>
  )
}

/** Marked if the current section is in the menu behind it. */
function More({ sections, onClick }: { sections: readonly MenuSection[]; onClick: () => void }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isCurrent = sections.some(({ to }) => path.startsWith(to))
  return (
    <UnstyledButton
      className={`${styles.section} ${styles.more} ${isCurrent ? styles.current : ''}`}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <IconDots size={20} stroke={1.6} aria-hidden />
      <span>{texts.shell.more}</span>
      {sections.some(({ to }) => to === ALERTS) && <Unread />}
    </UnstyledButton>
  )
}

const ALERTS = '/admin/alerts' satisfies MenuSection['to']

interface EntryProps {
  section: MenuSection
  className?: string | undefined
  onClick?: () => void
}

const Entry = ({ section: { to, label, icon: Icon }, className = '', onClick }: EntryProps) => (
  <Link
    to={to}
    // Every path of the app begins with the path of its first screen.
    activeOptions={{ exact: to === '/admin' }}
    className={`${styles.section} ${className}`}
    activeProps={{ className: styles.current }}
    {...(onClick && { onClick })}
  >
    <Icon size={20} stroke={1.6} aria-hidden />
    <span>{label}</span>
    {to === ALERTS && <Unread />}
  </Link>
)

/** The number of unread alerts; nothing if there are none. */
function Unread() {
  const count = useUnread()
  if (!count) return null
  const shown = count > 99 ? '99+' : String(count)
  return (
    <span className={styles.unread} role="status" aria-label={texts.shell.unreadAlerts(shown)}>
      {shown}
    </span>
  )
}
