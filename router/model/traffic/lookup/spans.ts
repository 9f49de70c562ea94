/** Numbers from `start` to `end`, both among them, and what they all have in common; 0 for nothing. */
export interface Range {
  readonly start: number
  readonly end: number
  readonly value: number
}

/** Every number from 0 on: from each start to the next one, all have the same value. */
export interface Spans<Starts = readonly number[], Values = readonly number[]> {
  readonly starts: Starts
  readonly values: Values
}

/** Ranges as spans. Where some overlap, the one that begins last goes before; of those that begin together, the smallest. */
export function spansOf(ranges: readonly Range[]): Spans {
  const starts: number[] = []
  const values: number[] = []
  const begin = (start: number, value: number): void => {
    // Of what begins at the same place, the last counts.
    if (starts.at(-1) === start) {
      starts.pop()
      values.pop()
    }
    if ((values.at(-1) ?? 0) === value) return
    starts.push(start)
    values.push(value)
  }

  /** Those that have begun and not ended; the last of them counts. */
  const open: Range[] = []
  const endLast = (): void => {
    const { end } = open.at(-1)!
    while (open.length > 0 && open.at(-1)!.end <= end) open.pop()
    begin(end + 1, open.at(-1)?.value ?? 0)
  }
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    while (open.length > 0 && open.at(-1)!.end < range.start) endLast()
    begin(range.start, range.value)
    open.push(range)
  }
  while (open.length > 0) endLast()
  return { starts, values }
}

/** What a number has; 0 when it is in no range. */
export function valueInSpans({ starts, values }: Spans<ArrayLike<number>, ArrayLike<number>>, at: number): number {
  const begun = countUpTo(starts, at)
  return begun === 0 ? 0 : values[begun - 1]!
}

/** How many of a column in ascending order are not above this. */
export function countUpTo(column: ArrayLike<number>, most: number): number {
  let low = 0
  let high = column.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (column[middle]! <= most) low = middle + 1
    else high = middle
  }
  return low
}
