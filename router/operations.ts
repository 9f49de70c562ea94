import type { Pass } from './drivers/pass.ts'
import type { Bus } from './events/bus.ts'
import { sessionHandlers, tokenHandlers } from './features/access/handlers.ts'
import { otpHandlers } from './features/access/otp.ts'
import type { Proofs } from './features/access/proofs.ts'
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
import { linkHandlers } from './features/links/handlers.ts'
import { nameHandlers } from './features/names/handlers.ts'
import { multicastHandlers } from './features/multicast/handlers.ts'
import { setupHandlers } from './features/setup/handlers.ts'
import { systemHandlers } from './features/system/handlers.ts'
import { tlsHandlers } from './features/tls/handlers.ts'
import { trafficHandlers } from './features/traffic/handlers.ts'
import type { TrafficSampler } from './features/traffic/sampler.ts'
import type { FlowWatch } from './features/traffic/watch.ts'
import { uplinkHandlers } from './features/uplink/handlers.ts'
import { wifiHandlers } from './features/wifi/handlers.ts'
import type { Machine } from './machine/machine.ts'
import { hashPassword, matchesPassword } from './servers/http/password.ts'
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
  readonly sampler: TrafficSampler
  readonly flows: FlowWatch
  readonly version: string
  readonly vault: Vault
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
  sampler,
  flows,
  version,
  vault,
  apiPorts,
}: Parts) {
  const { clock } = machine
  const { change } = pass
  const api: Served[] = [
    ...serve(contracts.setup, setupHandlers({ facts, change, hash: hashPassword, matches: matchesPassword })),
    ...serve(contracts.tokens, tokenHandlers({ facts, change, bus, clock, vault })),
    ...serve(contracts.otp, otpHandlers({ facts, change, bus, clock, vault, proofs })),
    ...serve(contracts.session, sessionHandlers({ facts, change, bus, clock })),
    ...serve(contracts.system, systemHandlers({ facts, version })),
    ...serve(contracts.devices, deviceHandlers({ facts, change, bus, clock })),
    ...serve(contracts.groups, groupHandlers({ facts, change, bus })),
    ...serve(contracts.subnet, subnetHandlers({ facts, change, bus })),
    ...serve(contracts.dns, dnsHandlers({ facts, change })),
    ...serve(contracts.names, nameHandlers({ facts, change })),
    ...serve(contracts.diagnostics, diagnosticsHandlers({ machine, facts })),
    ...serve(contracts.links, linkHandlers({ facts, guard: confirmations.guard, machine })),
    ...serve(contracts.uplink, uplinkHandlers({ facts, guard: confirmations.guard })),
    ...serve(contracts.confirm, confirmHandlers(confirmations)),
    ...serve(contracts.firewall, firewallHandlers({ facts, change, machine, apiPorts })),
    ...serve(contracts.explain, explainHandlers({ facts, network: () => pass.network, memberAt: pass.memberAt })),
    ...serve(contracts.tls, tlsHandlers({ facts, change, clock, vault })),
    ...serve(contracts.traffic, trafficHandlers({ machine, facts, sampler, flows })),
    ...serve(contracts.multicast, multicastHandlers({ facts, change })),
  ]
  const sockets = {
    wifi: serve(socketContracts.wifi, wifiHandlers({ facts, change, bus })),
    dhcp: serve(socketContracts.dhcp, dhcpSocketHandlers({ grants })),
  }
  return { api, sockets }
}
