import type { DialTarget } from '../../../machine/dial.ts'
import type { Stream } from '../../../machine/sockets.ts'
import type { SyslogSettings } from '../../../model/messages/integrations/settings.ts'
import { type PhraseValue, phrase } from '../../../phrases/phrase.ts'
import type { EventSession } from './forwarding.ts'
import type { QueuedEvent } from './queue.ts'
import type { Server } from './target.ts'

/** RFC 5424 §6.2.1. */
const FACILITY = { daemon: 3, authpriv: 10 } as const
const SEVERITY = { alert: 1, error: 3, warning: 4, notice: 5, info: 6, debug: 7 } as const
type Severity = keyof typeof SEVERITY

/** Severities by the beginning of the topic; the first that matches. Others are informational. */
const SEVERITIES: readonly (readonly [prefix: string, severity: Severity])[] = [
  ['alert:', 'warning'],
  ['auth:failure', 'warning'],
  ['auth:repeated', 'warning'],
  ['wifi:auth:fail', 'warning'],
  ['wifi:auth:repeated', 'warning'],
  ['wan:uplink:down', 'error'],
  ['vpn:tunnel:down', 'error'],
  ['system:disk:low', 'error'],
  ['system:disk:failure', 'error'],
  ['system:temperature:high', 'error'],
  ['system:drift', 'warning'],
  ['firewall:scan', 'warning'],
  ['dhcp:spoof', 'warning'],
  ['crashlog:', 'error'],
  ['nft:drop:', 'notice'],
]

/** The enterprise number for documentation (RFC 5612): Sallyport has no registered one. */
const SD_ID = 'event@32473'
/** RFC 5425 §4.3.1: receivers should accept messages of this length. */
const MOST_BYTES = 8192
const MOST_PARAMETERS = 32
const MOST_VALUE = 256
/** RFC 5424 §6.2.7. */
const MOST_ID = 32

/** An event as a message of RFC 5424. The structured data have the topic and the scalar fields; the message is the payload as JSON. */
export function syslogMessage({ topic, at, text }: QueuedEvent, hostName: string): Uint8Array {
  const facility = topic.startsWith('auth:') ? FACILITY.authpriv : FACILITY.daemon
  const payload: unknown = JSON.parse(text)
  const header = [
    `<${facility * 8 + SEVERITY[severityOf(topic, payload)]}>1`,
    new Date(at).toISOString(),
    printable(hostName, 255),
    'sallyport',
    '-',
    printable(topic, MOST_ID),
  ].join(' ')
  const parameters = [['topic', topic] as const, ...scalarsIn(payload)].slice(0, MOST_PARAMETERS)
  const data = parameters.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')
  // RFC 5424 §6.4: a byte order mark announces UTF-8.
  return cut(new TextEncoder().encode(`${header} [${SD_ID}${data}] \ufeff${text}`))
}

/** The message with its length in octets before it. RFC 6587 §3.4.1. */
export const syslogFrame = (message: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`${message.length} `), message])

function severityOf(topic: string, payload: unknown): Severity {
  if (topic === 'log:api') {
    const { level } = payload as { level?: unknown }
    return level === 'error' || level === 'warning' || level === 'debug' ? level : 'info'
  }
  return SEVERITIES.find(([prefix]) => topic.startsWith(prefix))?.[1] ?? 'info'
}

/** PRINTUSASCII of RFC 5424 §6; `-` for none. */
const printable = (text: string, most: number): string => text.replaceAll(/[^!-~]/g, '_').slice(0, most) || '-'

/** The fields of a payload that are texts, numbers or booleans, those of objects in it with a dot. */
function scalarsIn(payload: unknown, path = '', depth = 0): [name: string, value: string][] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload) || depth > 2) return []
  return Object.entries(payload).flatMap(([key, value]): [string, string][] => {
    const name = `${path}${key.replaceAll(/[^!#-<>-\\^-~]/g, '_')}`
    if (typeof value === 'object') return scalarsIn(value, `${name}.`, depth + 1)
    const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
    return isScalar && name !== '' && name.length <= MOST_ID ? [[name, String(value).slice(0, MOST_VALUE)]] : []
  })
}

/** RFC 5424 §6.3.3; control characters would let a value begin another line in a file. */
const escaped = (value: string): string =>
  value.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').replaceAll(/["\\\]]/g, (character) => `\\${character}`)

/** The beginning of a long message, up to a whole character of UTF-8. */
function cut(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MOST_BYTES) return bytes
  let end = MOST_BYTES
  while ((bytes[end]! & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}

interface Deps {
  readonly hostName: () => string
  readonly targetOf: (server: Server) => Promise<DialTarget>
  readonly dial: (target: DialTarget, timeoutMs: number) => Promise<Stream>
}

const CONNECT_MS = 10_000

/** Returns a function that connects to a syslog server: RFC 6587 over TCP, RFC 5425 over TLS. */
export const syslogConnector =
  ({ hostName, targetOf, dial }: Deps) =>
  async (settings: SyslogSettings): Promise<EventSession> => {
    const stream = await dial(await targetOf(settings), CONNECT_MS)
    let reason: PhraseValue = phrase('messages.serverClosedConnection')
    stream.on('error', ({ message }) => {
      reason = message
    })
    // Syslog servers send nothing; without reading, the end of the connection would not be noticed.
    stream.resume()
    const closed = new Promise<PhraseValue>((resolve) => stream.once('close', () => resolve(reason)))
    return {
      closed,
      send: (events) =>
        new Promise((resolve, reject) => {
          const frames = events.map((event) => syslogFrame(syslogMessage(event, hostName())))
          stream.write(Buffer.concat(frames), (error) => (error ? reject(error) : resolve(new Map())))
        }),
      [Symbol.dispose]: () => void stream.destroy(),
    }
  }
