/** `off`: nobody is signed in, or the router will not have us. `lost`: the router did not answer; it is tried again, later each time. */
export type LiveState = 'off' | 'joining' | 'live' | 'lost'

export interface Wire {
  readonly open: () => WebSocket
  /** The first message; undefined when nobody is signed in. */
  readonly greeting: () => string | undefined
  readonly onTopic: (topic: string) => void
  /** Called each time the line is up: what happened while it was not is unknown. */
  readonly onJoined: () => void
}

export interface Live {
  readonly state: () => LiveState
  readonly subscribe: (listener: () => void) => () => void
  /** Every event as it comes, with what it says, until the function that this gives is called. */
  readonly onEvent: (hear: (topic: string, payload: unknown) => void) => () => void
  /** Begins again with whoever is signed in now. */
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

/** What a message of the router says; undefined where that cannot be read. */
export function payloadOf(frame: unknown): unknown {
  try {
    return JSON.parse((JSON.parse(String(frame)) as { Data: string }).Data)
  } catch {
    return undefined
  }
}

/** 1, 2, 4, … 30 seconds, each up to a quarter shorter, so that many tabs do not come back at once. `chance` is 0 to 1. */
export const waitMs = (attempt: number, chance: number): number =>
  Math.min(30_000, 1000 * 2 ** Math.min(attempt, 10)) * (1 - chance / 4)

/** The router's stream of events. One line at most; it repairs itself quietly. */
export function openLive({ open, greeting, onTopic, onJoined }: Wire): Live {
  const listeners = new Set<() => void>()
  const hearers = new Set<(topic: string, payload: unknown) => void>()
  let state: LiveState = 'off'
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0

  const become = (next: LiveState) => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  const hangUp = () => {
    clearTimeout(timer)
    const old = socket
    socket = undefined
    old?.close()
  }

  const dial = () => {
    hangUp()
    const words = greeting()
    if (words === undefined) return become('off')
    become(attempt === 0 ? 'joining' : 'lost')
    const line = open()
    socket = line
    line.onopen = () => line.send(words)
    line.onmessage = ({ data }) => {
      if (line !== socket) return
      if (state === 'live') {
        const topic = topicOf(data)
        if (topic === undefined) return
        onTopic(topic)
        if (hearers.size === 0) return
        const payload = payloadOf(data)
        for (const hear of hearers) hear(topic, payload)
      } else if (data === 'success') {
        attempt = 0
        become('live')
        onJoined()
      } else {
        // Refused: asking again with the same words would only count as one more wrong password.
        hangUp()
        become('off')
      }
    }
    line.onclose = () => {
      if (line !== socket) return
      become('lost')
      timer = setTimeout(dial, waitMs(attempt++, Math.random()))
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEvent(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    join() {
      attempt = 0
      dial()
    },
    leave() {
      hangUp()
      become('off')
    },
  }
}
