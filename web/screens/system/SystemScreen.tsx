import { useDocumentTitle } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { Tab, Tabs } from '../../parts/Tabs.tsx'
import { systemTexts } from '../../texts/system.ts'
import { texts } from '../../texts.ts'

/** The router itself: who gets in, and what keeps it well. */
export function SystemScreen() {
  useDocumentTitle(`${systemTexts.title} · ${texts.product}`)
  return (
    <>
      <h1>{systemTexts.title}</h1>
      <Tabs label={systemTexts.pages}>
        <Tab to="/admin/system">{systemTexts.tabs.machine}</Tab>
        <Tab to="/admin/system/access">{systemTexts.tabs.access}</Tab>
        <Tab to="/admin/system/backup">{systemTexts.tabs.backup}</Tab>
        <Tab to="/admin/system/certificate">{systemTexts.tabs.certificate}</Tab>
        <Tab to="/admin/system/speed">{systemTexts.tabs.speed}</Tab>
      </Tabs>
      <Outlet />
    </>
  )
}
