import { addressesIn } from '../../../wire/dns/answer.ts'
import type { Stage } from '../stage.ts'
import type { WatchedNames } from '../watchednames.ts'

/**
 * Delays a response for the name of an endpoint, or within a domain of an exit, until the firewall admits the addresses in it, since the device connects
 * immediately. Has no effect on other names.
 */
export const admit =
  (watchedNames: WatchedNames): Stage =>
  (query, next) => {
    const { name } = query.question
    if (!watchedNames.has(name)) return next(query)
    return (async () => {
      const outcome = await next(query)
      const ips = addressesIn(outcome.answer)
      const ttlSeconds = Math.max(0, outcome.answer.ttl - outcome.ageSeconds)
      if (ips.length > 0) await watchedNames.admit(name, { ips, ttlSeconds })
      return outcome
    })()
  }
