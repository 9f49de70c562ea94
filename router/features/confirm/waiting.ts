import { z } from 'zod'
import { ServicePort } from '../firewall/config.ts'

/** One row that a change touched: before and after. An absent side means that there was no such row. */
export const TouchedRow = z.object({
  table: z.string(),
  key: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})
export type TouchedRow = z.infer<typeof TouchedRow>

/** A change that holds, and is put back unless somebody confirms it in time. */
export const Waiting = z.object({
  Id: z.string(),
  /** The calls that made it, as `PUT /link/config lan0`. */
  What: z.string(),
  Who: z.string(),
  /** How long there was to confirm it. A clock change can shorten the wait, but not extend it. */
  seconds: z.number(),
  /** Milliseconds since 1970. */
  until: z.number(),
  rows: z.array(TouchedRow),
  /** Ports of the router that were closed, and stay open until the wait is over: the last way in. */
  heldOpen: z.array(ServicePort).optional(),
})
export type Waiting = z.infer<typeof Waiting>

/** At most one waits: a further one joins it, and its time. */
export const Confirmation = z.object({ waiting: Waiting.nullable() })
export type Confirmation = z.infer<typeof Confirmation>

/** One wait out of two: back to what was before the first, by the time of the first. */
export function joined(first: Waiting | null, second: Waiting): Waiting {
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
