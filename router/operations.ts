import { randomBytes } from 'node:crypto'
import type { Pass } from './drivers/pass.ts'
import type { Bus } from './events/bus.ts'
import { openCodes } from './features/access/codes.ts'
import { sessionHandlers, tokenHandlers } from './features/access/handlers.ts'
import { ADMIN } from './features/access/onetime.ts'
import { otpHandlers } from './features/access/otp.ts'
import type { Proofs } from './features/access/proofs.ts'
import { recoveryHandlers } from './features/access/recover.ts'
import { alertHandlers } from './features/alerts/handlers.ts'
import { auditHandlers } from './features/audit/handlers.ts'
import type { Trail } from './features/audit/trail.ts'
import { deriveSlowly } from './features/backup/archive.ts'
import { backupHandlers } from './features/backup/handlers.ts'
import { captureHandlers } from './features/capture/handlers.ts'
import { clientHandlers } from './features/clients/handlers.ts'
import type { Confirmations } from './features/confirm/confirmation.ts'
import { confirmHandlers } from './features/confirm/handlers.ts'
import { deviceHandlers } from './features/devices/handlers.ts'
import type { Grants } from './features/dhcp/grants.ts'
import { dhcpSocketHandlers, subnetHandlers } from './features/dhcp/handlers.ts'
import { diagnosticsHandlers } from './features/diagnostics/handlers.ts'
import { dnsHandlers } from './features/dns/handlers.ts'
import { explainHandlers } from './features/explain/handlers.ts'
import { firewallHandlers } from './features/firewall/handlers.ts'
import { groupHandlers } from './features/groups/handlers.ts'
import { contracts, socketContracts } from './features/index.ts'
import { infoHandlers } from './features/info/handlers.ts'
import { linkHandlers } from './features/links/handlers.ts'
import type { LogEntry } from './features/logs/entry.ts'
import { logHandlers } from './features/logs/handlers.ts'
import { multicastHandlers } from './features/multicast/handlers.ts'
import { nameHandlers } from './features/names/handlers.ts'
import { pluginHandlers } from './features/plugins/handlers.ts'
import { releaseHandlers } from './features/releases/handlers.ts'
import { setupHandlers } from './features/setup/handlers.ts'
import { speedtestHandlers } from './features/speedtest/handlers.ts'
import { systemHandlers } from './features/system/handlers.ts'
import { timeHandlers } from './features/time/handlers.ts'
import { tlsHandlers } from './features/tls/handlers.ts'
import { trafficHandlers } from './features/traffic/handlers.ts'
import type { TrafficSampler } from './features/traffic/sampler.ts'
import type { FlowWatch } from './features/traffic/watch.ts'
import { uplinkHandlers } from './features/uplink/handlers.ts'
import { wanHandlers } from './features/wan/handlers.ts'
import type { SpeedTests } from './features/wan/speedtest.ts'
import type { UplinkWatch } from './features/wan/watch.ts'
import { wifiHandlers } from './features/wifi/handlers.ts'
import type { Machine } from './machine/machine.ts'
import { openSockets } from './machine/sockets.ts'
import type { RouterOptions } from './options.ts'
import type { Resolver } from './servers/dns/resolver.ts'
import { hashPassword, matchesPassword } from './servers/http/password.ts'
import { openPasswords } from './servers/http/passwords.ts'
import { type Served, serve } from './servers/http/routes.ts'
import type { Facts } from './store/facts.ts'
import type { Vault } from './store/vault.ts'

interface Parts {
  readonly machine: Machine
  readonly facts: Facts
  readonly proofs: Proofs
  readonly pass: Pick<Pass, 'change' | 'network' | 'memberAt'>
  readonly bus: Bus
  readonly confirmations: Confirmations
  readonly grants: Grants
  /** Where a name of the internet leads now. */
  readonly lookUp: Resolver['lookUp']
  readonly sampler: TrafficSampler
  readonly flows: FlowWatch
  readonly uplinkWatch: UplinkWatch
  readonly speedTests: SpeedTests
  readonly trail: Trail
  readonly version: string
  /** Whether each part of the router runs now. */
  readonly parts: Readonly<Record<string, () => boolean>>
  /** What was logged, newest first. */
  readonly readLog: () => Iterable<LogEntry> | AsyncIterable<LogEntry>
  readonly vault: Vault
  readonly options: Pick<RouterOptions, 'data' | 'uplinks' | 'wired' | 'wireless'>
  /** The TCP ports that the API answers on now. */
  readonly apiPorts: () => readonly string[]
}

