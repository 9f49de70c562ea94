import type { ComposeService } from './project.ts'

/**
 * Jobs are services that others wait for until they have exited with 0 (`service_completed_successfully`), such as the migration
 * of a database. Compose file format 2.4 has no such condition, so superd runs them before the services that wait.
 */

export const STARTED = 'service_started'
export const COMPLETED = 'service_completed_successfully'
/** Conditions of `depends_on`. */
export const DEPENDENCY_CONDITIONS: readonly string[] = [STARTED, 'service_healthy', COMPLETED]

type Services = ReadonlyMap<string, Pick<ComposeService, 'spec'>>

/** What a service waits for: the condition by service. */
export const dependenciesOf = ({ spec }: Pick<ComposeService, 'spec'>): [name: string, condition: string][] =>
  Object.entries((spec.depends_on as Record<string, { condition: string }> | undefined) ?? {}).map(
    ([name, { condition }]) => [name, condition],
  )

/** The names of the jobs. */
export const jobsOf = (services: Services): ReadonlySet<string> =>
  new Set(
    [...services.values()].flatMap((service) =>
      dependenciesOf(service).flatMap(([name, condition]) => (condition === COMPLETED ? [name] : [])),
    ),
  )

export interface StartOrder {
  /** Run one after another, each until it has exited. */
  readonly jobs: readonly string[]
  /** Started together after that, with the services that they depend on. */
  readonly services: readonly string[]
}

/** The order in which all services start, or one service with those that it depends on, directly or through others. */
export function startOrder(services: Services, only?: string): StartOrder {
  const all = jobsOf(services)
  const wanted = only === undefined ? [...services.keys()] : [only]
  const visited = new Set<string>()
  const visit = (name: string): void => {
    if (visited.has(name)) return
    // A set keeps the order of insertion: dependencies come first.
    for (const [other] of dependenciesOf(services.get(name)!)) visit(other)
    visited.add(name)
  }
  for (const name of wanted) visit(name)
  return {
    jobs: [...visited].filter((name) => all.has(name)),
    services: wanted.filter((name) => !all.has(name)),
  }
}

/** A service that depends on itself, directly or through others; undefined if there is none. */
export function circularService(services: Services): string | undefined {
  const finished = new Set<string>()
  const visit = (name: string, within: readonly string[]): string | undefined => {
    if (within.includes(name)) return name
    if (finished.has(name)) return undefined
    for (const [other] of dependenciesOf(services.get(name)!)) {
      const found = visit(other, [...within, name])
      if (found !== undefined) return found
    }
    finished.add(name)
    return undefined
  }
  for (const name of services.keys()) {
    const found = visit(name, [])
    if (found !== undefined) return found
  }
  return undefined
}
