import { randomBytes } from 'node:crypto'
import { openCodes } from './features/access/codes.ts'
import { sessionHandlers, tokenHandlers } from './features/access/handlers.ts'
import { ADMIN } from './features/access/onetime.ts'
import { otpHandlers } from './features/access/otp.ts'
import type { Proofs } from './features/access/proofs.ts'
import { recoveryHandlers } from './features/access/recover.ts'
import { alertHandlers } from './features/alerts/handlers.ts'
import { auditHandlers } from './features/audit/handlers.ts'
import { deriveSlowly } from './features/backup/archive.ts'
import { backupHandlers } from './features/backup/handlers.ts'
import { captureHandlers } from './features/capture/handlers.ts'
import { clientHandlers } from './features/clients/handlers.ts'
import { confirmHandlers } from './features/confirm/handlers.ts'
import { deviceHandlers } from './features/devices/handlers.ts'
import { dhcpSocketHandlers, subnetHandlers } from './features/dhcp/handlers.ts'
import { diagnosticsHandlers } from './features/diagnostics/handlers.ts'
import { dnsHandlers } from './features/dns/handlers.ts'
import { dnsBlockHandlers } from './features/dnsblock/handlers.ts'
import { dnsLogHandlers } from './features/dnslog/handlers.ts'
import { explainHandlers } from './features/explain/handlers.ts'
import { firewallHandlers } from './features/firewall/handlers.ts'
import { groupHandlers } from './features/groups/handlers.ts'
import { contracts, socketContracts } from './features/index.ts'
import { infoHandlers } from './features/info/handlers.ts'
import { linkHandlers } from './features/links/handlers.ts'
import { logHandlers } from './features/logs/handlers.ts'
import { lookupHandlers } from './features/lookup/handlers.ts'
import { openLookup } from './features/lookup/lookup.ts'
import { multicastHandlers } from './features/multicast/handlers.ts'
import { nameHandlers } from './features/names/handlers.ts'
import { pageViewHandlers } from './features/pageviews/handlers.ts'
import { pluginHandlers } from './features/plugins/handlers.ts'
import { previewHandlers } from './features/preview/handlers.ts'
import { radioHandlers } from './features/radios/handlers.ts'
import { releaseHandlers } from './features/releases/handlers.ts'
import { serviceHandlers } from './features/services/handlers.ts'
import { setupHandlers } from './features/setup/handlers.ts'
import { speedtestHandlers } from './features/speedtest/handlers.ts'
import { systemHandlers } from './features/system/handlers.ts'
import { timeHandlers } from './features/time/handlers.ts'
import { tlsHandlers } from './features/tls/handlers.ts'
import { topologyHandlers } from './features/topology/handlers.ts'
import { trafficHandlers } from './features/traffic/handlers.ts'
import { uplinkHandlers } from './features/uplink/handlers.ts'
import { wanHandlers } from './features/wan/handlers.ts'
import { wifiHandlers } from './features/wifi/handlers.ts'
import { openSockets } from './machine/sockets.ts'
import type { Enforcement } from './parts/enforcement.ts'
import type { Ground } from './parts/ground.ts'
import type { Stores } from './parts/stores.ts'
import type { Upkeep } from './parts/upkeep.ts'
import { hashPassword, matchesPassword } from './servers/http/password.ts'
import { openPasswords } from './servers/http/passwords.ts'
import { type Served, serve } from './servers/http/routes.ts'

/** What is behind the API. Each handler takes of it what its own signature names. */
type Parts = Ground & Stores & Enforcement & Upkeep & { readonly proofs: Proofs }

