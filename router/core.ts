import type { MemberAt } from './compiler/ends.ts'
import type { Network, Uplink } from './compiler/network.ts'
import type { RadioDriver } from './drivers/radio/driver.ts'
import type { WireguardDriver } from './drivers/wireguard/driver.ts'
import type { Bus } from './events/bus.ts'
import type { Clock, Machine } from './machine/machine.ts'
import type { Resolve } from './model/dns/names/found.ts'
import type { Moment } from './model/machine/localtime/moments.ts'
import type { Pass } from './pass/pass.ts'
import type { Resolver } from './servers/dns/resolver.ts'
import type { Change, Facts } from './store/facts.ts'
import type { HistoryDatabase } from './store/history.ts'
import type { Entry } from './store/table.ts'
import type { Vault } from './store/vault.ts'
import type { Ip } from './values/ip.ts'

/** The fields that every part of the router is opened with: the machine, the saved state, and the functions that change and apply it. */
export interface Core {
  readonly machine: Machine
  readonly clock: Clock
  /** Logs a failure that has no caller. */
  readonly onFailure: (what: string, error: unknown) => void
  /** The data directory. */
  readonly data: string
  readonly version: string
  /** PEM text of additional certificate authorities for connections to servers. */
  readonly authorities: readonly string[]
  /** Length of a minute of the traffic history and of detectors, in milliseconds. Tests shorten it. */
  readonly minuteMs: number | undefined

  readonly facts: Facts
  readonly history: HistoryDatabase
  readonly vault: Vault
  readonly change: Change
  readonly watch: Pass['watch']
  readonly bus: Bus
  readonly pass: Pass
  /** Applies all settings to the machine: a new link gets its addresses. */
  readonly converge: Pass['converge']
  /** The desired state of the machine. */
  readonly network: () => Network
  readonly memberAt: MemberAt
  readonly uplinks: () => readonly Uplink[]
  readonly isRouter: (ip: Ip) => boolean
  /** The TCP ports that the API answers on now. */
  readonly apiPorts: () => string[]

  /** The time zone of the home, as an IANA name. */
  readonly zone: () => string
  readonly moment: () => Moment
  readonly resolver: Resolver
  /** Resolves a name as for the router itself. */
  readonly lookUp: Resolver['lookUp']
  /** Addresses of servers that settings name. */
  readonly resolve: Resolve
  readonly radio: RadioDriver
  /** The present links of WireGuard. */
  readonly show: WireguardDriver['show']

  /** Closes a component with the router, and passes it the changes of the saved state if it has a method `learn`. */
  readonly keep: <C extends Component>(component: C) => C
}

/** What a part opens. */
export type Component = (Disposable | AsyncDisposable) & { learn?(entries: readonly Entry[]): void }
