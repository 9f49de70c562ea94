import type { Line } from '../../model/dns/querylog/line.ts'
import type { KindSelection } from './selection.ts'

/** Queries by hour and client: the hour since 1970, the client, all queries, blocked ones; four numbers each. */
export type Hours = readonly number[]

export interface Summary {
  readonly rows: number
  /** Times of the oldest and the newest query, in milliseconds since 1970. */
  readonly first: number
  readonly last: number
  /** The numbers of the clients, by index. */
  readonly clients: readonly number[]
  readonly hours: Hours
}

/** Where the frames of a journal are, and which queries they hold. */
export interface Frames {
  readonly count: number
  /** The number of the first query of each frame. */
  readonly rows: Uint32Array
  /** Where each begins in the journal. */
  readonly offsets: Uint32Array
  /** The oldest and the newest time in each. */
  readonly first: Float64Array
  readonly last: Float64Array
}

/** A part of the log: queries in the order in which they came, numbered from 0. */
export interface Segment extends Summary {
  /** Segments are numbered in their order. */
  readonly id: number
  /** Bytes on the disk. */
  readonly bytes: number
  /** Reads what is needed for one search. Undefined if nothing is selected. Throws if the index is damaged. */
  open(select: Select): Promise<OpenedSegment | undefined>
}

/** Returns what a search selects of a segment with these reasons and these clients, by index. */
export type Select = (reasons: readonly string[], clients: readonly number[]) => KindSelection | undefined

/** A segment with the queries that a search has selected. */
export interface OpenedSegment extends AsyncDisposable {
  /** The numbers of selected queries below `before`, newest first, in groups of about this many, some of which may be empty. */
  rows(range: RowRange): AsyncIterable<readonly number[]>
  /** The lines of queries, in the order of their numbers, which descend. Damaged ones are missing. */
  lines(rows: readonly number[]): Promise<readonly { readonly row: number; readonly line: Line }[]>
}

export interface RowRange {
  readonly before: number
  /** Only frames with queries at this time or later, and before the other, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly group: number
}

/** The frame that holds a query: the last that does not begin after it. */
export function frameOf({ rows, count }: Frames, row: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (rows[middle]! <= row) low = middle
    else high = middle - 1
  }
  return low
}

/** Whether a frame may hold queries of the range. */
export const overlapsRange = ({ first, last }: Frames, frame: number, { from, to }: RowRange): boolean =>
  last[frame]! >= from && first[frame]! < to
