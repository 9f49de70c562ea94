import { RCODE } from '../../../wire/dns/constants.ts'
import { empty } from '../../../wire/dns/reply.ts'
import type { QueryCounters } from '../counters.ts'
import { fresh, type Stage } from '../stage.ts'
import type { ResolverView } from '../state.ts'

/** Sets the client. Refuses queries of unknown devices, which the firewall drops already. */
export const identify =
  (view: ResolverView, counters: QueryCounters): Stage =>
  (query, next) => {
    const client = view.client(query.from)
    if (!client) {
      counters.unknownDevices++
      return fresh(empty(query.question, RCODE.REFUSED))
    }
    query.client = client
    return next(query)
  }
