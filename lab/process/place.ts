import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The address and the directories of a home. */
export interface Place {
  readonly host: string
  readonly port: number
  /** The router's data directory, and the parent of the others. */
  readonly base: string
  /** The files of the home: lock, password, sockets, process IDs, the certificate authority. */
  readonly home: string
}

export function placeOf(environment: NodeJS.ProcessEnv): Place {
  const port = Number(environment.SALLYPORT_PORT || 8000)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`SALLYPORT_PORT is not a port: ${environment.SALLYPORT_PORT}`)
  const base = environment.SALLYPORT_DATA ? resolve(environment.SALLYPORT_DATA) : join(ROOT, '.sallyport', String(port))
  return { host: environment.SALLYPORT_HOST || '127.0.0.1', port, base, home: join(base, 'home') }
}
