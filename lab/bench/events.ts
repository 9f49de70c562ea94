import { benchAlerts } from './alerts.ts'
import type { Row } from './table.ts'

/** Events: alert rules. */
export const benchEvents = async (): Promise<Row[]> => [...(await benchAlerts())]