/** Every contract with what carries it out: the API, and the sockets of the helpers on this machine. */
export function operations({
  machine,
  facts,
  proofs,
  pass,
  bus,
  confirmations,
  grants,
  lookUp,
  sampler,
  flows,
  uplinkWatch,
  speedTests,
  trail,
  version,
  parts,
  readLog,
  vault,
  options,
  apiPorts,
}: Parts) {
  const { clock } = machine
  const { change } = pass
  const codes = openCodes({ change, bus, clock, vault })
  const passwords = openPasswords({ users: facts.users, clock, matches: matchesPassword })
  const api: Served[] = [
    ...serve(
      contracts.setup,
      setupHandlers({
        facts,
        change,
        hash: hashPassword,
        isRight: async (password, address) => (await passwords.check(address, ADMIN, [password])) !== undefined,
      }),
    ),
    ...serve(contracts.tokens, tokenHandlers({ facts, change, bus, clock, vault })),
    ...serve(contracts.otp, otpHandlers({ facts, bus, vault, proofs, codes })),
    ...serve(contracts.session, sessionHandlers({ facts, change, bus, clock, codes, hash: hashPassword })),
    ...serve(contracts.system, systemHandlers({ facts, version, parts })),
    ...serve(contracts.info, infoHandlers({ machine, facts, change })),
    ...serve(
      contracts.time,
      timeHandlers({ machine, facts, change, bus, sockets: openSockets([]), nonce: () => randomBytes(8) }),
    ),
    ...serve(contracts.logs, logHandlers({ read: readLog })),
    ...serve(contracts.audit, auditHandlers(trail)),
    ...serve(contracts.speedtest, speedtestHandlers({ clock })),
    ...serve(contracts.capture, captureHandlers({ machine, facts, apiPorts })),
    ...serve(
      contracts.backup,
      backupHandlers({
        machine,
        facts,
        change,
        vault,
        deriveKey: deriveSlowly,
        directory: `${options.data}/backups`,
        release: version,
        links: [...options.uplinks, ...options.wired, ...options.wireless],
      }),
    ),
    ...serve(contracts.releases, releaseHandlers({ facts, change, version })),
    ...serve(contracts.plugins, pluginHandlers()),
    ...serve(contracts.alerts, alertHandlers()),
    ...serve(contracts.clients, clientHandlers({ facts, change })),
    ...serve(contracts.devices, deviceHandlers({ facts, change, bus, clock })),
    ...serve(contracts.groups, groupHandlers({ facts, change, bus })),
    ...serve(contracts.subnet, subnetHandlers({ facts, guard: confirmations.guard, bus })),
    ...serve(contracts.dns, dnsHandlers({ facts, change })),
    ...serve(contracts.names, nameHandlers({ facts, change })),
    ...serve(contracts.diagnostics, diagnosticsHandlers({ machine, facts })),
    ...serve(contracts.links, linkHandlers({ facts, guard: confirmations.guard, machine })),
    ...serve(contracts.uplink, uplinkHandlers({ facts, guard: confirmations.guard })),
    ...serve(contracts.wan, wanHandlers({ facts, change, watch: uplinkWatch, speedTests })),
    ...serve(contracts.confirm, confirmHandlers(confirmations)),
    ...serve(contracts.firewall, firewallHandlers({ facts, change, guard: confirmations.guard, machine, apiPorts })),
    ...serve(
      contracts.explain,
      explainHandlers({ facts, network: () => pass.network, memberAt: pass.memberAt, lookUp }),
    ),
    ...serve(contracts.tls, tlsHandlers({ facts, change, clock, vault })),
    ...serve(contracts.multicast, multicastHandlers({ facts, change })),
    ...serve(contracts.traffic, trafficHandlers({ machine, facts, sampler, flows })),
  ]
  const sockets = {
    access: serve(socketContracts.access, recoveryHandlers({ change, bus, codes, hash: hashPassword })),
    wifi: serve(socketContracts.wifi, wifiHandlers({ facts, change, bus })),
    dhcp: serve(socketContracts.dhcp, dhcpSocketHandlers({ grants })),
  }
  const acting = ({ operation, handler }: Served): Served => ({ operation, handler: trail.acting(operation, handler) })
  return { api: api.map(acting), sockets }
}