/** Every contract with what carries it out: the API, and the sockets of the helpers on this machine. */
export function operations(given: Parts) {
  const { clock, options, facts, trail, confirmations, resolver, uplinkWatch } = given
  const { version } = options
  const passwords = openPasswords({ users: facts.users, clock, matches: matchesPassword })
  const parts = {
    ...given,
    lookup: openLookup({ machine: given.machine, path: options.lookupFile }),
    version,
    restart: options.restart,
    guard: confirmations.guard,
    codes: openCodes(given),
    hash: hashPassword,
    isRight: async (password: string, address: string) =>
      (await passwords.check(address, ADMIN, [password])) !== undefined,
    announced: (mac: string) => given.relay.announced(mac),
    lookUp: (name: string) => resolver.lookUp(name),
    // The TCP ports that the API answers on now.
    apiPorts: () => [options.port, ...(facts.setting('tls') ? [options.securePort] : [])].map(String),
    running: { api: () => true, dhcp: () => true, dns: () => resolver.stats().deaf === undefined },
  }
  const timeServers = { sockets: openSockets([]), nonce: () => randomBytes(8) }
  const archives = {
    deriveKey: deriveSlowly,
    directory: `${options.data}/backups`,
    release: version,
    links: [...options.uplinks, ...options.wired, ...options.wireless],
  }

  const api: Served[] = [
    ...serve(contracts.setup, setupHandlers(parts)),
    ...serve(contracts.tokens, tokenHandlers(parts)),
    ...serve(contracts.otp, otpHandlers(parts)),
    ...serve(contracts.session, sessionHandlers(parts)),
    ...serve(contracts.system, systemHandlers(parts)),
    ...serve(contracts.info, infoHandlers(parts)),
    ...serve(contracts.time, timeHandlers({ ...parts, ...timeServers })),
    ...serve(contracts.logs, logHandlers({ read: parts.readLog })),
    ...serve(contracts.audit, auditHandlers(trail)),
    ...serve(contracts.speedtest, speedtestHandlers(parts)),
    ...serve(contracts.capture, captureHandlers(parts)),
    ...serve(contracts.backup, backupHandlers({ ...parts, ...archives })),
    ...serve(contracts.releases, releaseHandlers(parts)),
    ...serve(contracts.plugins, pluginHandlers()),
    ...serve(contracts.radios, radioHandlers()),
    ...serve(contracts.alerts, alertHandlers()),
    ...serve(contracts.clients, clientHandlers(parts)),
    ...serve(contracts.devices, deviceHandlers(parts)),
    ...serve(contracts.groups, groupHandlers(parts)),
    ...serve(contracts.subnet, subnetHandlers(parts)),
    ...serve(contracts.dns, dnsHandlers(parts)),
    ...serve(contracts.names, nameHandlers(parts)),
    ...serve(contracts.diagnostics, diagnosticsHandlers(parts)),
    ...serve(contracts.links, linkHandlers(parts)),
    ...serve(contracts.uplink, uplinkHandlers(parts)),
    ...serve(contracts.wan, wanHandlers({ ...parts, watch: uplinkWatch })),
    ...serve(contracts.confirm, confirmHandlers(confirmations)),
    ...serve(contracts.firewall, firewallHandlers(parts)),
    ...serve(contracts.explain, explainHandlers(parts)),
    ...serve(contracts.services, serviceHandlers(parts)),
    ...serve(contracts.preview, previewHandlers(parts)),
    ...serve(contracts.tls, tlsHandlers(parts)),
    ...serve(contracts.multicast, multicastHandlers(parts)),
    ...serve(contracts.dnsBlock, dnsBlockHandlers(parts)),
    ...serve(contracts.dnsLog, dnsLogHandlers(parts)),
    ...serve(contracts.topology, topologyHandlers(parts)),
    ...serve(contracts.traffic, trafficHandlers(parts)),
    ...serve(contracts.lookup, lookupHandlers(parts)),
    ...serve(contracts.pageviews, pageViewHandlers(parts)),
  ]
  const acting = ({ operation, handler }: Served): Served => ({ operation, handler: trail.acting(operation, handler) })
  const sockets = {
    access: serve(socketContracts.access, recoveryHandlers(parts)).map(acting),
    wifi: serve(socketContracts.wifi, wifiHandlers(parts)),
    dhcp: serve(socketContracts.dhcp, dhcpSocketHandlers(parts)),
  }
  return { api: api.map(acting), sockets }
}
