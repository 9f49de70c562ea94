import { nextTurn } from '../../machine/turns.ts'
import { type Line, lineAt, linesIn, ownLine } from '../../model/dns/querylog/line.ts'
import { type Frames, frameOf, overlapsRange, type RowRange } from './segment.ts'
import type { Match } from './selection.ts'

/** Rows that one turn of the event loop looks at. */
const ROWS_AT_ONCE = 2 ** 18
/** Frames that are read at the same time, and decompressed in one turn of the event loop: each takes 15 µs. */
const FRAMES_AT_ONCE = 32

/** A number for each row: of its kind, or of its pair of a client and an outcome. */
export type RowNumbers = Uint16Array | Uint32Array

/**
 * Matching rows of frames within the range, newest first. `base` is the first row of what `kindsFrom` returns, and `end` the one after
 * its last.
 */
export async function* scanRows(
  frames: Frames,
  kindsFrom: () => RowNumbers | Promise<RowNumbers>,
  base: number,
  end: number,
  { chosen }: Match,
  range: RowRange,
): AsyncGenerator<readonly number[]> {
  let found: number[] = []
  let looked = 0
  let top = Math.min(range.before, end)
  if (top <= base) return
  for (let frame = frameOf(frames, top - 1); frame >= 0 && top > base; frame--) {
    const bottom = frames.rows[frame]!
    if (overlapsRange(frames, frame, range)) {
      const kinds = chosen && (await kindsFrom())
      for (let row = top - 1; row >= bottom; row--) if (!kinds || chosen[kinds[row - base]!] === 1) found.push(row)
      looked += top - bottom
    }
    top = bottom
    if (found.length >= range.group) {
      yield found
      found = []
    } else if (looked > ROWS_AT_ONCE) {
      looked = 0
      await nextTurn()
    }
  }
  if (found.length > 0) yield found
}

/** Those of some rows that are within the range, in groups, newest first. */
export async function* inGroups(rows: Uint32Array, frames: Frames, range: RowRange): AsyncGenerator<readonly number[]> {
  const found: number[] = []
  for (const row of rows.sort().reverse())
    if (row < range.before && overlapsRange(frames, frameOf(frames, row), range)) found.push(row)
  for (let at = 0; at < found.length; at += range.group) yield found.slice(at, at + range.group)
}

/** Reads the lines of frames, whose numbers descend, and returns what `use` makes of them; they must not be used later. */
export type ReadFrames = <T>(
  frames: readonly number[],
  use: (lines: readonly (Buffer | undefined)[]) => T,
) => Promise<T>

/** The lines of rows, which descend, from their frames. */
export async function linesAt(
  frames: Frames,
  readFrames: ReadFrames,
  rows: readonly number[],
): Promise<{ row: number; line: Line }[]> {
  const byFrame = [...Map.groupBy(rows, (row) => frameOf(frames, row))]
  const found: { row: number; line: Line }[] = []
  for (let at = 0; at < byFrame.length; at += FRAMES_AT_ONCE) {
    const some = byFrame.slice(at, at + FRAMES_AT_ONCE)
    const numbers = some.map(([frame]) => frame)
    await readFrames(numbers, (lines) => {
      for (const [index, [frame, wanted]] of some.entries()) {
        const bytes = lines[index]
        if (!bytes) continue
        const first = frames.rows[frame]!
        for (const row of wanted) {
          const { value } = linesIn(bytes, lineAt(bytes, row - first)).next()
          if (value) found.push({ row, line: ownLine(value) })
        }
      }
    })
  }
  return found
}
