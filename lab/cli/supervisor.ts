import type { Clock } from '../../router/machine/machine.ts'
import type { Program } from '../process/program.ts'

/** Delays before each restart in a row; after the last one the router stays stopped. */
const DELAYS_MS = [500, 1000, 2000, 4000, 8000]
/** After this run time, the next restart begins with the first delay again. */
const STEADY_MS = 60_000

/** The state of the router's daemon. */
export interface RouterState {
  readonly state: 'running' | 'restarting' | 'failed'
  /** Number of restarts. */
  readonly restarts: number
  /** The reason of its last end; empty if there was none. */
  readonly reason: string
}

/** The daemon, and a function that starts another one: it resolves when that answers, or rejects with the reason. */
export interface Supervised {
  readonly daemon: Pick<Program, 'exited'>
  start(): Promise<void>
  /** Ends a daemon that does not answer. */
  kill(): Promise<void>
}

export interface Supervisor extends Disposable {
  readonly state: RouterState
}

/**
 * Starts a daemon again when it ends, as systemd does on a router: sooner at first, then later, and not for ever. Dispose of
 * it before the daemon is ended on purpose. The firewall is in the kernel and keeps enforcing until then.
 */
export function supervise(router: Supervised, clock: Clock, say: (line: string) => void): Supervisor {
  let state: RouterState = { state: 'running', restarts: 0, reason: '' }
  let failures = 0
  let startedAt = clock.now()
  let waiting: Disposable | undefined
  let closed = false

  const watch = (): void => {
    router.daemon.exited.then((code) => {
      if (closed) return
      if (clock.now() - startedAt >= STEADY_MS) failures = 0
      again(code === null ? 'it was killed' : `it ended with code ${code}`)
    })
  }
  const again = (reason: string): void => {
    const delayMs = DELAYS_MS[failures]
    failures += 1
    if (delayMs === undefined) {
      state = { ...state, state: 'failed', reason }
      say(`the router is not started again after ${DELAYS_MS.length} attempts: ${reason}`)
      return
    }
    state = { ...state, state: 'restarting', reason }
    say(
      `the router has stopped: ${reason}; it is started again in ${delayMs / 1000} s, and its firewall still enforces`,
    )
    waiting = clock.after(delayMs, () => void start())
  }
  const start = async (): Promise<void> => {
    try {
      await router.start()
    } catch (error) {
      await router.kill()
      if (!closed) again(lastLine(error))
      return
    }
    startedAt = clock.now()
    state = { ...state, state: 'running', restarts: state.restarts + 1 }
    if (!closed) say('the router is running again')
    watch()
  }
  watch()

  return {
    get state() {
      return state
    },
    [Symbol.dispose]() {
      closed = true
      waiting?.[Symbol.dispose]()
    },
  }
}

/** The last line that a program printed is the reason of its end. */
const lastLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trimEnd().split('\n').at(-1) ?? ''
