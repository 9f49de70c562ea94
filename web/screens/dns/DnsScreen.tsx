import { Outlet } from '@tanstack/react-router'
import { ScreenHead } from '../../parts/layout/ScreenHead.tsx'
import { TabLinks } from '../../parts/layout/TabLinks.tsx'
import { dnsTexts } from '../../texts/dns/dns.ts'
import { ResolverNotice } from './resolvers/ResolverNotice.tsx'

/** The heading and tabs of all DNS screens. */
export function DnsScreen() {
  return (
    <>
      <ScreenHead title={dnsTexts.title} hint={dnsTexts.hint} />
      <ResolverNotice />
      <TabLinks title={dnsTexts.title} label={dnsTexts.tabs} tabs={TABS} />
      <Outlet />
    </>
  )
}

const TABS = [
  { to: '/admin/dns', label: dnsTexts.lists, exact: true },
  { to: '/admin/dns/apps', label: dnsTexts.apps },
  { to: '/admin/dns/rules', label: dnsTexts.rules },
  { to: '/admin/dns/log', label: dnsTexts.log },
  { to: '/admin/dns/top', label: dnsTexts.top },
  { to: '/admin/dns/check', label: dnsTexts.check },
  { to: '/admin/dns/names', label: dnsTexts.names },
  { to: '/admin/dns/settings', label: dnsTexts.settings },
] as const
