import { Outlet } from '@tanstack/react-router'
import { ScreenHead } from '../../parts/layout/ScreenHead.tsx'
import { TabLinks } from '../../parts/layout/TabLinks.tsx'
import { firewallTexts as texts } from '../../texts/firewall/firewall.ts'
import { packetTexts } from '../../texts/firewall/refused/packets.ts'
import { refusedTexts } from '../../texts/firewall/refused.ts'

/** The firewall: its rules, and what it drops. */
export const FirewallScreen = () => (
  <>
    <ScreenHead title={texts.title} hint={texts.hint} />
    <TabLinks
      title={texts.title}
      label={texts.pages}
      tabs={[
        { to: '/admin/firewall', label: texts.rules, exact: true },
        { to: '/admin/firewall/refused', label: refusedTexts.tab },
        { to: '/admin/firewall/drops', label: packetTexts.tab },
      ]}
    />
    <Outlet />
  </>
)
