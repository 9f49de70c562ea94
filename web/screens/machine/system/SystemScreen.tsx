import { Outlet } from '@tanstack/react-router'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { TabLinks } from '../../../parts/layout/TabLinks.tsx'
import { systemTexts } from '../../../texts/machine/system.ts'
import { SYSTEM_TABS } from './tabs.ts'

/** The router itself: who gets in, and what keeps it well. */
export function SystemScreen() {
  return (
    <>
      <ScreenHead title={systemTexts.title} />
      <TabLinks title={systemTexts.title} label={systemTexts.pages} tabs={SYSTEM_TABS} />
      <Outlet />
    </>
  )
}
