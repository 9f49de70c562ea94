import type { MonotonicClock } from '../machine/machine.ts'
import { type Container, type Engine, isJob } from './engine.ts'

const POLL_MS = 1000
/** A container without a health check counts as healthy after it has run this long. */
const STABLE_MS = 5000
const TIMEOUT_MS = 90_000

/** Whether all containers of a project but its jobs run, and those with a health check pass it, within 90 seconds. */
export async function becomesHealthy(
  clock: MonotonicClock,
  engine: Pick<Engine, 'containersOf'>,
  project: string,
): Promise<boolean> {
  let since: number | undefined
  const begin = clock.monotonic()
  while (clock.monotonic() - begin < TIMEOUT_MS) {
    const containers = (await engine.containersOf(project)).filter((one) => !isJob(one))
    if (containers.some(hasFailed)) return false
    if (containers.length > 0 && containers.every(isWell)) {
      since ??= clock.monotonic()
      if (clock.monotonic() - since >= STABLE_MS) return true
    } else since = undefined
    await new Promise<void>((resolve) => clock.after(POLL_MS, resolve))
  }
  return false
}

/** `Status` is text for people, such as `Up 3 seconds (healthy)`. The list of containers has no other field for it. */
const isWell = ({ State, Status }: Container): boolean =>
  State === 'running' && !/\((unhealthy|health: starting)\)/.test(Status)

const hasFailed = ({ State, Status }: Container): boolean =>
  ['exited', 'dead'].includes(State) || Status.includes('(unhealthy)')
