import type { SearchSettings } from '../../settings.ts'

type Ask<Answer> = (body: unknown, options?: unknown) => Promise<Answer>

let isAlone = false

/** Whether it has been found out that there is no service. */
export const isServiceMissing = (): boolean => isAlone

let engine: Promise<(body: unknown) => unknown> | undefined

/**
 * Queries the service, and searches in the browser where there is none: on a static host, where the path of the service is
 * not found. A service that exists and does not respond is an error. `records` is the URL of the searched records.
 */
export function askThrough<Answer>(ask: Ask<Answer>, settings: SearchSettings, records: string): Ask<Answer> {
  return async (body, options) => {
    if (!settings.isStatic && !isAlone) {
      try {
        return await ask(body, options)
      } catch (error) {
        if (settings.isHosted || !isNoService(error)) throw error
        isAlone = true
      }
    }
    return (await searchHere(settings, records))(body) as Answer
  }
}

function searchHere({ indexName }: SearchSettings, records: string): Promise<(body: unknown) => unknown> {
  engine ??= import('./engine.ts').then(({ openEngine }) => openEngine(records, indexName))
  // Next time it may be there.
  engine.catch(() => {
    engine = undefined
  })
  return engine
}

interface Failure {
  readonly status?: number
  readonly transporterStackTrace?: readonly { readonly response: { readonly status: number } }[]
}

const NOT_HERE = [404, 405, 501]

/** The client treats 501 as a failed host and tries the next; it returns 404 and 405 immediately. */
function isNoService(error: unknown): boolean {
  const { status, transporterStackTrace = [] } = error as Failure
  const statuses = status === undefined ? transporterStackTrace.map(({ response }) => response.status) : [status]
  return statuses.length > 0 && statuses.every((each) => NOT_HERE.includes(each))
}
