import { openCompiler } from '../compiler/compile.ts'
import type { MemberAt } from '../compiler/ends.ts'
import type { Network } from '../compiler/network.ts'
import { type Driver, plan } from '../drivers/driver.ts'
import type { Bus } from '../events/bus.ts'
import type { Drift } from '../events/catalogue.ts'
import type { Clock, Machine } from '../machine/machine.ts'
import { openQueue } from '../machine/queue.ts'
import { keyOfDevice } from '../model/home/devices/device.ts'
import type { Database } from '../store/database.ts'
import type { Change } from '../store/facts.ts'
import type { Ledger } from '../store/ledger.ts'
import type { Entry } from '../store/table.ts'
import { openChange } from './change.ts'
import { openConnections } from './connections.ts'
import { openConvergence } from './converge.ts'
import { openDriftList } from './drift.ts'
import { watchDrivers } from './repairs.ts'

/** Applies facts to the machine. Changes, comparisons with the kernel and repairs run one at a time. */
export interface Pass extends Disposable {
  /** Edits the facts. Resolves when the change is enforced and saved; rejects if it was undone. */
  readonly change: Change
  /** The desired state of the machine. */
  readonly network: Network
  /** Returns the device that has an address. */
  readonly memberAt: MemberAt
  /** Differences between the machine and the Network that are not repaired yet. */
  readonly drift: readonly Drift[]
  /** Compares the whole machine with the Network and applies the difference. */
  converge(): Promise<void>
  /** Ends all connections that the Network does not permit. */
  endForbidden(): Promise<void>
  /**
   * Removes all items of the drivers from the machine, which then no longer is as the Network describes it. Tries all drivers, and throws
   * the first failure afterwards.
   */
  withdraw(): Promise<void>
  /** Runs work between changes. */
  between(work: () => void): Promise<void>
  /** Calls back with the entries of each change, once it is enforced and saved. */
  watch(changed: (entries: readonly Entry[]) => void): Disposable
}

interface Deps {
  readonly machine: Pick<Machine, 'connections' | 'endConnections'> & { readonly clock: Clock }
  readonly ledger: Ledger
  readonly database: Pick<Database, 'begin'>
  readonly drivers: readonly Driver[]
  readonly bus: Bus
  readonly onFailure: (what: string, error: unknown) => void
}

export function openPass({ machine, ledger, database, drivers, bus, onFailure }: Deps): Pass {
  const compiler = openCompiler(ledger.facts)
  const network = (): Network => compiler.network
  const memberAt: MemberAt = (ip) => {
    const device = ledger.facts.devices.by('RecentIP', ip)
    const identity = device ? keyOfDevice(device) : ledger.facts.setupLeases.by('ip', ip)?.mac
    return identity === undefined ? undefined : compiler.network.members.get(identity)
  }

  const { clock } = machine
  const inTurn = openQueue()
  const driftList = openDriftList(bus)
  const connections = openConnections({ machine, network, memberAt, onFailure })
  const convergence = openConvergence({ clock, drivers, network, connections, driftList, inTurn, onFailure })
  const repairs = watchDrivers({ clock, drivers, network, convergence, connections, driftList, bus, inTurn })
  const change = openChange({ ledger, database, compiler, drivers, connections, convergence, driftList })

  const watchers = new Set<(entries: readonly Entry[]) => void>()
  /** A failed watcher does not undo a change that is enforced and saved. */
  const notify = (entries: readonly Entry[]): void => {
    for (const changed of watchers) {
      try {
        changed(entries)
      } catch (error) {
        onFailure('a watcher of changes failed', error)
      }
    }
  }

  return {
    change: (edit) =>
      inTurn(async () => {
        const entries = await change(edit)
        if (entries.length > 0) notify(entries)
        return entries
      }),
    get network() {
      return network()
    },
    memberAt,
    get drift() {
      return driftList.all
    },
    converge: () => inTurn(convergence.convergeAll),
    endForbidden: () => inTurn(() => connections.endForbidden('all')),
    withdraw: () =>
      inTurn(async () => {
        const failures: unknown[] = []
        // Programs end before the links that they use are removed.
        for (const driver of drivers.toReversed())
          try {
            if (driver.clear) await driver.clear()
            else await driver.apply(plan(await driver.read(network()), new Map()))
          } catch (error) {
            failures.push(error)
          }
        if (failures.length > 0) throw failures[0]
      }),
    between: (work) => inTurn(async () => work()),
    watch(changed) {
      watchers.add(changed)
      return { [Symbol.dispose]: () => void watchers.delete(changed) }
    },
    [Symbol.dispose]() {
      repairs[Symbol.dispose]()
      convergence[Symbol.dispose]()
    },
  }
}
