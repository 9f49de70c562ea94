import { isDeepStrictEqual } from 'node:util'
import type { Bus } from '../../../events/bus.ts'
import type { Clock } from '../../../machine/machine.ts'
import type { IntegrationState } from '../../../model/messages/integrations/contract.ts'
import type { IntegrationName } from '../../../model/messages/integrations/settings.ts'
import { type Phrase, type PhraseValue, phrase } from '../../../phrases/phrase.ts'
import { connectFailureOf, reasonOfFailure } from './failure.ts'
import type { Server } from './target.ts'

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000
/** A connection that lasted so long was good: the next retry is soon. */
const GOOD_MS = 30_000

/** An established connection. */
export interface IntegrationSession extends Disposable {
  /** Resolves with the reason when it has ended. */
  readonly closed: Promise<PhraseValue>
}

export interface ConnectionState {
  readonly State: IntegrationState['State']
  readonly message: Phrase
  /** Milliseconds since 1970. */
  readonly since: number
}

/** Keeps a connection to the server that the settings name. */
export interface ServerConnection<L extends IntegrationSession> extends AsyncDisposable {
  /** Call after the settings have changed. */
  update(): void
  /** The established connection. */
  session(): L | undefined
  /** Ends the connection, because the server does not respond: an error, a message or a text. It is opened again. */
  fail(reason: unknown): void
  state(): ConnectionState
}

interface Deps<S extends Server, L extends IntegrationSession> {
  readonly name: IntegrationName
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  /** The present settings; undefined while it is switched off. */
  readonly settings: () => S | undefined
  /** Rejects, in the end, if the server does not respond. */
  readonly connect: (settings: S) => Promise<L>
  /** Called with each established connection. */
  readonly onOpen: (session: L, settings: S) => void
  /** Called before an established connection ends because the settings changed to `next`, or the router stops. Never rejects. */
  readonly onLeave: (session: L, settings: S, next: S | undefined | 'stopping') => Promise<void>
}

/** Connects now and again after each failure, with growing pauses. */
export function openConnection<S extends Server, L extends IntegrationSession>(deps: Deps<S, L>): ServerConnection<L> {
  const { name, clock, bus, settings, connect, onOpen, onLeave } = deps
  let used: S | undefined
  let session: L | undefined
  let state: ConnectionState = { State: 'off', message: phrase('messages.integrationOff'), since: clock.now() }
  let failures = 0
  let timer: Disposable | undefined
  /** Increased when the settings change: what an older attempt results in does not count. */
  let generation = 0
  let leaving: Promise<void> = Promise.resolve()

  const announce = (): void =>
    bus.publish('integration:state', { Name: name, State: state.State, Message: String(state.message) })

  const become = (State: ConnectionState['State'], message: Phrase): void => {
    const hasChanged = state.State !== State
    state = { State, message, since: hasChanged ? clock.now() : state.since }
    if (hasChanged) announce()
  }

  const retry = (reason: Phrase): void => {
    become('failed', reason)
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS)
    const mine = generation
    timer = clock.after(waitMs, () => void attempt(mine))
  }

  const end = (mine: number, ended: L, reason: Phrase, openedAt: number): void => {
    if (mine !== generation || session !== ended) return
    session = undefined
    ended[Symbol.dispose]()
    if (clock.monotonic() - openedAt >= GOOD_MS) failures = 0
    retry(reason)
  }

  async function attempt(mine: number): Promise<void> {
    const server = used
    if (mine !== generation || !server) return
    try {
      const opened = await connect(server)
      if (mine !== generation) return opened[Symbol.dispose]()
      session = opened
      const openedAt = clock.monotonic()
      void opened.closed.then((reason) => end(mine, opened, reasonOfFailure(reason), openedAt))
      become('connected', phrase('messages.connectedTo', server.Host, server.Port))
      onOpen(opened, server)
    } catch (error) {
      if (mine === generation) retry(connectFailureOf(error, server).phrase)
    }
  }

  const leave = (next: S | undefined | 'stopping'): Promise<void> => {
    const [left, former] = [session, used]
    generation++
    timer?.[Symbol.dispose]()
    session = undefined
    if (left && former) leaving = Promise.all([leaving, onLeave(left, former, next)]).then(() => left[Symbol.dispose]())
    return leaving
  }

  function update(): void {
    const next = settings()
    if (isDeepStrictEqual(next, used)) return
    // A broker ends the older of two connections with one client ID.
    const left = leave(next)
    used = next
    failures = 0
    if (!next) {
      become('off', phrase('messages.integrationOff'))
      return
    }
    state = {
      State: 'connecting',
      message: phrase('messages.serverConnecting', next.Host, next.Port),
      since: clock.now(),
    }
    announce()
    const mine = generation
    void left.then(() => attempt(mine))
  }

  update()
  return {
    update,
    session: () => session,
    fail(reason) {
      const failed = session
      if (failed) end(generation, failed, reasonOfFailure(reason), clock.monotonic())
    },
    state: () => state,
    async [Symbol.asyncDispose]() {
      await leave('stopping')
    },
  }
}
