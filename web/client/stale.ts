import { audit } from '../../router/model/access/audit/contract.ts'
import { confirm } from '../../router/model/access/confirm/contract.ts'
import { otp } from '../../router/model/access/credentials/contract.ts'
import { recoveryCodes, sessions } from '../../router/model/access/credentials/listcontract.ts'
import { passkeys } from '../../router/model/access/credentials/passkeycontract.ts'
import { dnsBlock } from '../../router/model/dns/blocklists/contract.ts'
import { dns } from '../../router/model/dns/resolvers/contract.ts'
import { firewall } from '../../router/model/firewall/config/contract.ts'
import { explain } from '../../router/model/firewall/explain/contract.ts'
import { pfw } from '../../router/model/firewall/rules/contract.ts'
import { devices } from '../../router/model/home/devices/contract.ts'
import { subnet } from '../../router/model/home/dhcp/contract.ts'
import { groups } from '../../router/model/home/groups/contract.ts'
import { classification } from '../../router/model/home/kinds/contract.ts'
import { dyndns } from '../../router/model/internet/dyndns/contract.ts'
import { links } from '../../router/model/internet/links/contract.ts'
import { wan } from '../../router/model/internet/uplinks/contract.ts'
import { diagnostics } from '../../router/model/machine/diagnostics/contract.ts'
import { info } from '../../router/model/machine/info/contract.ts'
import { system } from '../../router/model/machine/system/contract.ts'
import { automations } from '../../router/model/messages/automations/contract.ts'
import { integrations } from '../../router/model/messages/integrations/contract.ts'
import { notify } from '../../router/model/messages/notify/contract.ts'
import { plugins } from '../../router/model/plugins/installed/contract.ts'
import { sites } from '../../router/model/vpn/sites/contract.ts'
import { tunnels } from '../../router/model/vpn/tunnels/contract.ts'
import { vpn } from '../../router/model/vpn/wireguard/contract.ts'
import { wifiFailures } from '../../router/model/wifi/admission/contract.ts'
import { radioState } from '../../router/model/wifi/radiostate/contract.ts'
import { stations } from '../../router/model/wifi/stations/contract.ts'

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
