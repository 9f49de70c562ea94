import type { Scene, Trials } from './trial.ts'
import { accessTrials, unregisterTrials } from './trials/access.ts'
import { alertTrials } from './trials/alerts.ts'
import { deviceTrials } from './trials/devices.ts'
import { dnsBlockTrials, dnsLogTrials } from './trials/dns.ts'
import { firewallTrials } from './trials/firewall.ts'
import { helperTrials } from './trials/helperprograms.ts'
import { dyndnsTrials, linkTrials, networkTrials } from './trials/network.ts'
import { pluginTrials } from './trials/plugins.ts'
import { radioTrials } from './trials/radios.ts'
import { systemTrials } from './trials/system.ts'
import { vpnTrials } from './trials/vpn.ts'

/** All implemented operations, in the order in which they are called. */
export const trialsIn = (scene: Scene): Trials => ({
  ...accessTrials(scene),
  ...deviceTrials(scene),
  ...networkTrials,
  ...firewallTrials(scene),
  ...linkTrials,
  ...radioTrials,
  ...systemTrials,
  ...pluginTrials,
  ...alertTrials,
  ...dnsBlockTrials,
  ...dnsLogTrials(scene),
  ...dyndnsTrials,
  ...helperTrials,
  ...vpnTrials,
  ...unregisterTrials(scene),
})
