import type { Core } from '../../../../core.ts'
import { openRateLimiter, type RateLimit } from '../../../../machine/ratelimit.ts'
import { addressOfPeer } from './logins.ts'
import { openRecent, openRepeats, type Repeat } from './repeats.ts'

const WITHIN_MS = 600_000
/** Addresses that are counted at a time. */
const MOST_SOURCES = 1024
/** Clients, and blocked domains of each: one client cannot displace the domains of another. */
const MOST_CLIENTS = 256
const MOST_DOMAINS = 64
/** Failures of one source, and sources that have failed. */
const OF_ONE = 5
const OF_MANY = 20
const REQUESTS = 100
/** Events about one radio, about sign-ins, and about one client: invented addresses and names must not make one each. */
const EVENT_LIMIT: RateLimit = { burst: 5, perSecond: 5 / 600 }

/** Repeated failures of one source, or failures of many sources. */
interface Failures extends Repeat {
  /** The number of different sources: 1, or as many as `Count`. */
  readonly Sources: number
}

/**
 * Publishes `auth:repeated`, `wifi:auth:repeated` and `dns:block:repeated`: what is repeated within ten minutes. An attacker can use
 * another address for each attempt, so failures of many sources are an event too.
 */
export function watchRepeated({ bus, clock, facts }: Pick<Core, 'bus' | 'clock' | 'facts'>): Disposable {
  const within = (count: number, mostKeys: number) => openRepeats({ clock, count, withinMs: WITHIN_MS, mostKeys })
  const limit = openRateLimiter(clock, EVENT_LIMIT)
  const [signIns, stations] = [openFailures(within), openFailures(within)]
  const blocked = openRecent(MOST_CLIENTS, () => within(REQUESTS, MOST_DOMAINS))
  const stack = new DisposableStack()
  stack.use(
    bus.subscribe('auth:failure', ({ type, name = '', username = name, ip: peer }) => {
      const ip = addressOfPeer(peer)
      const failures = signIns(ip, 'sign-ins')
      if (failures && limit.take('sign-ins')) bus.publish('auth:repeated', { type, name, username, ip, ...failures })
    }),
  )
  stack.use(
    bus.subscribe('wifi:auth:fail', ({ MAC, Iface, Type, Cause }) => {
      const failures = stations(MAC, Iface)
      const Name = facts.devices.get(MAC)?.Name ?? ''
      if (failures && limit.take(Iface))
        bus.publish('wifi:auth:repeated', { MAC, Name, Iface, Type, Cause, ...failures })
    }),
  )
  stack.use(
    bus.subscribe('dns:block:event', ({ ClientIP, Name }) => {
      const repeat = blocked(ClientIP).add(Name)
      if (repeat && limit.take(ClientIP)) bus.publish('dns:block:repeated', { ClientIP, Name, ...repeat })
    }),
  )
  return stack
}

function openFailures(
  within: (count: number, mostKeys: number) => ReturnType<typeof openRepeats>,
): (source: string, group: string) => Failures | undefined {
  const [ofOne, ofMany] = [within(OF_ONE, MOST_SOURCES), within(OF_MANY, MOST_SOURCES)]
  /** Returns something once for each source. */
  const sources = within(1, MOST_SOURCES)
  return (source, group) => {
    const one = ofOne.add(source)
    const many = sources.add(source) && ofMany.add(group)
    if (one) return { ...one, Sources: 1 }
    return many && { ...many, Sources: many.Count }
  }
}
