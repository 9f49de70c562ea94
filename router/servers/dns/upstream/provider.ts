import type { MonotonicClock } from '../../../machine/machine.ts'
import type { Receive, Stream, UpstreamSockets } from '../../../machine/sockets.ts'
import { readEndpoint } from '../../../model/dns/resolvers/endpoint.ts'
import type { DnsProvider } from '../../../model/dns/resolvers/settings.ts'
import type { PhraseJson } from '../../../phrases/phrase.ts'
import type { Ip } from '../../../values/ip.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import type { Query } from '../../../wire/dns/query.ts'
import { type Ask, reconnecting } from './connection.ts'
import { upstreamFailureOf } from './failure.ts'
import { httpsAsk } from './https.ts'
import { type Latency, openLatency } from './latency.ts'
import { openPipeline } from './pipeline.ts'
import { plainAsk } from './plain.ts'
import { openResumption } from './resumption.ts'

/** Statistics of an upstream for the status page. */
export interface Health extends Latency {
  readonly IPAddress: string
  readonly TLSHost: string
  /** False after several failures in a row, until the next answer. */
  readonly healthy: boolean
  /** All queries sent to it, and how many of them failed. */
  readonly asked: number
  readonly failed: number
  /** Messages from its address that answered no query: forged, late or malformed. */
  readonly strays: number
  /** Why the last failed query failed; undefined if none has. */
  readonly lastFailure: PhraseJson | undefined
}

/** One resolver upstream. */
export interface Provider extends Disposable {
  readonly name: { readonly IPAddress: string; readonly TLSHost: string }
  /** False for a time after several failures in a row. */
  readonly healthy: boolean
  /**
   * As `Ask`. Calls `onSilence` after one second without an answer: another upstream should then be queried too, and this
   * one may still answer first.
   */
  ask(query: Query, limitMs: number, onSilence: () => void): Promise<Answer>
  health(): Health
}

/** A provider as the settings name it. The port is only ever set by tests. */
export type ProviderSettings = DnsProvider & { readonly Port?: number }

/** After this many failures in a row the other upstreams are preferred for this time. */
const FAILURES = 3
const UNHEALTHY_MS = 30_000
/** No answer for this long counts as a failure, before the query times out: later queries go elsewhere immediately. */
const SILENCE_MS = 1_000

export function openProvider(sockets: UpstreamSockets, clock: MonotonicClock, settings: ProviderSettings): Provider {
  const { IPAddress, TLSHost } = settings
  let strays = 0
  const ask = askerOf(sockets, clock, settings, () => strays++)
  return watched(ask, clock, { IPAddress, TLSHost }, () => strays)
}

type Asker = Ask & Partial<Disposable>

function askerOf(
  sockets: UpstreamSockets,
  clock: MonotonicClock,
  settings: ProviderSettings,
  onStray: () => void,
): Asker {
  const { IPAddress: ip, TLSHost: host, DisableTls, Port } = settings
  if (DisableTls) return plainAsk(sockets, clock, ip, Port ?? 53, onStray)
  const endpoint = readEndpoint(host)
  if (endpoint) return httpsAsk(sockets, clock, ip, endpoint)
  return tlsAsk(sockets, clock, { ip, port: Port ?? 853, host }, onStray)
}

/**
 * Counts queries and their failures. Only timeouts and broken connections make an upstream unhealthy; an error response such
 * as SERVFAIL does not, since one name with broken signatures would make all of them unhealthy.
 */
export function watched(
  ask: Asker,
  clock: MonotonicClock,
  name: Provider['name'],
  straysSoFar: () => number = () => 0,
): Provider {
  let asked = 0
  let failed = 0
  let failuresInRow = 0
  let unhealthyUntil = 0
  let lastFailure: PhraseJson | undefined
  const latency = openLatency()
  const isHealthy = (): boolean => failuresInRow < FAILURES || clock.monotonic() >= unhealthyUntil
  return {
    name,
    get healthy() {
      return isHealthy()
    },
    ask(query, limitMs, onSilence) {
      asked++
      const start = clock.monotonic()
      // Afterwards one query tests it, and the others still prefer another upstream.
      if (failuresInRow >= FAILURES) unhealthyUntil = clock.monotonic() + UNHEALTHY_MS
      let isCounted = false
      const countFailure = (): void => {
        unhealthyUntil = clock.monotonic() + UNHEALTHY_MS
        if (isCounted) return
        isCounted = true
        failuresInRow++
      }
      const silence = clock.after(SILENCE_MS, () => {
        countFailure()
        onSilence()
      })
      return ask(query, limitMs).then(
        (answer) => {
          silence[Symbol.dispose]()
          failuresInRow = 0
          const now = clock.monotonic()
          latency.add(now - start, now)
          return answer
        },
        (error) => {
          silence[Symbol.dispose]()
          failed++
          countFailure()
          lastFailure = upstreamFailureOf(error, name.TLSHost).toJSON()
          throw error
        },
      )
    },
    health: () => ({
      ...{ ...name, healthy: failuresInRow < FAILURES, asked, failed, strays: straysSoFar(), lastFailure },
      ...latency.read(),
    }),
    [Symbol.dispose]: () => ask[Symbol.dispose]?.(),
  }
}

const IDLE_MS = 20_000

/** DNS over TLS. Nothing is sent unless the certificate is valid for `host`. RFC 7858, RFC 8310 (strict profile). */
export function tlsAsk(
  sockets: UpstreamSockets,
  clock: MonotonicClock,
  { ip, port, host }: { readonly ip: Ip; readonly port: number; readonly host: string },
  onStray: () => void,
): Ask & Disposable {
  const resumption = openResumption()
  return reconnecting(clock, () => {
    const connect = (receive: Receive): Stream => {
      const stream = sockets.connectSecureStream(ip, port, { name: host, session: resumption.session }, receive)
      resumption.watch(stream)
      return stream
    }
    return openPipeline(connect, { clock, form: 'padded', idleMs: IDLE_MS, onStray })
  })
}
