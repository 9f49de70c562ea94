import type { z } from 'zod'
import type { uiSessions } from '../../../../router/model/plugins/installed/uicontract.ts'

export type IssuedUiSession = z.output<typeof uiSessions.begin.details.reply>

/** A session is replaced this long before its end. */
const EARLY_MS = 60_000
/** The shortest time between two sessions that the pages request. */
const PAUSE_MS = 5000

interface Deps {
  readonly begin: () => Promise<IssuedUiSession>
  readonly end: (sessionId: string) => void
  readonly now: () => number
  /** Sends a session to the frame. */
  readonly send: (session: IssuedUiSession) => void
  /** Called when the session has ended and there is no other. */
  readonly onError: (error: Error) => void
}

/** The session of a plugin's pages while they are shown. */
export interface PageSession extends Disposable {
  /** Handles a message of the frame. */
  receive(data: unknown): void
  /** Sends the present session again. */
  repeat(): void
}

/**
 * Keeps a session of a plugin's pages: renews it a minute before it ends, and when the pages ask for it, as they do after a 401. An earlier
 * session is not ended by its successor, since calls with its token may be in transit; all are ended with the page.
 */
export function keepSession(first: IssuedUiSession, { begin, end, now, send, onError }: Deps): PageSession {
  let session = first
  let begun = now()
  let isOver = false
  let isRenewing = false
  let timer: ReturnType<typeof setTimeout>
  const used = [first.sessionId]

  const plan = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void renew(), Math.max(session.expiresAt - EARLY_MS - now(), PAUSE_MS))
  }
  async function renew(): Promise<void> {
    if (isRenewing || isOver) return
    isRenewing = true
    try {
      const next = await begin()
      if (isOver) return end(next.sessionId)
      session = next
      begun = now()
      used.push(next.sessionId)
      send(session)
    } catch (error) {
      // Until then, the page continues with its present session, and the next attempt may succeed.
      if (!isOver && now() >= session.expiresAt) onError(error instanceof Error ? error : new Error(String(error)))
    } finally {
      isRenewing = false
      if (!isOver) plan()
    }
  }
  plan()

  return {
    receive(data) {
      const type = (data as { type?: unknown } | null)?.type
      if (type === 'plugin-ui:ready') send(session)
      if (type === 'plugin-ui:renew' && now() - begun >= PAUSE_MS) void renew()
    },
    repeat: () => send(session),
    [Symbol.dispose]() {
      isOver = true
      clearTimeout(timer)
      // The two latest can still be valid.
      for (const id of used.slice(-2)) end(id)
    },
  }
}
