import { RCODE } from '../../../wire/dns/constants.ts'
import { empty } from '../../../wire/dns/reply.ts'
import type { Counters } from '../counters.ts'
import { fresh, type Stage } from '../stage.ts'

/** For a device in quarantine there are no names. */
export const quarantine =
  (counters: Counters): Stage =>
  (asked, next) => {
    if (!asked.client.quarantine) return next(asked)
    counters.quarantined++
    asked.verdict = { kind: 'quarantined', by: asked.client.mac }
    return fresh(empty(asked.question, RCODE.NXDOMAIN))
  }
