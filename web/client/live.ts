/** `off`: no session, or the router rejected it. `lost`: no response; the connection is retried with growing delays. */
export type LiveState = 'off' | 'joining' | 'live' | 'lost'

export interface LiveDeps {
  readonly open: () => WebSocket
  /** The first message; undefined when no user is signed in. */
  readonly greeting: () => string | undefined
  readonly onTopic: (topic: string) => void
  /** Called after each connect: events may have been missed before it. */
  readonly onJoined: () => void
  /** Called after each message of the router, when `state` is what the message has made it. */
  readonly onMessage: () => void
  /** Called when the router closed the connection, or did not answer in time. */
  readonly onLost: () => void
}

/** The router answers the text `ping` of a client that has signed in with the text `pong`; browsers hide the pings of RFC 6455. */
const PING = 'ping'
/** A connection without messages is pinged after this time. */
const QUIET_MS = 10_000
/** Time within which the router has to answer a ping, and a connection has to be open and signed in. */
const ANSWER_MS = 5000
const JOIN_MS = 10_000

/** `isNotice`: the event is to be shown as a notification. */
type EventListener = (topic: string, payload: unknown, isNotice: boolean) => void

export interface Live {
  readonly state: () => LiveState
  readonly subscribe: (listener: () => void) => () => void
  /** Calls `listener` with each event. Returns a function that ends that. */
  readonly onEvent: (listener: EventListener) => () => void
  /** Connects again with the present session. */
  readonly join: () => void
  readonly leave: () => void
}

/** The topic of a message of the router; undefined for anything else. */
export function topicOf(frame: unknown): string | undefined {
  try {
    const message: unknown = JSON.parse(String(frame))
    const topic = (message as { Type?: unknown } | null)?.Type
    return typeof topic === 'string' ? topic : undefined
  } catch {
    return undefined
  }
}

/** The payload of a message; undefined if it cannot be parsed. */
export function payloadOf(frame: unknown): unknown {
  try {
    return JSON.parse((JSON.parse(String(frame)) as { Data: string }).Data)
  } catch {
    return undefined
  }
}

/** Whether a message is to be shown as a notification. */
function isNoticeIn(frame: unknown): boolean {
  try {
    return (JSON.parse(String(frame)) as { Notification?: unknown }).Notification === true
  } catch {
    return false
  }
}

/** 1, 2, 4, … 30 seconds, each up to a quarter shorter, so that many tabs do not reconnect at the same moment. `chance` is 0 to 1. */
export const waitMs = (attempt: number, chance: number): number =>
  Math.min(30_000, 1000 * 2 ** Math.min(attempt, 10)) * (1 - chance / 4)

/** The router's stream of events: one connection at most, which is made again when it is closed or the router stops answering. */
export function openLive({ open, greeting, onTopic, onJoined, onMessage, onLost }: LiveDeps): Live {
  const listeners = new Set<() => void>()
  const eventListeners = new Set<EventListener>()
  let state: LiveState = 'off'
  let socket: WebSocket | undefined
  /** Runs until the next attempt without a connection, and until the next ping or its timeout with one. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0

  const become = (next: LiveState) => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  const disconnect = () => {
    clearTimeout(timer)
    const old = socket
    socket = undefined
    old?.close()
  }

  const connect = () => {
    disconnect()
    const first = greeting()
    if (first === undefined) return become('off')
    become(attempt === 0 ? 'joining' : 'lost')
    const opened = open()
    socket = opened
    timer = setTimeout(lose, JOIN_MS)
    opened.onopen = () => opened.send(first)
    opened.onmessage = ({ data }) => {
      if (opened !== socket) return
      expectMore(opened)
      if (state === 'live') {
        const topic = topicOf(data)
        if (topic !== undefined) emit(topic, data)
      } else if (data === 'success') {
        attempt = 0
        become('live')
        onJoined()
      } else {
        // Rejected: a retry with the same credentials would count as another failed login.
        disconnect()
        become('off')
      }
      onMessage()
    }
    opened.onclose = () => {
      if (opened === socket) lose()
    }
  }

  const emit = (topic: string, frame: unknown) => {
    onTopic(topic)
    if (eventListeners.size === 0) return
    const payload = payloadOf(frame)
    const isNotice = isNoticeIn(frame)
    for (const listener of eventListeners) listener(topic, payload, isNotice)
  }

  const lose = () => {
    disconnect()
    become('lost')
    timer = setTimeout(connect, waitMs(attempt++, Math.random()))
    onLost()
  }

  const expectMore = (opened: WebSocket) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      opened.send(PING)
      timer = setTimeout(lose, ANSWER_MS)
    }, QUIET_MS)
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEvent(listener) {
      eventListeners.add(listener)
      return () => eventListeners.delete(listener)
    },
    join() {
      attempt = 0
      connect()
    },
    leave() {
      disconnect()
      become('off')
    },
  }
}
