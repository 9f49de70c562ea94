import type { Core } from '../../../../core.ts'
import type { KeyValueLog } from '../../../../store/keyvaluelog.ts'

const DAY_MS = 86_400_000
/** An address that was not used for so long is new again. */
const KEPT_MS = 30 * DAY_MS
const MOST_LOGINS = 1024

interface Deps extends Pick<Core, 'bus' | 'clock' | 'onFailure'> {
  readonly log: Pick<KeyValueLog, 'read' | 'change'>
}

/**
 * Publishes `auth:login` when a user or token authenticates from an address for the first time in 30 days. Every call
 * authenticates: one from a known address costs a look-up, and a write once a day.
 */
export function watchLogins({ bus, clock, log, onFailure }: Deps): Disposable {
  /** The last use that was saved, by type, name and address. */
  const saved = load()

  function load(): Map<string, number> {
    try {
      return new Map([...log.read()].map(([key, time]) => [key, Number(time)]))
    } catch (error) {
      onFailure('the addresses of earlier sign-ins cannot be read', error)
      return new Map()
    }
  }

  function save(key: string, now: number): void {
    const changes = new Map<string, string | undefined>([[key, String(now)]])
    saved.delete(key)
    saved.set(key, now)
    for (const [other, time] of saved) {
      if (saved.size <= MOST_LOGINS && now - time < KEPT_MS) continue
      saved.delete(other)
      changes.set(other, undefined)
      if (saved.size <= MOST_LOGINS) break
    }
    log.change(changes)
  }

  return bus.subscribe('auth:success', ({ type, name = '', username = name, ip: peer, reason }) => {
    const ip = addressOfPeer(peer)
    const key = `${type} ${ip} ${name}`
    const now = clock.now()
    const before = saved.get(key)
    // Also if the clock was set back.
    if (before !== undefined && Math.abs(now - before) < DAY_MS) return
    save(key, now)
    if (before !== undefined && now - before < KEPT_MS) return
    bus.publish('auth:login', { type, name, username, ip, via: reason.endsWith(':websocket') ? 'websocket' : 'api' })
  })
}

/** The address in `192.168.2.6:51544`, the format of sign-in events; other texts are returned unchanged. */
export const addressOfPeer = (peer: string): string => /^(.*\.\d+):\d+$/.exec(peer)?.[1] ?? peer
