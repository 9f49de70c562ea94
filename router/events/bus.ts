import type { Events, Topic } from './catalogue.ts'

export type Payload<T extends string> = T extends keyof Events ? Events[T] : unknown
type Listener = (payload: unknown, topic: string) => void

/** Delivers events to subscribers. Listeners run synchronously, in order; one that throws does not stop the others. */
export interface Bus {
  publish<T extends Topic>(topic: T, payload: Payload<T>): void
  /** Subscribes to one topic of the catalogue. */
  subscribe<T extends keyof Events>(topic: T, listener: (payload: Events[T]) => void): Disposable
  /** Subscribes to every topic that begins with `prefix`; the empty prefix matches all. */
  subscribePrefix(prefix: string, listener: Listener): Disposable
  /** Whether a topic has subscribers, so that costly payloads are computed only if needed. */
  hasSubscribers(topic: Topic): boolean
}

export function openBus(onFailure: (error: unknown, topic: string) => void): Bus {
  const listeners = new Set<{ matches: (topic: string) => boolean; listener: Listener }>()
  const add = (matches: (topic: string) => boolean, listener: Listener): Disposable => {
    const entry = { matches, listener }
    listeners.add(entry)
    return { [Symbol.dispose]: () => void listeners.delete(entry) }
  }
  return {
    publish(topic, payload) {
      for (const { matches, listener } of listeners) {
        if (!matches(topic)) continue
        try {
          listener(payload, topic)
        } catch (error) {
          onFailure(error, topic)
        }
      }
    },
    subscribe: (topic, listener) => add((other) => other === topic, listener as Listener),
    subscribePrefix: (prefix, listener) => add((topic) => topic.startsWith(prefix), listener),
    hasSubscribers: (topic) => [...listeners].some(({ matches }) => matches(topic)),
  }
}
