import { benchAlerts } from './alerts.ts'
import { benchEventStore } from './eventstore.ts'
import type { Row } from './table.ts'

/** Events: alert rules and the event store. */
export const benchEvents = async (): Promise<Row[]> => [...(await benchAlerts()), ...(await benchEventStore())]
