import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Where a home listens, and where what it keeps is to be found on this machine. */
export interface Place {
  readonly host: string
  readonly port: number
  /** What the router remembers; also the parent of everything below. */
  readonly base: string
  /** What the home itself keeps: lock, password, sockets, who is in it, the certificate authority. */
  readonly home: string
}

export function placeOf(environment: NodeJS.ProcessEnv): Place {
  const port = Number(environment.SALLYPORT_PORT || 8000)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`SALLYPORT_PORT is not a port: ${environment.SALLYPORT_PORT}`)
  const base = environment.SALLYPORT_DATA ? resolve(environment.SALLYPORT_DATA) : join(ROOT, '.sallyport', String(port))
  return { host: environment.SALLYPORT_HOST || '127.0.0.1', port, base, home: join(base, 'home') }
}
