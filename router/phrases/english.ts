import { accessPhrases } from './en/access.ts'
import { alertPhrases } from './en/alerts.ts'
import { dnsPhrases } from './en/dns.ts'
import { fieldPhrases } from './en/field.ts'
import { firewallPhrases } from './en/firewall.ts'
import { homePhrases } from './en/home.ts'
import { internetPhrases } from './en/internet.ts'
import { machinePhrases } from './en/machine.ts'
import { messagesPhrases } from './en/messages.ts'
import { pluginsPhrases } from './en/plugins.ts'
import { policyTexts } from './en/policies.ts'
import { remoteFaultPhrases } from './en/remotefaults.ts'
import { requestPhrases } from './en/request.ts'
import { trafficPhrases } from './en/traffic.ts'
import { vpnPhrases } from './en/vpn.ts'
import { wifiPhrases } from './en/wifi.ts'
import { policyTitles } from './policytitles.ts'

/** Every sentence of the router by its code, with `{1}`, `{2}` … in place of what is filled in. */
export const englishPhrases = {
  ...accessPhrases,
  ...alertPhrases,
  ...dnsPhrases,
  ...fieldPhrases,
  ...firewallPhrases,
  ...homePhrases,
  ...internetPhrases,
  ...machinePhrases,
  ...messagesPhrases,
  ...pluginsPhrases,
  ...remoteFaultPhrases,
  ...policyTitles(policyTexts),
  ...requestPhrases,
  ...trafficPhrases,
  ...vpnPhrases,
  ...wifiPhrases,
} as const
