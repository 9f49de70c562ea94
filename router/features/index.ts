import { accessSocket, otp, session } from './access/contract.ts'
import { recoveryCodes, sessions, tokens } from './access/listcontract.ts'
import { passkeys } from './access/passkeycontract.ts'
import { alerts } from './alerts/contract.ts'
import { audit } from './audit/contract.ts'
import { automations } from './automations/contract.ts'
import { backup } from './backup/contract.ts'
import { remoteBackup } from './backup/remote/contract.ts'
import { capture } from './capture/contract.ts'
import { classification } from './classify/contract.ts'
import { clients } from './clients/contract.ts'
import { confirm } from './confirm/contract.ts'
import { devices } from './devices/contract.ts'
import { dhcpSocket, subnet } from './dhcp/contract.ts'
import { diagnostics } from './diagnostics/contract.ts'
import { dns } from './dns/contract.ts'
import { dnsBlock } from './dnsblock/contract.ts'
import { dnsLog } from './dnslog/contract.ts'
import { dyndns } from './dyndns/contract.ts'
import { events } from './events/contract.ts'
import { explain } from './explain/contract.ts'
import { firewall } from './firewall/contract.ts'
import { geoBlock } from './geoblock/contract.ts'
import { groups } from './groups/contract.ts'
import { guests } from './guests/contract.ts'
import { health } from './health/contract.ts'
import { info } from './info/contract.ts'
import { integrations } from './integrations/contract.ts'
import { links } from './links/contract.ts'
import { logs } from './logs/contract.ts'
import { lookup } from './lookup/contract.ts'
import { lostDevice } from './lostdevice/contract.ts'
import { metrics } from './metrics/contract.ts'
import { multicast } from './multicast/contract.ts'
import { names } from './names/contract.ts'
import { notify } from './notify/contract.ts'
import { packetLog } from './packetlog/contract.ts'
import { pageviews } from './pageviews/contract.ts'
import { parental } from './parental/contract.ts'
import { pfw } from './pfw/contract.ts'
import { phones } from './phones/contract.ts'
import { plugins } from './plugins/contract.ts'
import { uiSessions } from './plugins/uicontract.ts'
import { plus } from './plus/contract.ts'
import { ppp } from './ppp/contract.ts'
import { preview } from './preview/contract.ts'
import { radios } from './radios/contract.ts'
import { radioState } from './radiostate/contract.ts'
import { releases } from './releases/contract.ts'
import { services } from './services/contract.ts'
import { setup } from './setup/contract.ts'
import { sites } from './sites/contract.ts'
import { speedtest } from './speedtest/contract.ts'
import { sshKeys } from './sshkeys/contract.ts'
import { stations } from './stations/contract.ts'
import { system } from './system/contract.ts'
import { time } from './time/contract.ts'
import { tls } from './tls/contract.ts'
import { topology } from './topology/contract.ts'
import { traffic } from './traffic/contract.ts'
import { tunnels } from './tunnels/contract.ts'
import { undo } from './undo/contract.ts'
import { uplink } from './uplink/contract.ts'
import { usage } from './usage/contract.ts'
import { users } from './users/contract.ts'
import { vpn, vpnSocket } from './vpn/contract.ts'
import { wan } from './wan/contract.ts'
import { wifiFailures, wifiSocket } from './wifi/contract.ts'

/** The one list of all contracts: the server, its description, the admin app and the documentation read it. */
export const contracts = {
  devices,
  lostDevice,
  groups,
  subnet,
  dns,
  dnsBlock,
  dnsLog,
  names,
  diagnostics,
  links,
  confirm,
  uplink,
  ppp,
  wan,
  dyndns,
  vpn,
  tunnels,
  sites,
  firewall,
  geoBlock,
  packetLog,
  multicast,
  explain,
  services,
  preview,
  pfw,
  parental,
  tls,
  topology,
  traffic,
  usage,
  undo,
  lookup,
  classification,
  setup,
  tokens,
  otp,
  recoveryCodes,
  passkeys,
  session,
  sessions,
  users,
  system,
  health,
  info,
  time,
  logs,
  audit,
  speedtest,
  sshKeys,
  capture,
  backup,
  remoteBackup,
  integrations,
  metrics,
  releases,
  plugins,
  uiSessions,
  plus,
  radios,
  stations,
  guests,
  radioState,
  wifiFailures,
  alerts,
  automations,
  notify,
  events,
  phones,
  clients,
  pageviews,
}

/** What is served to helpers on unix sockets, by socket. */
export const socketContracts = {
  access: accessSocket,
  wifi: wifiSocket,
  dhcp: dhcpSocket,
  'plugins/wireguard': vpnSocket,
}
