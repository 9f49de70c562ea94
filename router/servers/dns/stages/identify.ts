import { RCODE } from '../../../wire/dns/constants.ts'
import { empty } from '../../../wire/dns/reply.ts'
import type { Counters } from '../counters.ts'
import { fresh, type Stage } from '../stage.ts'
import type { View } from '../view.ts'

/** Who asks? The firewall lets nobody else through; should it, they are refused here. */
export const identify =
  (view: View, counters: Counters): Stage =>
  (asked, next) => {
    const client = view.client(asked.from)
    if (!client) {
      counters.strangers++
      return fresh(empty(asked.question, RCODE.REFUSED))
    }
    asked.client = client
    return next(asked)
  }
