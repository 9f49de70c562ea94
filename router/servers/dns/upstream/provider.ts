import { readEndpoint } from '../../../features/dns/endpoint.ts'
import type { DnsProvider } from '../../../features/dns/settings.ts'
import type { Clock } from '../../../machine/machine.ts'
import type { Sockets } from '../../../machine/sockets.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import type { Query } from '../../../wire/dns/query.ts'
import type { Ask } from './connection.ts'
import { failureOf } from './failure.ts'
import { httpsAsk } from './https.ts'
import { plainAsk } from './plain.ts'
import { tlsAsk } from './tls.ts'

/** How a provider has been doing, as the status page shows it. */
export interface Health {
  readonly IPAddress: string
  readonly TLSHost: string
  /** False from several failures in a row until the next answer. */
  readonly healthy: boolean
  /** Of all questions put to it so far. */
  readonly asked: number
  readonly failed: number
  /** What came in its name and was no answer to anything asked: forged, late or broken. */
  readonly strays: number
  /** Why the last one that failed did so; empty when none has. */
  readonly lastFailure: string
}

/** One resolver upstream. */
export interface Provider extends Disposable {
  readonly name: { readonly IPAddress: string; readonly TLSHost: string }
  /** False after failures in a row, until it has rested: then it may be asked again. */
  readonly healthy: boolean
  /**
   * As `Ask`. Calls `onSilence` when there has been no answer for a second: then another one should be asked as well, and
   * this one may still answer first.
   */
  ask(query: Query, limitMs: number, onSilence: () => void): Promise<Answer>
  health(): Health
}

/** A provider as the settings name it. The port is only ever set by tests. */
export type ProviderSettings = DnsProvider & { readonly Port?: number }

/** So many failures in a row, and for so long the others are asked first. */
const FAILURES = 3
const REST_MS = 30_000
/** Silence for so long counts as a failure already: the questions that come meanwhile need not find out by themselves. */
const SILENCE_MS = 1_000

export function openProvider(sockets: Sockets, clock: Clock, settings: ProviderSettings): Provider {
  const { IPAddress, TLSHost } = settings
  let strays = 0
  const ask = askerOf(sockets, clock, settings, () => strays++)
  return watched(ask, clock, { IPAddress, TLSHost }, () => strays)
}

type Asker = Ask & Partial<Disposable>

function askerOf(sockets: Sockets, clock: Clock, settings: ProviderSettings, onStray: () => void): Asker {
  const { IPAddress: ip, TLSHost: host, DisableTls, Port } = settings
  if (DisableTls) return plainAsk(sockets, clock, ip, Port ?? 53, onStray)
  const endpoint = readEndpoint(host)
  if (endpoint) return httpsAsk(sockets, clock, ip, endpoint)
  return tlsAsk(sockets, clock, { ip, port: Port ?? 853, host }, onStray)
}

/**
 * Counts what becomes of the questions. Only silence and broken connections speak against a provider; an answer that says
 * "cannot" does not, or one name with broken signatures could bring them all into disrepute.
 */
export function watched(
  ask: Asker,
  clock: Clock,
  name: Provider['name'],
  straysSoFar: () => number = () => 0,
): Provider {
  let asked = 0
  let failed = 0
  let failuresInRow = 0
  let restsUntil = 0
  let lastFailure = ''
  const isHealthy = (): boolean => failuresInRow < FAILURES || clock.now() >= restsUntil
  return {
    name,
    get healthy() {
      return isHealthy()
    },
    ask(query, limitMs, onSilence) {
      asked++
      // After a rest a single question finds out whether it is back; the others are spared the wait.
      if (failuresInRow >= FAILURES) restsUntil = clock.now() + REST_MS
      let isCounted = false
      const disappoint = (): void => {
        restsUntil = clock.now() + REST_MS
        if (isCounted) return
        isCounted = true
        failuresInRow++
      }
      const silence = clock.after(SILENCE_MS, () => {
        disappoint()
        onSilence()
      })
      return ask(query, limitMs).then(
        (answer) => {
          silence[Symbol.dispose]()
          failuresInRow = 0
          return answer
        },
        (error) => {
          silence[Symbol.dispose]()
          failed++
          disappoint()
          lastFailure = failureOf(error, name.TLSHost)
          throw error
        },
      )
    },
    health: () => ({ ...name, healthy: failuresInRow < FAILURES, asked, failed, strays: straysSoFar(), lastFailure }),
    [Symbol.dispose]: () => ask[Symbol.dispose]?.(),
  }
}
