import { type IncomingHttpHeaders, request } from 'node:http'

/** One answer, as it came. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Exchange {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body as it goes out. */
  readonly text?: string
}

/** One HTTP call over a unix socket, on a connection of its own. Rejects only when there is nobody to answer. */
export function exchange(socketPath: string, { method, path, headers = {}, text = '' }: Exchange): Promise<Reply> {
  // Node would send the body of a DELETE without any length, and ask to be cut off with the answer, body read or not.
  const all = {
    Host: 'localhost',
    Connection: 'keep-alive',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, method, path, headers: all, agent: false, timeout: 30_000 }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (part) => (text += part))
      reply.on('error', reject)
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: text }))
    })
    call.on('timeout', () => call.destroy(new Error(`${method} ${path} was not answered in 30 s`)))
    call.on('error', reject)
    call.end(text)
  })
}

/** `user:password` as the header that says so. */
export const basic = (login: string): string => `Basic ${Buffer.from(login).toString('base64')}`

/** An answer of a unix-socket API: its status, and its body, parsed when it is JSON. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Call {
  readonly method?: 'GET' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** `user:password`. */
  readonly login?: string | undefined
}

/** As `exchange`, for a client that speaks JSON. */
export async function callSocket(socketPath: string, { method = 'GET', path, body, login }: Call): Promise<Answer> {
  const reply = await exchange(socketPath, {
    method,
    path,
    headers: {
      ...(login === undefined ? {} : { Authorization: basic(login) }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    text: body === undefined ? '' : JSON.stringify(body),
  })
  const isJson = reply.headers['content-type']?.includes('json') && reply.text !== ''
  return { status: reply.status, body: isJson ? JSON.parse(reply.text) : reply.text }
}

/** As `callSocket`, and the answer must be a 200. */
export async function callWell(socketPath: string, call: Call): Promise<unknown> {
  const { status, body } = await callSocket(socketPath, call)
  if (status === 200) return body
  throw new Error(`${call.method ?? 'GET'} ${call.path} gave ${status}: ${String(body).trim()}`)
}
