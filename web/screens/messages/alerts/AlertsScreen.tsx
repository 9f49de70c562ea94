import { Outlet } from '@tanstack/react-router'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { TabLinks } from '../../../parts/layout/TabLinks.tsx'
import { alertTexts as words } from '../../../texts/messages/alerts.ts'

/** The heading and tabs of alerts, events and rules. */
export const AlertsScreen = () => (
  <>
    <ScreenHead title={words.title} hint={words.hint}>
      <ButtonLink to="/admin/system/notifications" variant="default">
        {words.targets}
      </ButtonLink>
    </ScreenHead>
    <TabLinks title={words.title} label={words.tabs.label} tabs={TABS} />
    <Outlet />
  </>
)

const TABS = [
  { to: '/admin/alerts', label: words.tabs.alerts, exact: true },
  { to: '/admin/alerts/events', label: words.tabs.events },
  { to: '/admin/alerts/rules', label: words.tabs.rules },
] as const
