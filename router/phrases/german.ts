import { accessGerman } from './de/access.ts'
import { alertGerman } from './de/alerts.ts'
import { dnsGerman } from './de/dns.ts'
import { fieldGerman } from './de/field.ts'
import { firewallGerman } from './de/firewall.ts'
import { homeGerman } from './de/home.ts'
import { internetGerman } from './de/internet.ts'
import { machineGerman } from './de/machine.ts'
import { messagesGerman } from './de/messages.ts'
import { pluginsGerman } from './de/plugins.ts'
import { policyGerman } from './de/policies.ts'
import { remoteFaultGerman } from './de/remotefaults.ts'
import { requestGerman } from './de/request.ts'
import { trafficGerman } from './de/traffic.ts'
import { vpnGerman } from './de/vpn.ts'
import { wifiGerman } from './de/wifi.ts'
import type { Code } from './phrase.ts'
import { policyTitles } from './policytitles.ts'

/** The catalogue in German. */
export const germanPhrases: Readonly<Record<Code, string>> = {
  ...accessGerman,
  ...alertGerman,
  ...dnsGerman,
  ...fieldGerman,
  ...firewallGerman,
  ...homeGerman,
  ...internetGerman,
  ...machineGerman,
  ...messagesGerman,
  ...pluginsGerman,
  ...remoteFaultGerman,
  ...policyTitles(policyGerman),
  ...requestGerman,
  ...trafficGerman,
  ...vpnGerman,
  ...wifiGerman,
}
