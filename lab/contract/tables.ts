import { ACCESS } from './access.ts'
import { ALERTS, AUTOMATIONS } from './alerts.ts'
import { CERTIFICATES_AND_ARCHIVES } from './certificates.ts'
import { DEVICES, GROUPS } from './devices.ts'
import { DNS_BLOCK } from './dnsblock.ts'
import { DNS_LOG } from './dnslog.ts'
import { DYNDNS } from './dyndns.ts'
import { EVENTS } from './events.ts'
import { FIREWALL } from './firewall.ts'
import { GENERAL } from './general.ts'
import { GEO_BLOCK } from './geoblock.ts'
import { DHCP_HELPER, RECOVERY, VPN_HELPER, WIFI_HELPER } from './helperprograms.ts'
import { INTEGRATIONS } from './integrations.ts'
import { LINKS } from './links.ts'
import { LOOKUP } from './lookup.ts'
import { MULTICAST } from './multicast.ts'
import { NAMES } from './names.ts'
import { NETWORK } from './network.ts'
import { NOTIFY } from './notify.ts'
import { PFW } from './pfw.ts'
import { PLUGINS, PROVEN_PLUGINS } from './plugins.ts'
import { PROVEN } from './proven.ts'
import { WITH_RADIO, WITHOUT_RADIO } from './radios.ts'
import type { Row } from './rows.ts'
import { OUT_OF_THE_BOX } from './setup.ts'
import { SITES } from './sites.ts'
import { SYSTEM } from './system.ts'
import { MAPS_AND_TRAFFIC } from './traffic.ts'
import { TUNNELS } from './tunnels.ts'
import { UPLINKS } from './uplinks.ts'
import { VPN } from './vpn.ts'

/** Calls of a signed-in user about one subject. */
type Table = readonly [title: string, rows: readonly Row[]]

/** About devices, names and rules, in order: later tables need earlier ones. */
export const HOUSEHOLD: readonly Table[] = [
  ['system', SYSTEM],
  ['devices', DEVICES],
  ['groups', GROUPS],
  ['network', NETWORK],
  ['names', NAMES],
  ['dns block', DNS_BLOCK],
  ['DNS log', DNS_LOG],
  ['events', EVENTS],
  ['multicast', MULTICAST],
  ['firewall', FIREWALL],
  ['geo block', GEO_BLOCK],
  ['programmable firewall', PFW],
]

/** About everything else, in order. */
export const SERVICES: readonly Table[] = [
  ['links', LINKS],
  ['uplinks', UPLINKS],
  ['dynamic DNS', DYNDNS],
  ['integrations', INTEGRATIONS],
  ['automations', AUTOMATIONS],
  ['VPN', VPN],
  ['VPN tunnels', TUNNELS],
  ['VPN sites', SITES],
  ['notifications', NOTIFY],
  ['radios', WITHOUT_RADIO],
  ['general', GENERAL],
  ['plugins', PLUGINS],
  ['alerts', ALERTS],
  ['lookup', LOOKUP],
  ['access', ACCESS],
  ['certificates and archives', CERTIFICATES_AND_ARCHIVES],
]

/** Every row of every table. */
export const ALL: readonly Row[] = [
  OUT_OF_THE_BOX,
  ...[...HOUSEHOLD, ...SERVICES].map(([, rows]) => rows),
  MAPS_AND_TRAFFIC,
  WITH_RADIO,
  PROVEN,
  PROVEN_PLUGINS,
  WIFI_HELPER,
  DHCP_HELPER,
  VPN_HELPER,
  RECOVERY,
].flat()
