import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ROOT } from './build.js'

/** The API of a router. */
export interface RouterApi {
  /** Returns the body of the response. Throws an error with the API's reason unless the status is 200. */
  call(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /** Sets the password of `admin` and removes its one-time codes and passkeys. Undefined for a router elsewhere. */
  readonly recover?: (AdminPassword: string) => Promise<unknown>
}

/** Where the router is. Without any of them: the router that runs on this machine. */
export interface Whereabouts {
  /** Base URL of the API, such as `http://192.168.2.1`. */
  readonly url?: string | undefined
  /** The router's data directory. */
  readonly data?: string | undefined
}

/** The socket of the API in a data directory. A caller that may open it needs no credentials. */
const SOCKET = 'state/api/apisock'
const RECOVERY_SOCKET = 'state/access/apisock'
const INSTALLED = '/var/lib/sallyport'
const HOMES = join(ROOT, '.sallyport')

type Environment = Readonly<Record<string, string | undefined>>

/** Throws an error if no router or several of them run here. */
export async function findRouter({ url, data }: Whereabouts, environment: Environment): Promise<RouterApi> {
  const { SALLYPORT_URL, SALLYPORT_DATA, SALLYPORT_PORT } = environment
  const base = url || SALLYPORT_URL
  if (base) return await atUrl(base, environment)
  const named = data || SALLYPORT_DATA || (SALLYPORT_PORT && join(HOMES, SALLYPORT_PORT))
  const directories = named ? [resolve(named)] : [...homes(), INSTALLED]
  const asked = await Promise.all(directories.map(async (directory) => ((await runs(directory)) ? [directory] : [])))
  const [found, other] = asked.flat()
  if (other) throw new Error(`several routers run here: choose one with --data ${asked.flat().join(' or --data ')}`)
  if (!found)
    throw new Error(
      `no router of yours runs with its data in ${directories.join(' or ')}. As root on the router no password is needed; ` +
        'from elsewhere, and for a home in a virtual machine: --url http://192.168.2.1',
    )
  return {
    call: (method, path, body) => callSocket(found, method, path, body),
    recover: (AdminPassword) => callSocket(found, 'PUT', '/recover', { AdminPassword }, RECOVERY_SOCKET),
  }
}

function homes(): string[] {
  try {
    return readdirSync(HOMES).map((name) => join(HOMES, name))
  } catch {
    return []
  }
}

const runs = (directory: string): Promise<boolean> =>
  callSocket(directory, 'GET', '/version').then(
    () => true,
    () => false,
  )

/** The longest that a router takes for a call of a command, on a slow board. */
const ANSWER_MS = 30_000

/** The path of a unix socket may have 107 bytes; a relative one is short. */
async function callSocket(
  directory: string,
  method: string,
  path: string,
  body?: unknown,
  socketPath = SOCKET,
): Promise<unknown> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = { Host: 'localhost', 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const before = process.cwd()
  process.chdir(directory)
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const call = request({ socketPath, method, path, headers, agent: false, signal }, (reply) => {
      let received = ''
      reply.setEncoding('utf8').on('data', (part: string) => {
        received += part
      })
      reply.on('error', reject)
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text: received }))
    })
    call.on('error', reject)
    call.end(text)
  } finally {
    process.chdir(before)
  }
  const reply = await promise
  return bodyOf(reply.status, reply.text)
}

async function atUrl(base: string, environment: Environment): Promise<RouterApi> {
  const { SALLYPORT_TOKEN: token, SALLYPORT_ADMIN_PASSWORD: given, SALLYPORT_CODE: Code } = environment
  const password = token ? '' : (given ?? (await askPassword()))
  const Authorization = token ? `Bearer ${token}` : `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  let proof: Readonly<Record<string, string>> = {}
  const call: RouterApi['call'] = async (method, path, body) => {
    const reply = await fetch(new URL(path, base), {
      method,
      headers: { Authorization, 'Content-Type': 'application/json', ...proof },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: Error) => {
      throw new Error(`${base} cannot be reached: ${(cause.cause as Error | undefined)?.message ?? cause.message}`)
    })
    return bodyOf(reply.status, await reply.text())
  }
  if (Code) proof = { 'X-JWT-OTP': String(await call('PUT', '/otp_validate', { Name: 'admin', Code })) }
  return { call }
}

function bodyOf(status: number, text: string): unknown {
  if (status === 401 && text.includes('needs a passkey'))
    throw new Error('this needs a passkey, which only browsers have: run it as root on the router')
  if (status === 401 && text.startsWith('Invalid JWT'))
    throw new Error('this needs a one-time code: set SALLYPORT_CODE to the current one')
  if (status === 401) throw new Error('the router refuses the password or the token')
  if (status !== 200) throw new Error(text.trim() || `the router answers with status ${status}`)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('set SALLYPORT_ADMIN_PASSWORD to the password of admin, or SALLYPORT_TOKEN to an API token')
  return await askSecret('Password of admin: ')
}

/** Reads a line from the terminal without showing it. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
