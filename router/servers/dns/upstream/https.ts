import { FailedAttempt } from '../../../errors.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import type { HttpSession, UpstreamSockets } from '../../../machine/sockets.ts'
import type { SecureEndpoint } from '../../../model/dns/resolvers/endpoint.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import type { Ip } from '../../../values/ip.ts'
import { type Answer, belongs, readAnswer } from '../../../wire/dns/answer.ts'
import { MESSAGE_LIMIT } from '../../../wire/dns/constants.ts'
import { encodeQuery, type Query } from '../../../wire/dns/query.ts'
import { type Ask, MOST_PENDING, reconnecting, STALLED_MS, type UpstreamConnection } from './connection.ts'
import { openResumption } from './resumption.ts'

const IDLE_MS = 20_000
const MEDIA_TYPE = 'application/dns-message'
/** With 0, equal queries are equal requests. RFC 8484 §4.1. */
const ID = 0

/** DNS over HTTPS: one request for each query on one HTTP/2 connection, whose certificate must be valid for `host`. RFC 8484. */
export function httpsAsk(
  sockets: UpstreamSockets,
  clock: MonotonicClock,
  ip: Ip,
  { host, port, path }: SecureEndpoint,
): Ask & Disposable {
  const resumption = openResumption()
  return reconnecting(clock, () => {
    const opened = sockets.connectHttpSession(ip, port, { name: host, session: resumption.session })
    resumption.watch(opened.stream)
    return openRequests(opened, path, clock)
  })
}

function openRequests({ session, stream }: HttpSession, path: string, clock: MonotonicClock): UpstreamConnection {
  /** When each request was sent; the oldest is the first. */
  const open = new Map<object, number>()
  let receivedAt = 0
  let failure: Error | undefined
  let idle: Disposable | undefined

  const close = (error: Error): void => {
    failure ??= error
    idle?.[Symbol.dispose]()
    session.destroy()
    stream.destroy()
  }
  session.on('error', close)
  // GOAWAY: no more requests, but those in flight are answered. RFC 9113 §6.8.
  session.on('close', () => close(new FailedAttempt(phrase('dns.upstreamClosed'))))

  return {
    get closed() {
      return failure !== undefined || session.closed || session.destroyed
    },
    get stalled() {
      const [oldest] = open.values()
      return oldest !== undefined && receivedAt < oldest && clock.monotonic() - oldest >= STALLED_MS
    },
    ask(query, limitMs) {
      if (failure || session.closed || open.size >= MOST_PENDING) {
        return Promise.reject(failure ?? new FailedAttempt(phrase('dns.upstreamQueriesFull')))
      }
      idle?.[Symbol.dispose]()
      const bytes = encodeQuery(query, ID, 'padded')
      const sentAt = clock.monotonic()
      const request = session.request({
        ':method': 'POST',
        ':path': path,
        accept: MEDIA_TYPE,
        'content-type': MEDIA_TYPE,
        'content-length': bytes.length,
      })
      open.set(request, sentAt)
      return new Promise<Answer>((resolve, reject) => {
        const timer = clock.after(limitMs, () => {
          fail(phrase('internet.answerTimeout'))
          // Nothing was received since: the path is broken, and no other query should wait for it.
          if (receivedAt < sentAt) close(new FailedAttempt(phrase('dns.upstreamConnectionDead')))
        })
        const finish = (settle: () => void): void => {
          timer[Symbol.dispose]()
          if (!open.delete(request)) return
          if (open.size === 0 && !failure) idle = clock.after(IDLE_MS, () => close(new Error('idle')))
          settle()
        }
        const fail = (reason: Phrase): void => {
          finish(() => reject(failure ?? new FailedAttempt(reason)))
          request.destroy()
        }
        const parts: Buffer[] = []
        let length = 0
        let ageSeconds = 0
        request.on('response', (headers) => {
          receivedAt = clock.monotonic()
          const status = headers[':status']
          if (status !== 200) return fail(phrase('dns.upstreamStatus', Number(status)))
          if (headers['content-type']?.split(';')[0]?.trim() !== MEDIA_TYPE) {
            return fail(phrase('dns.upstreamMediaType'))
          }
          ageSeconds = Math.max(0, Number(headers.age) || 0)
        })
        request.on('data', (part: Buffer) => {
          receivedAt = clock.monotonic()
          length += part.length
          if (length > MESSAGE_LIMIT) return fail(phrase('dns.upstreamAnswerTooLong'))
          parts.push(part)
        })
        request.on('end', () => {
          const answer = answerIn(Buffer.concat(parts), query, ageSeconds)
          if (answer) finish(() => resolve(answer))
          else fail(phrase('dns.upstreamAnswerMalformed'))
        })
        request.on('error', (error: Error) => finish(() => reject(failure ?? error)))
        request.on('close', () => fail(phrase('dns.upstreamClosed')))
        request.end(bytes)
      })
    },
    [Symbol.dispose]: () => close(new Error('closed')),
  }
}

/** `ageSeconds`: how long the answer had been in an HTTP cache. RFC 8484 §5.1. */
function answerIn(message: Buffer, query: Query, ageSeconds: number): Answer | undefined {
  if (!belongs(message, query, ID)) return undefined
  const received = readAnswer(message, query, { secure: true, ageSeconds })
  return received?.kind === 'answer' ? received.answer : undefined
}
