import { randomBytes } from 'node:crypto'
import type { MonotonicClock } from '../../machine/machine.ts'
import type { Sockets } from '../../machine/sockets.ts'
import type { Findings } from '../../model/dns/resolvers/examination.ts'
import { type Phrase, phrase } from '../../phrases/phrase.ts'
import { type Answer, addressesIn } from '../../wire/dns/answer.ts'
import { RCODE } from '../../wire/dns/constants.ts'
import { addressQuery, type Query, rootQuery } from '../../wire/dns/query.ts'
import { refusalOfRcode, upstreamFailureOf } from './upstream/failure.ts'
import { openProvider, type Provider, type ProviderSettings } from './upstream/provider.ts'

/** For all queries to one resolver. */
const DEADLINE_MS = 5_000
/** A datagram may get lost. */
const ATTEMPTS = 2
const ATTEMPT_MS = 2_000
const TIMED = 3

/** A name whose signatures are broken on purpose, kept for such tests by Comcast: https://www.dnssec-failed.org */
const BROKEN = 'dnssec-failed.org'
/** A name whose address is known and has not changed since 1993: https://www.iana.org/domains/root/servers */
const KNOWN = { name: 'a.root-servers.net', ip: '198.41.0.4' }

interface Timed {
  readonly answer: Answer
  readonly ms: number
}
type AskIt = (query: Query) => Promise<Timed | undefined>

/**
 * Examines a resolver over its own connection, by at most eight queries, each sent twice at most, within 5 seconds: whether it
 * answers, how fast, whether it validates signatures, and whether it alters answers.
 */
export async function examine(sockets: Sockets, clock: MonotonicClock, settings: ProviderSettings): Promise<Findings> {
  using provider = openProvider(sockets, clock, settings)
  const { ask, reason } = asker(provider, clock)
  const first = await ask(rootQuery())
  if (!first) return unreachableFindings(reason())
  if (!isUsable(first.answer)) return unreachableFindings(refusalOfRcode(first.answer.rcode))
  const times: number[] = []
  for (let i = 0; i < TIMED; i++) {
    const timed = await ask(rootQuery())
    if (timed) times.push(timed.ms)
  }
  const [DNSSEC, alteration] = await Promise.all([validates(ask), alters(ask)])
  return {
    ...{ Reachable: true, Failure: '', FirstMs: tenths(first.ms), LatencyMs: tenths(median(times)) },
    ...{ DNSSEC, ...alteration },
  }
}

/** Sends queries while there is time. `reason` says why the last one without an answer has none. */
function asker(provider: Provider, clock: MonotonicClock): { ask: AskIt; reason: () => Phrase } {
  const until = clock.monotonic() + DEADLINE_MS
  let failure: Phrase = phrase('internet.answerTimeout')
  const ask: AskIt = async (query) => {
    for (let left = ATTEMPTS; left > 0 && clock.monotonic() < until; left--) {
      const start = clock.monotonic()
      try {
        const answer = await provider.ask(query, Math.min(ATTEMPT_MS, until - start), () => undefined)
        return { answer, ms: clock.monotonic() - start }
      } catch (error) {
        failure = upstreamFailureOf(error, provider.name.TLSHost)
      }
    }
    return undefined
  }
  return { ask, reason: () => failure }
}

async function validates(ask: AskIt): Promise<Findings['DNSSEC']> {
  const query = addressQuery(BROKEN)
  const checked = await ask(query)
  if (hasAddress(checked)) return 'no'
  if (checked?.answer.rcode !== RCODE.SERVFAIL) return 'unknown'
  // It may also have failed to reach the servers of the name.
  return hasAddress(await ask({ ...query, checkingDisabled: true })) ? 'yes' : 'unknown'
}

async function alters(ask: AskIt): Promise<Pick<Findings, 'Altered' | 'Remark' | 'Coded'>> {
  const [known, missing] = await Promise.all([
    ask(addressQuery(KNOWN.name)),
    ask(addressQuery(`${randomBytes(12).toString('hex')}.com`)),
  ])
  const of = (timed: Timed | undefined): string[] => (timed ? addressesIn(timed.answer) : [])
  const wrong = of(known).find((ip) => ip !== KNOWN.ip)
  if (wrong !== undefined) return altered(phrase('dns.answerAltered', KNOWN.name, wrong, KNOWN.ip))
  const invented = of(missing)[0]
  if (invented !== undefined) return altered(phrase('dns.answerInvented', invented))
  const isSound = hasAddress(known) && missing !== undefined && isUsable(missing.answer)
  return { Altered: isSound ? 'no' : 'unknown', Remark: '' }
}

const altered = (remark: Phrase): Pick<Findings, 'Altered' | 'Remark' | 'Coded'> => ({
  ...{ Altered: 'yes', Remark: String(remark), Coded: remark.toJSON() },
})

const isUsable = ({ rcode }: Answer): boolean => rcode === RCODE.NOERROR || rcode === RCODE.NXDOMAIN

const hasAddress = (timed: Timed | undefined): boolean => timed !== undefined && addressesIn(timed.answer).length > 0

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const tenths = (ms: number): number => Math.round(ms * 10) / 10

/** The findings about a resolver that cannot be asked. */
export const unreachableFindings = (reason: Phrase): Findings => ({
  ...{ Reachable: false, Failure: String(reason), Coded: reason.toJSON(), FirstMs: 0, LatencyMs: 0 },
  ...{ DNSSEC: 'unknown', Altered: 'unknown', Remark: '' },
})
