import { z } from 'zod'
import { Invalid } from '../errors.ts'
import type { MonotonicClock } from '../machine/machine.ts'
import { phrase } from '../phrases/phrase.ts'
import { startOrder } from './compose/jobs.ts'
import type { Project } from './compose/project.ts'
import type { Runner } from './compose/runner.ts'
import { type Engine, SERVICE_LABEL } from './engine.ts'

const POLL_MS = 500
/** Of one job. */
const TIMEOUT_MS = 10 * 60_000

const Inspected = z.looseObject({ State: z.looseObject({ Status: z.string(), ExitCode: z.number() }) })

interface Deps {
  readonly clock: MonotonicClock
  readonly engine: Pick<Engine, 'containersOf' | 'inspect' | 'stopContainer'>
  readonly runner: Pick<Runner, 'up'>
}

interface Started {
  /** The name in the engine. */
  readonly name: string
  readonly project: Pick<Project, 'services'>
  /** The compose file that runs. */
  readonly file: string
  /** Only this service, with those that it depends on; absent for all. */
  readonly only?: string | undefined
}

/**
 * Runs the jobs of a project one after another, and then starts the other services. Throws `Invalid` with the name of the service if
 * a job exits with another code than 0, or does not exit within 10 minutes.
 */
export async function startServices(deps: Deps, { name, project, file, only }: Started): Promise<void> {
  const { jobs, services } = startOrder(project.services, only)
  for (const job of jobs) {
    await deps.runner.up(name, file, [job])
    const code = await exitCode(deps, name, job)
    if (code !== 0) throw new Invalid(phrase('plugins.dependencyExited', job, code))
  }
  // Compose would start the jobs again if it started all services.
  if (services.length > 0) await deps.runner.up(name, file, jobs.length > 0 || only !== undefined ? services : [])
}

/** Waits until the container of a job has ended. Compose has started it, so an exit is that of this run. */
async function exitCode({ clock, engine }: Deps, project: string, job: string): Promise<number> {
  const container = (await engine.containersOf(project)).find(({ Labels }) => Labels[SERVICE_LABEL] === job)
  if (!container) throw new Invalid(phrase('plugins.serviceContainerMissing', job))
  const begin = clock.monotonic()
  while (clock.monotonic() - begin < TIMEOUT_MS) {
    const { State } = Inspected.parse(await engine.inspect(container.Id))
    if (State.Status === 'exited' || State.Status === 'dead') return State.ExitCode
    await new Promise<void>((resolve) => clock.after(POLL_MS, resolve))
  }
  await engine.stopContainer(container.Id)
  throw new Invalid(phrase('plugins.dependencyTimeout', job, TIMEOUT_MS / 60_000))
}
