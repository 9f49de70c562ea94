import type { Network } from '../compiler/network.ts'
import type { Driver, Step } from '../drivers/driver.ts'
import type { Drift } from '../events/catalogue.ts'
import type { Clock } from '../machine/machine.ts'
import type { Convergence } from './converge.ts'
import type { DriftList } from './drift.ts'

/** So long after a repair the next one waits, and twice as long after each that follows; as long as changes go on. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5000
/** After so long without a change the next one is looked at immediately. */
const CALM_MS = 10_000
/** After a whole table was deleted, everything in it differs. */
const MOST_SHOWN = 20

interface Deps {
  readonly clock: Clock
  readonly drivers: readonly Driver[]
  readonly network: () => Network
  readonly convergence: Convergence
  readonly driftList: DriftList
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** What the kernel reports as changed by another program is drift until it is repaired, which begins immediately. */
export function watchDrivers({ clock, drivers, network, convergence, driftList, inTurn }: Deps): Disposable {
  const watches = new DisposableStack()
  for (const driver of drivers) {
    if (!driver.watch) continue
    const repair = async (): Promise<boolean> => {
      let differed = false
      await convergence.converge(driver, (steps) => {
        differed = true
        driftList.setForeign(driver.name, changedBy(driver, steps))
      })
      driftList.setForeign(driver.name, [])
      return differed
    }
    const repairs = openRepairs(
      clock,
      () => inTurn(repair),
      (ms) => driftList.setForeign(driver.name, [delayed(driver, ms)]),
    )
    watches.use(repairs)
    watches.use(driver.watch(repairs.soon, network))
  }
  return watches
}

const changedBy = ({ name }: Driver, steps: readonly Step[]): Drift[] =>
  steps
    .slice(0, MOST_SHOWN)
    .map(({ key }) => ({ driver: name, what: key, reason: 'changed by another program, and being repaired' }))

const delayed = ({ name }: Driver, ms: number): Drift => ({
  driver: name,
  what: 'repeated changes',
  reason: `another program keeps changing it; repaired in ${Math.ceil(ms / 1000)} s`,
})

export interface Repairs extends Disposable {
  /** Something has changed: `repair` runs now, or as soon as the pause since the last time is over. */
  soon(): void
}

/**
 * Runs `repair` after a change: immediately after the first, and at growing intervals while changes go on, so that nothing
 * that is changed in a loop keeps the router busy. `repair` returns whether anything differed; then, `delayed` is called with
 * the time until the next run, in milliseconds.
 */
export function openRepairs(clock: Clock, repair: () => Promise<boolean>, delayed: (ms: number) => void): Repairs {
  let pauseMs = 0
  let readyAt = 0
  let isRunning = false
  let isAsked = false
  let differed = false
  let closed = false
  let timer: Disposable | undefined

  const run = async (): Promise<void> => {
    timer = undefined
    isRunning = true
    isAsked = false
    differed = await repair()
    isRunning = false
    const now = clock.now()
    pauseMs =
      now - readyAt > CALM_MS ? FIRST_PAUSE_MS : Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
    readyAt = now + pauseMs
    if (isAsked) soon()
  }

  const soon = (): void => {
    isAsked = true
    if (closed || isRunning || timer) return
    const ms = readyAt - clock.now()
    if (ms <= 0) return void run()
    timer = clock.after(ms, () => void run())
    if (differed) delayed(ms)
  }

  return {
    soon,
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}
