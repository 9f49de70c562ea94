import { lookup } from 'node:dns/promises'
import { createConnection } from 'node:net'
import { devices } from './router.ts'

const TIMEOUT_MS = 2000

/** What the plugin can use now. */
export interface Access {
  readonly Name: string
  readonly Works: boolean
  /** Why it does not work; empty if it does. */
  readonly Reason: string
}

/** A name that is resolved, and a host of the internet that a connection is opened to. Both also exist in the virtual home. */
const NAME = 'example.com'
const HOST = { address: '1.1.1.1', port: 443 }

/** What an error of the system means. The router answers with these for what the plugin may not use, and for addresses without a route. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  EACCES: 'refused',
  EHOSTUNREACH: 'refused, or there is no such address',
  ENETUNREACH: 'there is no way to this address',
}

const connect = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ host, port, timeout: TIMEOUT_MS })
    const fail = (reason: string): void => {
      socket.destroy()
      reject(new Error(`${reason} (${host}, port ${port})`))
    }
    socket.on('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.on('timeout', () => fail('no answer'))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => fail(REASONS[code ?? ''] ?? `failed: ${code}`))
  })

async function resolves(): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer')), TIMEOUT_MS)
  try {
    await Promise.race([lookup(NAME, { family: 4 }), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** By the policy or the scope that each needs. */
const CHECKS: Readonly<Record<string, () => Promise<unknown>>> = {
  'The devices of the home (api, /devices:r)': devices,
  'Names (dns)': resolves,
  'The internet (wan)': () => connect(HOST.address, HOST.port),
}

/** Tries each. */
export const accessOf = (): Promise<Access[]> =>
  Promise.all(
    Object.entries(CHECKS).map(async ([Name, check]) => {
      try {
        await check()
        return { Name, Works: true, Reason: '' }
      } catch (error) {
        return { Name, Works: false, Reason: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
