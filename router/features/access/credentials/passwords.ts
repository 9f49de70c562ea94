import { createHmac, randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import type { User } from '../../../model/access/credentials/user.ts'
import type { Rows } from '../../../store/table.ts'
import { type AttemptSource, openAttempts, pagesOf } from './attempts.ts'
import { openKeyedQueue } from './keyedqueue.ts'
import { unmatchableHash } from './password.ts'

/** Good passwords remembered, so that the slow check runs once and not on every call. */
const MAX_REMEMBERED = 256

export interface Passwords {
  /**
   * Which of `readings` is the password of `name`; undefined when none is. All readings together are one attempt: a
   * websocket's `user:a:b` can be read in more than one way. Throws `Locked`, also for the right password.
   */
  check(source: AttemptSource, name: string, readings: readonly string[]): Promise<string | undefined>
}

interface Deps extends Pick<Core, 'clock'> {
  readonly users: Rows<User>
  /** Whether a kept hash was made from this password; slow. */
  readonly matches: (password: string, hash: string) => Promise<boolean>
}

export function openPasswords({ users, clock, matches }: Deps): Passwords {
  const attempts = openAttempts(clock)
  const queue = openKeyedQueue({ slots: 2, waiting: 32 })
  const key = randomBytes(32)
  const unknownUserHash = unmatchableHash()
  const good = new Set<string>()
  const running = new Map<string, Promise<string | undefined>>()

  // With the stored hash in it, a digest stops meaning anything as soon as the password is changed.
  const digest = (parts: readonly string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64')
  const remember = (password: string) => {
    good.add(password)
    if (good.size > MAX_REMEMBERED) good.delete(good.values().next().value!)
  }

  return {
    async check(source, name, readings) {
      attempts.admit(source)
      const hash = users.get(name)?.PasswordHash ?? ''
      const digests = readings.map((password) => digest([name, password, hash]))
      const known = digests.findIndex((password) => good.has(password))
      if (known >= 0) {
        attempts.succeeded(source, name)
        return readings[known]
      }
      const attempt = digest([name, hash, ...readings])
      if (attempts.wasWrong(source, attempt)) return undefined

      const verify = async () => {
        attempts.admit(source)
        for (const [index, password] of readings.entries()) {
          if ((await matches(password, hash || unknownUserHash)) && hash !== '') {
            remember(digests[index]!)
            attempts.succeeded(source, name)
            return password
          }
        }
        attempts.failed(source, name, attempt)
        return undefined
      }

      // A browser sends its first calls together; they wait for one answer.
      const { address, origin } = source
      const shared = JSON.stringify([address, origin, attempt])
      const already = running.get(shared)
      if (already) return already
      const check = queue
        .take(origin === undefined ? address : pagesOf(address), verify)
        .finally(() => running.delete(shared))
      running.set(shared, check)
      return check
    },
  }
}
