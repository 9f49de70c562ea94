import { RCODE } from '../../../wire/dns/constants.ts'
import { queryFor } from '../../../wire/dns/query.ts'
import { empty } from '../../../wire/dns/reply.ts'
import type { QueryCounters } from '../counters.ts'
import { fresh, type Stage } from '../stage.ts'
import type { UpstreamGroups } from '../upstreamgroup.ts'

/** Sends the query to an upstream. The last stage: it always answers. */
export const forward =
  (groups: UpstreamGroups, counters: QueryCounters): Stage =>
  ({ question, client }) => {
    counters.forwarded++
    return groups
      .for(client)
      .upstream.resolve(queryFor(question))
      .then((resolved) => {
        if (resolved.kind === 'answer') return fresh(resolved.answer)
        counters.failed++
        return fresh({ ...empty(question, RCODE.SERVFAIL), failure: String(resolved.reason) })
      })
  }
