import { addressesIn } from '../../../wire/dns/answer.ts'
import type { Followed } from '../followed.ts'
import type { Stage } from '../stage.ts'

/**
 * Where an endpoint goes by a name, its addresses in a response are permitted before the response is sent: the device
 * connects at once. All other names pass without a second look.
 */
export const admit =
  (followed: Followed): Stage =>
  (asked, next) => {
    const { name } = asked.question
    if (!followed.has(name)) return next(asked)
    return (async () => {
      const outcome = await next(asked)
      const ips = addressesIn(outcome.answer)
      const ttlSeconds = Math.max(0, outcome.answer.ttl - outcome.ageSeconds)
      if (ips.length > 0) await followed.admit(name, { ips, ttlSeconds })
      return outcome
    })()
  }
