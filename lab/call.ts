import { request } from 'node:http'

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

/** One HTTP call over a unix socket. Rejects only when there is nobody to answer. */
export function callSocket(socketPath: string, { method = 'GET', path, body, login }: Call): Promise<Answer> {
  const headers: Record<string, string> = { Host: 'localhost' }
  if (login !== undefined) headers.Authorization = `Basic ${Buffer.from(login).toString('base64')}`
  const content = body === undefined ? '' : JSON.stringify(body)
  if (content !== '') headers['Content-Type'] = 'application/json'
  headers['Content-Length'] = String(Buffer.byteLength(content)) // Node would send the body of a DELETE without any.
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, method, path, headers, agent: false, timeout: 30_000 }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (part) => (text += part))
      reply.on('error', reject)
      reply.on('end', () => {
        const isJson = reply.headers['content-type']?.includes('json') && text !== ''
        resolve({ status: reply.statusCode ?? 0, body: isJson ? JSON.parse(text) : text })
      })
    })
    call.on('timeout', () => call.destroy(new Error(`${method} ${path} was not answered in 30 s`)))
    call.on('error', reject)
    call.end(content)
  })
}

/** As `callSocket`, and the answer must be a 200. */
export async function callWell(socketPath: string, call: Call): Promise<unknown> {
  const { status, body } = await callSocket(socketPath, call)
  if (status === 200) return body
  throw new Error(`${call.method ?? 'GET'} ${call.path} gave ${status}: ${String(body).trim()}`)
}
