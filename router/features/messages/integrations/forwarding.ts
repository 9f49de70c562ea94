import { isDeepStrictEqual } from 'node:util'
import type { Bus } from '../../../events/bus.ts'
import { catalogue, families } from '../../../events/catalogue.ts'
import type { Clock } from '../../../machine/machine.ts'
import type { IntegrationStatus, IntegrationTest } from '../../../model/messages/integrations/contract.ts'
import type { IntegrationName } from '../../../model/messages/integrations/settings.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { type IntegrationSession, openConnection, type ServerConnection } from './connection.ts'
import { shownReason } from './failure.ts'
import { openEventQueue, type QueuedEvent } from './queue.ts'
import { type LastMessage, statusOf } from './status.ts'
import type { Server } from './target.ts'
import { tryServer } from './trial.ts'

/** Of all waiting events: a minute of many, or days of few. */
const MOST_BYTES = 4 << 20
/** Sent before the server confirms the first of them. */
const BATCH = 100
/** A server that has not confirmed a batch by then does not respond. */
const CONFIRM_MS = 30_000

/** A connection that events are sent over. */
export interface EventSession extends IntegrationSession {
  /**
   * Resolves when the server has received them, as far as its protocol confirms that; with the events that the server refused, and
   * will refuse again, and the reason for each.
   */
  send(events: readonly QueuedEvent[]): Promise<ReadonlyMap<QueuedEvent, string>>
}

export interface Forwarding<S> extends AsyncDisposable {
  /** Call after the settings have changed. */
  update(): void
  status(): IntegrationStatus
  /** Connects with these settings, and sends a message. */
  test(settings: S): Promise<IntegrationTest>
}

interface Deps<S extends Server> {
  readonly name: IntegrationName
  readonly clock: Clock
  readonly bus: Bus
  /** The present settings; undefined while it is switched off. */
  readonly settings: () => (S & { readonly Topics: readonly string[] }) | undefined
  readonly connect: (settings: S) => Promise<EventSession>
}

/** Sends events of chosen topics to a server, in order. While it does not respond, they wait; nothing else does. */
export function openForwarding<S extends Server>({ name, clock, bus, settings, connect }: Deps<S>): Forwarding<S> {
  const queue = openEventQueue(MOST_BYTES)
  let subscriptions = new DisposableStack()
  /** The prefixes that are subscribed to. The empty prefix is all topics, an empty list is none. */
  let subscribed: readonly string[] = []
  let sent = 0
  let refused = 0
  let last: LastMessage | undefined
  /** Why an event was refused on the present connection. */
  let refusal = ''
  let sending: EventSession | undefined

  const take = (payload: unknown, topic: string): void => {
    queue.add({ topic, at: clock.now(), text: JSON.stringify(payload) ?? 'null' })
    void send()
  }

  const subscribe = (): void => {
    const current = settings()
    const chosen = prefixesOf(current?.Topics ?? [])
    if (!current) queue.clear()
    if (isDeepStrictEqual(chosen, subscribed)) return
    subscribed = chosen
    subscriptions.dispose()
    subscriptions = new DisposableStack()
    for (const prefix of chosen) subscriptions.use(bus.subscribePrefix(prefix, take))
  }

  /** Sends batches one after the other until nothing waits. */
  async function send(): Promise<void> {
    const session = connection.session()
    if (!session || sending === session) return
    sending = session
    while (queue.length > 0 && connection.session() === session) {
      const batch = queue.take(BATCH)
      const limit = clock.after(CONFIRM_MS, () => connection.fail(phrase('messages.eventsUnconfirmed')))
      try {
        const refusals = await session.send(batch)
        refused += refusals.size
        sent += batch.length - refusals.size
        refusal = [...refusals.values()].map(shownReason).at(-1) ?? refusal
        const received = batch.findLast((event) => !refusals.has(event))
        if (received) last = { topic: received.topic, at: clock.now() }
      } catch (error) {
        queue.putBack(batch)
        connection.fail(error)
      } finally {
        limit[Symbol.dispose]()
      }
    }
    if (sending === session) sending = undefined
  }

  const connection: ServerConnection<EventSession> = openConnection<S, EventSession>({
    ...{ name, clock, bus, settings, connect },
    onOpen() {
      refusal = ''
      void send()
    },
    onLeave: async () => undefined,
  })
  subscribe()
  return {
    update() {
      subscribe()
      connection.update()
    },
    status() {
      const { State, message, since } = connection.state()
      const unmatched = unmatchedOf(subscribed, bus.topics())
      let noted = message
      if (State === 'connected' && refusal !== '') noted = phrase('messages.serverRefusedEvents', noted, refusal)
      if (State === 'connected' && unmatched.length > 0)
        noted = phrase('messages.topicPrefixUnmatched', noted, unmatched.join(', '))
      const counts = { sent, queued: queue.length, dropped: queue.dropped + refused, last }
      return statusOf({ State, message: noted, since }, counts)
    },
    test: (given) =>
      tryServer(given, async () => {
        using session = await connect(given)
        const refusals = await session.send([{ topic: 'test', at: clock.now(), text: '"test"' }])
        for (const reason of refusals.values()) throw new Error(reason)
      }),
    async [Symbol.asyncDispose]() {
      subscriptions.dispose()
      await connection[Symbol.asyncDispose]()
    },
  }
}

/** In place of a prefix: all topics. */
const ALL = '*'

/** The prefixes to subscribe to: none begins with another one, so that no event is delivered twice. */
export function prefixesOf(topics: readonly string[]): string[] {
  if (topics.includes(ALL)) return ['']
  const unique = [...new Set(topics)]
  return unique.filter((one) => !unique.some((other) => other !== one && one.startsWith(other)))
}

/**
 * The prefixes of which no event is known: no topic of the catalogue begins with them, and none of `published`, which has the topics
 * of plugins too.
 */
export function unmatchedOf(prefixes: readonly string[], published: Iterable<string>): string[] {
  const known = [...Object.keys(catalogue), ...Object.keys(families), ...published]
  const isOfFamily = (prefix: string): boolean => Object.keys(families).some((family) => prefix.startsWith(family))
  return prefixes.filter((prefix) => !isOfFamily(prefix) && !known.some((topic) => topic.startsWith(prefix)))
}
