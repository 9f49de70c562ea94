import type { Network } from '../compiler/network.ts'
import { type Driver, driftOf } from '../drivers/driver.ts'
import type { Bus } from '../events/bus.ts'
import type { Drift } from '../events/catalogue.ts'
import type { MonotonicClock } from '../machine/machine.ts'
import { phrase } from '../phrases/phrase.ts'
import type { Connections } from './connections.ts'
import type { Convergence } from './converge.ts'
import type { DriftList } from './drift.ts'

/** Pause after a repair. It doubles after each further one while changes continue. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5000
/** After this time without a change, the next one is repaired immediately. */
const CALM_MS = 10_000
/** Maximum number of items in drift: after a table was deleted, all its items differ. */
const MOST_SHOWN = 20

interface Deps {
  readonly clock: MonotonicClock
  readonly drivers: readonly Driver[]
  readonly network: () => Network
  readonly convergence: Convergence
  readonly connections: Pick<Connections, 'endForbidden'>
  readonly driftList: DriftList
  readonly bus: Pick<Bus, 'publish'>
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** Repairs changes by other programs that the kernel reports, and publishes that. They are drift until they are repaired. */
export function watchDrivers({
  clock,
  drivers,
  network,
  convergence,
  connections,
  driftList,
  bus,
  inTurn,
}: Deps): Disposable {
  const watches = new DisposableStack()
  for (const driver of drivers) {
    if (!driver.watch) continue
    let undone: readonly string[] = []
    const repair = async (before: readonly string[]): Promise<boolean> => {
      let foreign: readonly string[] = before
      await convergence.converge(driver, (steps) => {
        const others = driver.foreign?.(steps) ?? steps
        foreign = [...new Set([...before, ...others.map(({ key }) => key)])]
        driftList.setForeign(driver.name, changed(driver, foreign))
      })
      driftList.setForeign(driver.name, [])
      const failed = new Set(driftList.failedOf(driver.name).map(({ what }) => what))
      const What = failed.has('all') ? [] : foreign.filter((what) => !failed.has(what)).slice(0, MOST_SHOWN)
      if (What.length > 0) bus.publish('system:drift:repaired', { Driver: driver.name, What })
      return What.length > 0
    }
    const undoThenRepair = async (): Promise<boolean> => {
      const before = undone
      undone = []
      if (before.length > 0) {
        driftList.setForeign(driver.name, changed(driver, before))
        // Connections that were let in continue until they are ended. That must not wait for the end of a change or of a comparison.
        if (driver.admits) await connections.endForbidden('all')
      }
      return inTurn(() => repair(before))
    }
    const repairs = openRepairs(clock, undoThenRepair, (ms) => driftList.setForeign(driver.name, [delayed(driver, ms)]))
    watches.use(repairs)
    watches.use(
      driver.watch((keys = []) => {
        undone = [...undone, ...keys].slice(-MOST_SHOWN)
        repairs.soon()
      }, network),
    )
  }
  return watches
}

const changed = ({ name }: Driver, keys: readonly string[]): Drift[] =>
  keys.slice(0, MOST_SHOWN).map((key) => driftOf(name, key, phrase('machine.changedByOther')))

const delayed = ({ name }: Driver, ms: number): Drift =>
  driftOf(name, 'repeated changes', phrase('machine.changedRepeatedly', Math.ceil(ms / 1000)))

export interface Repairs extends Disposable {
  /** Calls `repair` immediately, or at the end of the pause after the last repair. */
  soon(): void
}

/**
 * Runs `repair` after a change: immediately after the first, and at growing intervals while changes continue, so that a program
 * that repeats a change cannot keep the router busy. `repair` returns whether it undid a change by another program; then `delayed`
 * is called with the time until the next run, in milliseconds.
 */
function openRepairs(clock: MonotonicClock, repair: () => Promise<boolean>, delayed: (ms: number) => void): Repairs {
  let pauseMs = 0
  let readyAt = 0
  let isRunning = false
  let isAsked = false
  let hasUndone = false
  let closed = false
  let timer: Disposable | undefined

  const run = async (): Promise<void> => {
    timer = undefined
    isRunning = true
    isAsked = false
    hasUndone = await repair()
    isRunning = false
    const now = clock.monotonic()
    pauseMs =
      now - readyAt > CALM_MS ? FIRST_PAUSE_MS : Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
    readyAt = now + pauseMs
    if (isAsked) soon()
  }

  const soon = (): void => {
    isAsked = true
    if (closed || isRunning || timer) return
    const ms = readyAt - clock.monotonic()
    if (ms <= 0) return void run()
    timer = clock.after(ms, () => void run())
    if (hasUndone) delayed(ms)
  }

  return {
    soon,
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}
