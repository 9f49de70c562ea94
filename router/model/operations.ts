import { audit } from './access/audit/contract.ts'
import { confirm } from './access/confirm/contract.ts'
import { accessSocket, otp, session } from './access/credentials/contract.ts'
import { recoveryCodes, sessions, tokens } from './access/credentials/listcontract.ts'
import { passkeys } from './access/credentials/passkeycontract.ts'
import { sshKeys } from './access/sshkeys/contract.ts'
import { undo } from './access/undo/contract.ts'
import { users } from './access/users/contract.ts'
import { dnsBlock } from './dns/blocklists/contract.ts'
import { names } from './dns/names/contract.ts'
import { dnsLog } from './dns/querylog/contract.ts'
import { dns } from './dns/resolvers/contract.ts'
import { firewall } from './firewall/config/contract.ts'
import { explain } from './firewall/explain/contract.ts'
import { geoBlock } from './firewall/geoblock/contract.ts'
import { multicast } from './firewall/multicast/contract.ts'
import { preview } from './firewall/preview/contract.ts'
import { packetLog } from './firewall/refused/contract.ts'
import { pfw } from './firewall/rules/contract.ts'
import { devices } from './home/devices/contract.ts'
import { dhcpSocket, subnet } from './home/dhcp/contract.ts'
import { groups } from './home/groups/contract.ts'
import { guests } from './home/guests/contract.ts'
import { classification } from './home/kinds/contract.ts'
import { lostDevice } from './home/lostdevice/contract.ts'
import { topology } from './home/map/contract.ts'
import { phones } from './home/phones/contract.ts'
import { parental } from './home/schedules/contract.ts'
import { setup } from './home/setup/contract.ts'
import { uplink } from './internet/connection/contract.ts'
import { dyndns } from './internet/dyndns/contract.ts'
import { links } from './internet/links/contract.ts'
import { ppp } from './internet/ppp/contract.ts'
import { speedtest } from './internet/speedtest/contract.ts'
import { wan } from './internet/uplinks/contract.ts'
import { backup } from './machine/backup/contract.ts'
import { remoteBackup } from './machine/backup/remote/contract.ts'
import { capture } from './machine/capture/contract.ts'
import { diagnostics } from './machine/diagnostics/contract.ts'
import { health } from './machine/health/contract.ts'
import { info } from './machine/info/contract.ts'
import { logs } from './machine/logs/contract.ts'
import { metrics } from './machine/metrics/contract.ts'
import { pageviews } from './machine/pageviews/contract.ts'
import { releases } from './machine/releases/contract.ts'
import { services } from './machine/services/contract.ts'
import { system } from './machine/system/contract.ts'
import { time } from './machine/time/contract.ts'
import { tls } from './machine/tls/contract.ts'
import { alerts } from './messages/alerts/contract.ts'
import { automations } from './messages/automations/contract.ts'
import { events } from './messages/events/contract.ts'
import { integrations } from './messages/integrations/contract.ts'
import { notify } from './messages/notify/contract.ts'
import { clients } from './plugins/clients/contract.ts'
import { plugins } from './plugins/installed/contract.ts'
import { uiSessions } from './plugins/installed/uicontract.ts'
import { plus } from './plugins/plus/contract.ts'
import { traffic } from './traffic/flows/contract.ts'
import { lookup } from './traffic/lookup/contract.ts'
import { usage } from './traffic/usage/contract.ts'
import { sites } from './vpn/sites/contract.ts'
import { tunnels } from './vpn/tunnels/contract.ts'
import { vpn, vpnSocket } from './vpn/wireguard/contract.ts'
import { wifiFailures, wifiSocket } from './wifi/admission/contract.ts'
import { radios } from './wifi/radios/contract.ts'
import { radioState } from './wifi/radiostate/contract.ts'
import { stations } from './wifi/stations/contract.ts'

/** The one list of all contracts: the server, its description, the admin app and the documentation read it. */
export const contracts = {
  setup,
  tokens,
  otp,
  passkeys,
  recoveryCodes,
  session,
  sessions,
  users,
  system,
  health,
  info,
  time,
  logs,
  audit,
  undo,
  speedtest,
  sshKeys,
  capture,
  backup,
  remoteBackup,
  releases,
  plugins,
  uiSessions,
  plus,
  radios,
  stations,
  guests,
  radioState,
  wifiFailures,
  notify,
  alerts,
  automations,
  phones,
  clients,
  devices,
  lostDevice,
  groups,
  subnet,
  dns,
  names,
  diagnostics,
  links,
  uplink,
  ppp,
  wan,
  dyndns,
  metrics,
  integrations,
  vpn,
  tunnels,
  sites,
  confirm,
  firewall,
  geoBlock,
  explain,
  services,
  preview,
  pfw,
  parental,
  tls,
  multicast,
  dnsBlock,
  packetLog,
  dnsLog,
  events,
  topology,
  traffic,
  usage,
  lookup,
  classification,
  pageviews,
}

/** What is served to helpers on unix sockets, by socket. */
export const socketContracts = {
  access: accessSocket,
  wifi: wifiSocket,
  dhcp: dhcpSocket,
  'plugins/wireguard': vpnSocket,
}
