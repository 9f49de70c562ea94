import { RCODE } from '../../../wire/dns/constants.ts'
import { queryFor } from '../../../wire/dns/query.ts'
import { empty } from '../../../wire/dns/reply.ts'
import type { Counters } from '../counters.ts'
import type { Outlets } from '../outlet.ts'
import { fresh, type Stage } from '../stage.ts'

/** Everything else is somebody else's to know. The last stage: it always answers. */
export const forward =
  (outlets: Outlets, counters: Counters): Stage =>
  ({ question, client }) => {
    counters.forwarded++
    return outlets
      .for(client)
      .upstream.resolve(queryFor(question))
      .then((resolved) => {
        if (resolved.kind === 'answer') return fresh(resolved.answer)
        counters.failed++
        return fresh({ ...empty(question, RCODE.SERVFAIL), failure: resolved.reason })
      })
  }
