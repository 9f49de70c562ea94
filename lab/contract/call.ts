import { type IncomingHttpHeaders, request } from 'node:http'

/** A response. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Exchange {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body. */
  readonly text?: string
}

/** Under emulation, an answer may take most of a minute. */
const TIMEOUT_MS = 120_000

/** The path of a unix socket, or a TCP port. */
export type Listening = string | { readonly host: string; readonly port: number }

/** Sends one HTTP request on a new connection. Rejects only without a response. */
export function exchange(at: Listening, { method, path, headers = {}, text = '' }: Exchange): Promise<Reply> {
  // Without these, Node sends the body of a DELETE without its length, and `Connection: close`.
  const all = {
    Host: 'localhost',
    Connection: 'keep-alive',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const place = typeof at === 'string' ? { socketPath: at } : { host: at.host, port: at.port }
    const call = request({ ...place, method, path, headers: all, agent: false, timeout: TIMEOUT_MS }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (part) => (text += part))
      reply.on('error', reject)
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: text }))
    })
    call.on('timeout', () => call.destroy(new Error(`${method} ${path} was not answered in ${TIMEOUT_MS / 1000} s`)))
    call.on('error', reject)
    call.end(text)
  })
}

/** The Authorization header of `user:password`. */
export const basic = (login: string): string => `Basic ${Buffer.from(login).toString('base64')}`

/** A response of the API: its status, and its body, parsed if it is JSON. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Call {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** `user:password`. */
  readonly login?: string | undefined
  /** The proof of a one-time code. */
  readonly proof?: string | undefined
}

/** Like `exchange`, with JSON bodies. */
export async function callSocket(at: Listening, { method = 'GET', path, body, login, proof }: Call): Promise<Answer> {
  const reply = await exchange(at, {
    method,
    path,
    headers: {
      ...(login === undefined ? {} : { Authorization: basic(login) }),
      ...(proof === undefined ? {} : { 'X-JWT-OTP': proof }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    text: body === undefined ? '' : JSON.stringify(body),
  })
  const isJson = reply.headers['content-type']?.includes('json') && reply.text !== ''
  return { status: reply.status, body: isJson ? JSON.parse(reply.text) : reply.text }
}

/** Like `callSocket`; throws unless the status is 200. */
export async function callWell(at: Listening, call: Call): Promise<unknown> {
  const { status, body } = await callSocket(at, call)
  if (status === 200) return body
  throw new Error(`${call.method ?? 'GET'} ${call.path} gave ${status}: ${String(body).trim()}`)
}
