import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { startSmtp } from './smtp.ts'
import { vapidFault } from './webpush.ts'

/**
 * Receivers of alerts: `node receivers.ts <address> [<certificate> <key>]`. With a certificate: a push service (RFC 8030), ntfy
 * (https://docs.ntfy.sh/publish/) and webhooks over HTTPS on port 443, by host, and a mail server on port 587; otherwise webhooks on port 8080.
 * Prints a line for each message that it has accepted. Any receiver has these paths: `/hang` never answers, `/down/…` answers 503 until
 * `PUT /up`, and `/gone` answers 410.
 */
const [, , address = '', certificate, key] = process.argv
const TOKEN = 'tk_of_ada'
const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
let isUp = false

interface Request {
  readonly host: string
  readonly path: string
  readonly head: IncomingMessage
  readonly body: Buffer
}

/** The status of the response. */
function accept({ host, path, head, body }: Request): number {
  if (path.startsWith('/down') && !isUp) return 503
  if (path === '/gone') return 410
  if (host === 'push.test') return push(path, head)
  if (host === 'ntfy.test') return publish(path, head, body)
  return 200
}

/** The path of an endpoint is the key of its subscription. */
function push(path: string, { headers }: IncomingMessage): number {
  const fault = vapidFault(headers.authorization ?? '', 'https://push.test', path.slice(1), Date.now())
  if (fault !== undefined) return 403
  const hasLength = /^\d+$/.test(String(headers.ttl)) && headers['content-encoding'] === 'aes128gcm'
  return hasLength ? 201 : 400
}

function publish(path: string, { headers }: IncomingMessage, body: Buffer): number {
  if (headers.authorization !== `Bearer ${TOKEN}`) return 401
  const { topic, title, message, priority, tags } = JSON.parse(body.toString()) as Record<string, unknown>
  const isValid =
    path === '/' &&
    /^[-_A-Za-z0-9]{1,64}$/.test(String(topic)) &&
    [title, message].every((text) => typeof text === 'string') &&
    [1, 2, 3, 4, 5].includes(Number(priority)) &&
    Array.isArray(tags)
  return isValid ? 200 : 400
}

async function answer(head: IncomingMessage, response: ServerResponse): Promise<void> {
  const [host = '', path = ''] = [(head.headers.host ?? '').split(':')[0], head.url]
  const body = await buffer(head)
  if (path === '/up') isUp = true
  if (path === '/hang') return print({ host, path, status: 0 })
  const status = accept({ host, path, head, body })
  response.writeHead(status).end()
  print({ host, path, status, headers: head.headers, body: body.toString('base64') })
}

const listener = (head: IncomingMessage, response: ServerResponse): void => void answer(head, response)
if (certificate && key) {
  await once(
    createSecure({ cert: readFileSync(certificate), key: readFileSync(key) }, listener).listen(443, address),
    'listening',
  )
  const options = { address, port: 587, security: 'starttls', certificate, key } as const
  await startSmtp({ ...options, user: 'ada', password: 'open-sesame' }, (mail) => print({ host: 'mail.test', ...mail }))
} else await once(createPlain(listener).listen(8080, address), 'listening')
process.stdout.write('ready\n')
