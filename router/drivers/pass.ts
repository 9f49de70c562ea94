import { type Compiler, type Delta, openCompiler } from '../compiler/compile.ts'
import type { MemberAt } from '../compiler/ends.ts'
import type { Network } from '../compiler/network.ts'
import { hasLost, narrows, permits, turns } from '../compiler/permits.ts'
import { Refused } from '../errors.ts'
import type { Bus } from '../events/bus.ts'
import type { Drift } from '../events/catalogue.ts'
import { keyOf } from '../features/devices/device.ts'
import { groupMaps } from '../features/groups/group.ts'
import type { Clock, Machine } from '../machine/machine.ts'
import type { Database } from '../store/database.ts'
import type { Change } from '../store/facts.ts'
import { inverse, type Ledger } from '../store/ledger.ts'
import type { Entry } from '../store/table.ts'
import { cut, flowOf } from './conntrack.ts'
import { type Driver, type Items, plan, type Step, wants } from './driver.ts'
import { openRepairs } from './repairs.ts'

/** Everything is compared with the kernel this often; what the kernel reports, immediately. */
const CHECK_MS = 60_000
/** What could not be done is tried again soon, and then less and less often. */
const FIRST_RETRY_MS = 1000

export interface Pass extends Disposable {
  readonly change: Change
  readonly network: Network
  /** The device that has an address now. */
  readonly memberAt: MemberAt
  /** What is not as it should be, and could not be made so yet. */
  readonly drift: readonly Drift[]
  /** Hold the whole machine against the Network, and put right what differs. */
  converge(): Promise<void>
  /** End connections that this Network does not permit: the ruleset passes what is established. */
  endForbidden(): Promise<void>
  /** Do something while no change is under way. */
  between(work: () => void): Promise<void>
  /** Hears what each change came to, once it holds. */
  watch(changed: (entries: readonly Entry[]) => void): Disposable
}

interface Parts {
  readonly machine: Pick<Machine, 'connections' | 'endConnections'> & { readonly clock: Clock }
  readonly ledger: Ledger
  readonly database: Pick<Database, 'begin'>
  readonly drivers: readonly Driver[]
  readonly bus: Bus
  readonly onFailure: (what: string, error: unknown) => void
}

/**
 * From facts to the machine. One thing at a time: a change is drawn up, written, taken over, compiled, applied and made
 * durable before the next begins. What the kernel refuses, or the disk, is undone: in the store, and then in the kernel.
 */
