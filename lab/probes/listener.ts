import assert from 'node:assert/strict'
import { WebSocket } from 'ws'
import type { Router } from '../guests/router.ts'
import { until } from '../process/until.ts'

/** A message of the event stream. `Data` is a JSON text. */
export interface Message {
  readonly Type: string
  readonly Data: string
  readonly Notification: boolean
  readonly WildcardAll: boolean
}

/** A client of the event stream, which records all events. */
export interface Listener extends AsyncDisposable {
  send(text: string): void
  /** Waits for the next message and returns it. */
  next(): Promise<string>
  /** Waits for the next message of this topic, and skips others. */
  event(topic: string): Promise<Message>
  /** Every topic received so far. */
  readonly topics: readonly string[]
  /** Every message received so far, also those that were not read. */
  readonly received: readonly string[]
  readonly closed: Promise<void>
}

/** Connect over a unix socket. Rejects with the status when the router refuses the upgrade. */
export async function openListener(
  socketPath: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Listener> {
  const socket = new WebSocket(`ws+unix:${socketPath}:${path}`, { headers: { Host: 'localhost', ...headers } })
  const unread: string[] = []
  const topics: string[] = []
  const received: string[] = []
  socket.on('message', (data) => {
    unread.push(String(data))
    received.push(String(data))
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const next = async (): Promise<string> => {
    await until('a message', () => unread.length > 0)
    return unread.shift() ?? ''
  }
  return {
    send: (text) => socket.send(text),
    next,
    async event(topic) {
      for (;;) {
        const message = JSON.parse(await next()) as Message
        topics.push(message.Type)
        if (message.Type === topic) return message
      }
    },
    topics,
    received,
    closed,
    async [Symbol.asyncDispose]() {
      socket.close()
      await closed
    },
  }
}

/** All events of a router from now on, for its owner. */
export async function openEvents({ console, login }: Pick<Router, 'console' | 'login'>): Promise<Listener> {
  const listener = await openListener(console, '/ws_events_all')
  listener.send(login)
  assert.equal(await listener.next(), 'success')
  return listener
}
