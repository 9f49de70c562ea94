import type { Pass } from './drivers/pass.ts'
import type { Bus } from './events/bus.ts'
import { deviceHandlers } from './features/devices/handlers.ts'
import type { Grants } from './features/dhcp/grants.ts'
import { dhcpSocketHandlers, subnetHandlers } from './features/dhcp/handlers.ts'
import { diagnosticsHandlers } from './features/diagnostics/handlers.ts'
import { dnsHandlers } from './features/dns/handlers.ts'
import { firewallHandlers } from './features/firewall/handlers.ts'
import { groupHandlers } from './features/groups/handlers.ts'
import { contracts, socketContracts } from './features/index.ts'
import { linkHandlers } from './features/links/handlers.ts'
import { setupHandlers } from './features/setup/handlers.ts'
import { systemHandlers } from './features/system/handlers.ts'
import { trafficHandlers } from './features/traffic/handlers.ts'
import type { TrafficSampler } from './features/traffic/sampler.ts'
import type { FlowWatch } from './features/traffic/watch.ts'
import { uplinkHandlers } from './features/uplink/handlers.ts'
import { wifiHandlers } from './features/wifi/handlers.ts'
import type { Machine } from './machine/machine.ts'
import { hashPassword, matchesPassword } from './servers/http/password.ts'
import { type Served, serve } from './servers/http/routes.ts'
import type { Facts } from './store/facts.ts'

interface Parts {
  readonly machine: Machine
  readonly facts: Facts
  readonly pass: Pick<Pass, 'change'>
  readonly bus: Bus
  readonly grants: Grants
  readonly sampler: TrafficSampler
  readonly flows: FlowWatch
  readonly version: string
}

/** Every contract with what carries it out: the API, and the sockets of the helpers on this machine. */
export function operations({ machine, facts, pass: { change }, bus, grants, sampler, flows, version }: Parts) {
  const { clock } = machine
  const api: Served[] = [
    ...serve(contracts.setup, setupHandlers({ facts, change, hash: hashPassword, matches: matchesPassword })),
    ...serve(contracts.system, systemHandlers({ facts, version })),
    ...serve(contracts.devices, deviceHandlers({ facts, change, bus, clock })),
    ...serve(contracts.groups, groupHandlers({ facts, change, bus })),
    ...serve(contracts.subnet, subnetHandlers({ facts, change, bus })),
    ...serve(contracts.dns, dnsHandlers({ facts, change })),
    ...serve(contracts.diagnostics, diagnosticsHandlers({ machine })),
    ...serve(contracts.links, linkHandlers({ facts })),
    ...serve(contracts.uplink, uplinkHandlers({ facts, change })),
    ...serve(contracts.firewall, firewallHandlers({ facts, machine })),
    ...serve(contracts.traffic, trafficHandlers({ machine, sampler, flows })),
  ]
  const sockets = {
    wifi: serve(socketContracts.wifi, wifiHandlers({ facts, change, bus })),
    dhcp: serve(socketContracts.dhcp, dhcpSocketHandlers({ grants })),
  }
  return { api, sockets }
}
