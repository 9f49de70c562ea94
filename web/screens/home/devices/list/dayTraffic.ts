import type { TrafficTotals } from '../../../../../router/model/traffic/flows/counters.ts'

/** Internet traffic of a device within the last day, in bytes. */
export interface DayTraffic {
  readonly received: number
  readonly sent: number
}

/** The internet traffic of each address. */
export const trafficOf = ({ Totals }: Pick<TrafficTotals, 'Totals'>): ReadonlyMap<string, DayTraffic> =>
  new Map(Object.entries(Totals).map(([ip, { WanIn, WanOut }]) => [ip, { received: WanIn, sent: WanOut }]))
