import { Invalid } from '../../errors.ts'
import { NO_REQUESTS } from '../../model/plugins/installed/requests.ts'
import type { RequestedRight } from '../../model/plugins/installed/right.ts'
import type { Cloned, StartOptions, Superd, Updated } from '../../model/plugins/installed/superd.ts'
import { verbatim } from '../../phrases/phrase.ts'

/** A superd without containers, for tests of its callers. */
export interface FakeSuperd extends Superd {
  /** The calls that changed something, such as `start plugins/user/sample/docker-compose.yml`. */
  readonly calls: string[]
  /** Compose files that run, with the options of their start. */
  readonly running: Map<string, StartOptions>
  /** Repositories by URL. Others cannot be cloned. */
  readonly repositories: Map<string, Cloned>
  /** Requested rights by compose file; none by default. */
  readonly requested: Map<string, readonly RequestedRight[]>
  /** What updates return, by compose file; nothing new by default. */
  readonly updates: Map<string, Partial<Updated>>
  /** Why containers cannot run, if set. */
  unavailable: string | undefined
}

export function fakeSuperd(): FakeSuperd {
  const calls: string[] = []
  const running = new Map<string, StartOptions>()
  const repositories = new Map<string, Cloned>()
  const requested = new Map<string, readonly RequestedRight[]>()
  const updates = new Map<string, Partial<Updated>>()
  const fake: FakeSuperd = {
    calls,
    running,
    repositories,
    requested,
    updates,
    unavailable: undefined,
    ready: async () => (fake.unavailable === undefined ? { Ready: true } : { Ready: false, Reason: fake.unavailable }),
    async start(composeFile, options = {}) {
      calls.push(`start ${composeFile}`)
      if (fake.unavailable !== undefined) throw new Invalid(verbatim(fake.unavailable))
      running.set(composeFile, options)
    },
    async restart(composeFile, options = {}) {
      calls.push(`restart ${composeFile}`)
      running.set(composeFile, options)
    },
    async stop(composeFile) {
      calls.push(`stop ${composeFile}`)
      running.delete(composeFile)
    },
    async down(composeFile) {
      calls.push(`down ${composeFile}`)
      running.delete(composeFile)
    },
    async remove(composeFile) {
      calls.push(`remove ${composeFile}`)
      running.delete(composeFile)
    },
    async update(composeFile, reviewed) {
      calls.push(`update ${composeFile}${reviewed ? ` ${reviewed}` : ''}`)
      const Rights = requested.get(composeFile) ?? []
      const present = { Updated: false, Revision: '', Requests: NO_REQUESTS, Before: NO_REQUESTS, Rights }
      return { ...present, ...updates.get(composeFile) }
    },
    async clone({ url, allowPrivate }) {
      calls.push(`clone ${url}${allowPrivate ? ' on a private network' : ''}`)
      const repository = repositories.get(url)
      if (!repository) throw new Invalid(verbatim('there is no repository at this address'), 'url')
      return repository
    },
    rights: async (composeFile) => requested.get(composeFile) ?? [],
    ps: async (composeFile, service) =>
      running.has(composeFile) ? JSON.stringify({ Service: service, State: 'running' }) : undefined,
    containers: async () => [],
    networks: async () => [],
  }
  return fake
}
