import { Outlet } from '@tanstack/react-router'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { TabLinks } from '../../../parts/layout/TabLinks.tsx'
import { systemTexts } from '../../../texts/machine/system.ts'

const { tabs } = systemTexts

/** The router itself: who gets in, and what keeps it well. */
export function SystemScreen() {
  return (
    <>
      <ScreenHead title={systemTexts.title} />
      <TabLinks
        title={systemTexts.title}
        label={systemTexts.pages}
        tabs={[
          { to: '/admin/system', label: tabs.machine, exact: true },
          { to: '/admin/system/health', label: tabs.health },
          { to: '/admin/system/notifications', label: tabs.notifications },
          { to: '/admin/system/integrations', label: tabs.integrations },
          { to: '/admin/system/automations', label: tabs.automations },
          { to: '/admin/system/diagnosis', label: tabs.diagnosis },
          { to: '/admin/system/speed', label: tabs.speed },
          { to: '/admin/system/backup', label: tabs.backup },
          { to: '/admin/system/access', label: tabs.access },
          { to: '/admin/system/users', label: tabs.users },
          { to: '/admin/system/certificate', label: tabs.certificate },
        ]}
      />
      <Outlet />
    </>
  )
}
