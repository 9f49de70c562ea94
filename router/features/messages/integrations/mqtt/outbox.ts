import type { Core } from '../../../../core.ts'
import type { MqttSession } from '../../../../machine/messaging.ts'
import { type Phrase, phrase } from '../../../../phrases/phrase.ts'
import type { LastMessage } from '../status.ts'

/** Messages that are sent before the broker confirms the first of them. */
const MOST_IN_FLIGHT = 32
/** A broker that has not confirmed a message by then does not respond. */
const CONFIRM_MS = 30_000

/** The retained messages of this router. A newer one replaces one that waits: there is never more than one for each topic. */
export interface Outbox {
  /** The message of a topic. */
  set(topic: string, text: string): void
  /** Removes the message of a topic from the broker, also one of an earlier run of the router. */
  remove(topic: string): void
  /** Sends all messages over a new connection. */
  open(session: MqttSession): void
  /** Messages that were confirmed since the start. */
  readonly sent: number
  /** The message that was confirmed last. */
  readonly last: LastMessage | undefined
  readonly waiting: number
  /** Removes all messages from a broker, for `limitMs` at most; then none is left here. */
  clear(session: MqttSession | undefined, limitMs: number): Promise<void>
}

interface Deps extends Pick<Core, 'clock'> {
  /** Called when the broker does not confirm messages. */
  readonly onFailure: (reason: Phrase) => void
}

export function openOutbox({ clock, onFailure }: Deps): Outbox {
  let wanted = new Map<string, string>()
  let waiting = new Set<string>()
  let inFlight = 0
  let sent = 0
  let last: LastMessage | undefined
  let session: MqttSession | undefined

  async function send(over: MqttSession, topic: string): Promise<void> {
    const text = wanted.get(topic) ?? ''
    const limit = clock.after(CONFIRM_MS, () => {
      if (over === session) onFailure(phrase('messages.brokerNoConfirmation'))
    })
    try {
      await over.publish({ topic, text, retain: true })
      sent++
      last = { topic, at: clock.now() }
      if (text === '' && wanted.get(topic) === '') wanted.delete(topic)
    } catch {
      // The connection has ended: everything is sent over the next one.
    } finally {
      limit[Symbol.dispose]()
      if (over === session) {
        inFlight--
        pump()
      }
    }
  }

  function pump(): void {
    if (!session) return
    for (const topic of waiting) {
      if (inFlight >= MOST_IN_FLIGHT) return
      waiting.delete(topic)
      inFlight++
      void send(session, topic)
    }
  }

  // An empty message removes a retained one. MQTT 3.1.1 §3.3.1.3.
  const put = (topic: string, text: string): void => {
    wanted.set(topic, text)
    waiting.add(topic)
    pump()
  }

  return {
    set(topic, text) {
      if ((wanted.get(topic) ?? '') !== text) put(topic, text)
    },
    remove: (topic) => put(topic, ''),
    open(opened) {
      session = opened
      inFlight = 0
      waiting = new Set(wanted.keys())
      pump()
    },
    get sent() {
      return sent
    },
    get last() {
      return last
    },
    get waiting() {
      return waiting.size + inFlight
    },
    async clear(over, limitMs) {
      const topics = [...wanted.keys()]
      wanted = new Map()
      waiting = new Set()
      session = undefined
      inFlight = 0
      if (!over) return
      let limit: Disposable | undefined
      const removed = (async () => {
        for (let first = 0; first < topics.length; first += MOST_IN_FLIGHT)
          await Promise.all(
            topics.slice(first, first + MOST_IN_FLIGHT).map((topic) => over.publish({ topic, text: '', retain: true })),
          )
      })().catch(() => undefined)
      await Promise.race([removed, new Promise<void>((resolve) => (limit = clock.after(limitMs, resolve)))])
      limit?.[Symbol.dispose]()
    },
  }
}
