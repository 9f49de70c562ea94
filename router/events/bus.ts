import { type Events, families, type Topic, type TopicPayload } from './catalogue.ts'

type Listener = (payload: unknown, topic: string) => void

/** Delivers events to subscribers. Listeners run synchronously, in order; one that throws does not stop the others. */
export interface Bus {
  publish<T extends Topic>(topic: T, payload: TopicPayload<T>): void
  /** Publishes an event of another program. Its topic must not be one of the catalogue. */
  publishForeign(topic: string, payload: object): void
  /** Subscribes to one topic of the catalogue. */
  subscribe<T extends keyof Events>(topic: T, listener: (payload: Events[T]) => void): Disposable
  /** Subscribes to every topic that begins with `prefix`; the empty prefix matches all. */
  subscribePrefix(prefix: string, listener: Listener): Disposable
  /** Subscribes to every topic for which `matches` returns true; it must always return the same for a topic. */
  subscribeWhere(matches: (topic: string) => boolean, listener: Listener): Disposable
  /** The topics that were published, at most 4,096. */
  topics(): Iterable<string>
  /** Whether a topic has subscribers, so that costly payloads are computed only if needed. */
  hasSubscribers(topic: Topic): boolean
  /** How many events of each topic were published, those of a family such as `dns:serve:` together. */
  readonly counts: ReadonlyMap<string, number>
}

interface Subscription {
  readonly matches: (topic: string) => boolean
  readonly listener: Listener
  isOpen: boolean
}

/** Maximum number of topics whose subscriptions are remembered: there are as many `dns:serve:` topics as clients. */
const MOST_TOPICS = 4096

export function openBus(onFailure: (error: unknown, topic: string) => void): Bus {
  const subscriptions = new Set<Subscription>()
  /** The subscriptions of a topic, found once. Cleared when one begins or ends. */
  const found = new Map<string, readonly Subscription[]>()
  const { count, counts } = openTally()

  const published = new Set<string>()

  const subscriptionsOf = (topic: string): readonly Subscription[] => {
    const known = found.get(topic)
    if (known) return known
    if (found.size >= MOST_TOPICS) found.clear()
    const matching = [...subscriptions].filter(({ matches }) => matches(topic))
    found.set(topic, matching)
    return matching
  }
  const add = (matches: Subscription['matches'], listener: Listener): Disposable => {
    const subscription = { matches, listener, isOpen: true }
    subscriptions.add(subscription)
    found.clear()
    return {
      [Symbol.dispose]() {
        subscription.isOpen = false
        subscriptions.delete(subscription)
        found.clear()
      },
    }
  }
  const deliver = (topic: string, payload: unknown): void => {
    if (published.size < MOST_TOPICS) published.add(topic)
    count(topic)
    for (const subscription of subscriptionsOf(topic)) {
      // Ended by a listener before it.
      if (!subscription.isOpen) continue
      try {
        subscription.listener(payload, topic)
      } catch (error) {
        onFailure(error, topic)
      }
    }
  }
  return {
    publish: deliver,
    publishForeign: deliver,
    subscribe: (topic, listener) => add((other) => other === topic, listener as Listener),
    subscribePrefix: (prefix, listener) => add((topic) => topic.startsWith(prefix), listener),
    subscribeWhere: add,
    topics: () => published,
    hasSubscribers: (topic) => subscriptionsOf(topic).length > 0,
    counts,
  }
}

/** Topics that are counted one by one; further ones of other programs are counted as `other`. */
const MOST_COUNTED = 256

/** Counts events by topic since the start, those of a family such as `dns:serve:` together. */
function openTally() {
  const counts = new Map<string, number>()
  const beginnings = Object.keys(families)
  const nameOf = (topic: string): string => {
    const family = beginnings.find((beginning) => topic.startsWith(beginning))
    if (family !== undefined) return family.slice(0, -1)
    return counts.has(topic) || counts.size < MOST_COUNTED ? topic : 'other'
  }
  const count = (topic: string): void => {
    const name = nameOf(topic)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return { count, counts }
}
