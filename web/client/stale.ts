import { otp } from '../../router/features/access/contract.ts'
import { recoveryCodes, sessions } from '../../router/features/access/listcontract.ts'
import { passkeys } from '../../router/features/access/passkeycontract.ts'
import { audit } from '../../router/features/audit/contract.ts'
import { automations } from '../../router/features/automations/contract.ts'
import { classification } from '../../router/features/classify/contract.ts'
import { confirm } from '../../router/features/confirm/contract.ts'
import { devices } from '../../router/features/devices/contract.ts'
import { subnet } from '../../router/features/dhcp/contract.ts'
import { diagnostics } from '../../router/features/diagnostics/contract.ts'
import { dns } from '../../router/features/dns/contract.ts'
import { dnsBlock } from '../../router/features/dnsblock/contract.ts'
import { dyndns } from '../../router/features/dyndns/contract.ts'
import { explain } from '../../router/features/explain/contract.ts'
import { firewall } from '../../router/features/firewall/contract.ts'
import { groups } from '../../router/features/groups/contract.ts'
import { info } from '../../router/features/info/contract.ts'
import { integrations } from '../../router/features/integrations/contract.ts'
import { links } from '../../router/features/links/contract.ts'
import { notify } from '../../router/features/notify/contract.ts'
import { pfw } from '../../router/features/pfw/contract.ts'
import { plugins } from '../../router/features/plugins/contract.ts'
import { radioState } from '../../router/features/radiostate/contract.ts'
import { sites } from '../../router/features/sites/contract.ts'
import { stations } from '../../router/features/stations/contract.ts'
import { system } from '../../router/features/system/contract.ts'
import { tunnels } from '../../router/features/tunnels/contract.ts'
import { vpn } from '../../router/features/vpn/contract.ts'
import { wan } from '../../router/features/wan/contract.ts'
import { wifiFailures } from '../../router/features/wifi/contract.ts'

/** The operations whose replies an event makes stale. All rows with a matching prefix apply. */
const ROWS = [
  // A device can add a group. Rules are changed with its address, and disabled when it is deleted.
  ['device:', [devices.list, groups.list, audit.list, firewall.config, explain.packet]],
  ['devices:', [devices.list, groups.list, explain.packet]],
  ['classify:', [classification.list, classification.read, classification.signals]],
  ['device:vpn:', [vpn.peers, vpn.status]],
  ['vpn:', [tunnels.list, tunnels.exits, sites.list, explain.packet]],
  ['pfw:', [pfw.rules, explain.packet]],
  ['wg:', [devices.list, vpn.peers, vpn.status]],
  ['wifi:', [devices.list, diagnostics.arp, stations.list, wifiFailures.list]],
  ['wifi:radio:', [radioState.radios]],
  // Radios count their stations.
  ['wifi:auth:success', [radioState.radios]],
  ['wifi:station:', [radioState.radios]],
  ['dhcp:', [devices.list, diagnostics.arp]],
  ['auth:otp:', [otp.status, recoveryCodes.status, sessions.list]],
  ['auth:webauthn:', [passkeys.status, sessions.list]],
  ['auth:logout', [sessions.list]],
  ['dns:blocklist:', [dnsBlock.config, dnsBlock.status, dnsBlock.metrics]],
  ['dns:health', [dns.getDnsHealth]],
  ['wan:', [wan.status, wan.outages, wan.speeds]],
  ['dyndns:', [dyndns.status]],
  ['plugin:', [plugins.pluginsApi, info.read]],
  ['notify:', [notify.list]],
  ['integration:', [integrations.mqttStatus, integrations.natsStatus, integrations.syslogStatus]],
  ['automation:', [automations.list, automations.read, automations.log]],
  ['system:drift', [system.drift]],
  [
    'system:confirm',
    [
      confirm.pending,
      devices.list,
      links.configuration,
      subnet.read,
      diagnostics.ipAddr,
      wan.status,
      firewall.config,
      system.features,
    ],
  ],
] as const

/** The paths of the operations to read again. */
export const staleAfter = (topic: string): string[] => [
  ...new Set(
    ROWS.flatMap(([prefix, operations]) => (topic.startsWith(prefix) ? operations.map(({ path }) => path) : [])),
  ),
]
