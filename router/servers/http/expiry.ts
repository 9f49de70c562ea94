import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'

const CHECK_MS = 30_000

/** Closes websockets whose credentials are no longer valid: soon after they expire, and immediately when they are ended. */
export interface WebsocketExpiry extends Disposable {
  /** Calls `close` once `isStillGood` returns false. To be disposed of when the websocket is closed. */
  watch(isStillGood: () => boolean, close: () => void): Disposable
  readonly check: () => void
}

interface Watched {
  readonly isStillGood: () => boolean
  readonly close: () => void
}

export function openCredentialExpiry({ clock, bus }: { readonly clock: Clock; readonly bus: Bus }): WebsocketExpiry {
  const watched = new Set<Watched>()
  const subscriptions = new DisposableStack()
  let timer: Disposable | undefined

  function check(): void {
    for (const one of [...watched]) if (!one.isStillGood()) one.close()
  }
  function checkLater(): void {
    timer = clock.after(CHECK_MS, () => {
      check()
      timer = undefined
      if (watched.size > 0) checkLater()
    })
  }

  for (const topic of ['auth:logout', 'auth:otp:update', 'auth:webauthn:delete'] as const)
    subscriptions.use(bus.subscribe(topic, check))
  // API 0.3.0 closes all of them, not only those of the token.
  subscriptions.use(bus.subscribe('auth:token:delete', () => [...watched].forEach(({ close }) => void close())))

  return {
    watch(isStillGood, close) {
      const one = { isStillGood, close }
      watched.add(one)
      if (!timer) checkLater()
      return { [Symbol.dispose]: () => void watched.delete(one) }
    },
    check,
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      subscriptions.dispose()
    },
  }
}
