import { z } from 'zod'
import { ServicePort } from '../../firewall/config/config.ts'

/** One changed row: before and after. An absent side means that the row did not exist. */
export const TouchedRow = z.object({
  table: z.string(),
  key: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})
export type TouchedRow = z.infer<typeof TouchedRow>

/** A change in force that is reverted unless it is confirmed in time. */
export const Waiting = z.object({
  Id: z.string(),
  /** The calls that made it, for example `PUT /link/config lan0`. */
  What: z.string(),
  Who: z.string(),
  /** The time limit. A clock change can shorten it, but not extend it. */
  seconds: z.number(),
  /** Milliseconds since 1970. */
  until: z.number(),
  rows: z.array(TouchedRow),
  /** Ports of the API that were closed and stay open until the change is confirmed or reverted. */
  heldOpen: z.array(ServicePort).optional(),
})
export type Waiting = z.infer<typeof Waiting>

/** At most one change is pending: a further one joins it and its time limit. */
export const Confirmation = z.object({ waiting: Waiting.nullable() })
export type Confirmation = z.infer<typeof Confirmation>

/** Merges two pending changes: reverts to the state before the first, at the time limit of the first. */
export function joinedChange(first: Waiting | null, second: Waiting): Waiting {
  if (!first) return second
  const rows = new Map(first.rows.map((row) => [`${row.table} ${row.key}`, row]))
  for (const row of second.rows) {
    const earlier = rows.get(`${row.table} ${row.key}`)
    rows.set(`${row.table} ${row.key}`, earlier ? { ...row, before: earlier.before } : row)
  }
  const What = first.What.includes(second.What) ? first.What : `${first.What}, ${second.What}`
  const heldOpen = [...(first.heldOpen ?? []), ...(second.heldOpen ?? [])]
  return { ...first, What: What.slice(0, 500), Who: second.Who, rows: [...rows.values()], heldOpen }
}