export function openPass({ machine, ledger, database, drivers, bus, onFailure }: Parts): Pass {
  let compiler: Compiler = openCompiler(ledger.facts)
  const watchers = new Set<(entries: readonly Entry[]) => void>()
  /** By driver: what could not be made so, and what another program changed and is being repaired. */
  const drifts = new Map<string, readonly Drift[]>()
  const changes = new Map<string, readonly Drift[]>()
  let queue: Promise<unknown> = Promise.resolve()
  let retry: Disposable | undefined
  let retryMs = FIRST_RETRY_MS
  let check: Disposable | undefined
  let closed = false

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }

  const settle = async (entries: readonly Entry[]): Promise<void> => {
    const { network: before } = compiler
    const delta = compiler.update(entries)
    const { network } = compiler
    // Side by side: the kernel's are done at once, while the resolver's worker is still being told.
    const outcomes = await Promise.allSettled(
      drivers.map(async (driver) => {
        const steps = plan(
          itemsOf(driver, delta, 'before', before.frame),
          itemsOf(driver, delta, 'after', network.frame),
        )
        if (steps.length > 0) await apply(driver, steps)
      }),
    )
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    await cutLost(delta)
  }

  const apply = async (driver: Driver, steps: readonly Step[]): Promise<void> => {
    try {
      const drift = await driver.apply(steps).catch(async (failure) =>
        applyWhole(driver).catch((error) => {
          throw failure instanceof Refused ? failure : error
        }),
      )
      // These steps say nothing of what else is not as it should be.
      if (drift.length > 0) note(driver.name, [...(drifts.get(driver.name) ?? []), ...drift])
    } catch (error) {
      if (error instanceof Refused) throw error
      note(driver.name, [{ driver: driver.name, what: 'all', reason: String(error) }])
    }
  }

  /**
   * The steps of a change count on what was there before; where somebody swept that away, it takes all of them. Where that
   * does not help either, it was not for that reason that they were refused.
   */
  const applyWhole = async (
    driver: Driver,
    differ: (steps: readonly Step[]) => void = () => {},
  ): Promise<readonly Drift[]> => {
    const { network } = compiler
    const steps = plan(await driver.read(network), wants(driver, network))
    if (steps.length === 0) return []
    differ(steps)
    const drift = await driver.apply(steps)
    if (driver.admits) await cutForbidden('all')
    return drift
  }

  const cutLost = async ({ members, frame, slots }: Delta): Promise<void> => {
    if (slots.some(({ before, after }) => narrows(before, after)) || (frame && turns(frame.before, frame.after)))
      return cutForbidden('all')
    const { network } = compiler
    const lost = members.filter(({ before, after }) => hasLost(before, after)).map(({ before }) => before!)
    const shut = frame?.before.groups.filter(
      ({ name, enabled }) => enabled && !frame.after.groups.some((group) => group.name === name && group.enabled),
    )
    for (const { name } of shut ?? [])
      for (const member of network.members.values())
        if (member.place && member.admissions.some(({ map }) => map === groupMaps(name).source)) lost.push(member)
    if (lost.length > 0) await cutForbidden([...new Set(lost.map(({ place }) => place!.ip))])
  }

  const cutForbidden = async (of: readonly string[] | 'all'): Promise<void> => {
    const { network } = compiler
    try {
      await cut(machine, of, (connection) => permits(network, memberAt, flowOf(connection)))
    } catch (error) {
      onFailure('connections could not be cut', error)
    }
  }

  /** What is on the disk and in force stays so: who makes nothing of it does not make it fail. */
  const tell = (entries: readonly Entry[]): void => {
    for (const changed of watchers) {
      try {
        changed(entries)
      } catch (error) {
        onFailure('who listens to changes failed', error)
      }
    }
  }

  const memberAt: MemberAt = (ip) => {
    const device = ledger.facts.devices.by('RecentIP', ip)
    return device && compiler.network.members.get(keyOf(device))
  }

  const note = (driver: string, drift: readonly Drift[]): void => {
    show(drifts, driver, drift)
    if (drift.length > 0) retrySoon()
    else if ([...drifts.values()].every(({ length }) => length === 0)) retryMs = FIRST_RETRY_MS
  }

  const driftNow = (): Drift[] => [...changes.values(), ...drifts.values()].flat()
  const show = (of: Map<string, readonly Drift[]>, driver: string, drift: readonly Drift[]): void => {
    const had = JSON.stringify(of.get(driver) ?? [])
    of.set(driver, drift)
    if (had !== JSON.stringify(drift)) bus.publish('system:drift', { drift: driftNow() })
  }

  /** What another program changed is reported, put right, and what was let through because of it is ended. */
  const repair = (driver: Driver): Promise<boolean> =>
    inTurn(async () => {
      let differed = false
      try {
        note(
          driver.name,
          await applyWhole(driver, (steps) => {
            differed = true
            show(changes, driver.name, changedBy(driver, steps))
          }),
        )
      } catch (error) {
        onFailure(`${driver.name} could not be repaired`, error)
        note(driver.name, [{ driver: driver.name, what: 'all', reason: String(error) }])
      }
      show(changes, driver.name, [])
      return differed
    })
  const watches = drivers.flatMap((driver) => {
    if (!driver.watch) return []
    const repairs = openRepairs(
      machine.clock,
      () => repair(driver),
      (ms) => show(changes, driver.name, [heldUp(driver, ms)]),
    )
    return [repairs, driver.watch(repairs.soon, () => compiler.network)]
  })

  const retrySoon = (): void => {
    retry?.[Symbol.dispose]()
    if (closed) return
    retry = machine.clock.after(retryMs, () => {
      retryMs = Math.min(retryMs * 2, CHECK_MS)
      void converge()
    })
  }

  const convergeNow = async (): Promise<void> => {
    for (const driver of drivers) {
      try {
        note(driver.name, await applyWhole(driver))
      } catch (error) {
        onFailure(`${driver.name} could not be put right`, error)
        note(driver.name, [{ driver: driver.name, what: 'all', reason: String(error) }])
      }
    }
  }
  const converge = (): Promise<void> => inTurn(convergeNow)

  const checkLater = (): void => {
    check = machine.clock.after(CHECK_MS, () => void converge().then(() => closed || checkLater()))
  }
  checkLater()

  return {
    change: (edit) =>
      inTurn(async () => {
        const entries = ledger.draw(edit)
        if (entries.length === 0) return entries
        const saving = database.begin(entries)
        ledger.post(entries)
        try {
          await settle(entries)
          saving.commit()
        } catch (error) {
          saving.rollback()
          ledger.post(inverse(entries))
          // It may have stopped half-way itself.
          compiler = openCompiler(ledger.facts)
          // The kernel took some drivers' steps and not others': a whole pass finds out which.
          await convergeNow()
          throw error
        }
        tell(entries)
        return entries
      }),
    get network() {
      return compiler.network
    },
    memberAt,
    get drift() {
      return driftNow()
    },
    converge,
    endForbidden: () => inTurn(() => cutForbidden('all')),
    between: (work) => inTurn(async () => work()),
    watch(changed) {
      watchers.add(changed)
      return { [Symbol.dispose]: () => void watchers.delete(changed) }
    },
    [Symbol.dispose]() {
      closed = true
      for (const watch of watches) watch[Symbol.dispose]()
      check?.[Symbol.dispose]()
      retry?.[Symbol.dispose]()
    },
  }
}

/** After a whole table was deleted everything in it differs. */
const MOST_SHOWN = 20

const changedBy = ({ name }: Driver, steps: readonly Step[]): Drift[] =>
  steps
    .slice(0, MOST_SHOWN)
    .map(({ key }) => ({ driver: name, what: key, reason: 'changed by another program, and being repaired' }))

const heldUp = ({ name }: Driver, ms: number): Drift => ({
  driver: name,
  what: 'repeated changes',
  reason: `another program keeps changing it; repaired in ${Math.ceil(ms / 1000)} s`,
})

/** What a driver's items were, or are, in the parts that a change touched. */
function itemsOf(driver: Driver, delta: Delta, side: 'before' | 'after', frame: Network['frame']): Items {
  const items = new Map(delta.frame ? driver.frame(delta.frame[side]) : [])
  for (const change of delta.members) {
    const member = change[side]
    if (member) for (const [key, value] of driver.member(member, frame)) items.set(key, value)
  }
  for (const change of delta.slots) {
    const slot = change[side]
    if (slot && driver.slot) for (const [key, value] of driver.slot(slot)) items.set(key, value)
  }
  return items
}
