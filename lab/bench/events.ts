import { benchAlerts } from './alerts.ts'
import { benchEventLoad } from './eventload.ts'
import { benchEventStore } from './eventstore.ts'
import type { Row } from './table.ts'

/** Events: alert rules, the event store, and what storing them costs the rest of the daemon. */
export const benchEvents = async (): Promise<Row[]> => [
  ...(await benchAlerts()),
  ...(await benchEventStore()),
  ...(await benchEventLoad()),
]
