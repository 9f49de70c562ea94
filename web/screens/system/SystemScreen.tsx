import { Outlet } from '@tanstack/react-router'
import { TabLinks } from '../../parts/layout/TabLinks.tsx'
import { systemTexts } from '../../texts/system.ts'
import styles from './SystemScreen.module.css'

const { tabs } = systemTexts

/** The router itself: who gets in, and what keeps it well. */
export function SystemScreen() {
  return (
    <>
      <h1 className={styles.title}>{systemTexts.title}</h1>
      <TabLinks
        title={systemTexts.title}
        label={systemTexts.pages}
        tabs={[
          { to: '/admin/system', label: tabs.machine, exact: true },
          { to: '/admin/system/diagnosis', label: tabs.diagnosis },
          { to: '/admin/system/speed', label: tabs.speed },
          { to: '/admin/system/backup', label: tabs.backup },
          { to: '/admin/system/access', label: tabs.access },
          { to: '/admin/system/certificate', label: tabs.certificate },
        ]}
      />
      <Outlet />
    </>
  )
}
