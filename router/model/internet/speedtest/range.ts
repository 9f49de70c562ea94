import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { phrase, schemaPhrase } from '../../../phrases/phrase.ts'

/** What one measurement may move, in bytes. */
export const LARGEST = 25 << 20

/** A position in the stream of digits, as given in a path. */
export const StreamPosition = z
  .string()
  .regex(/^\d{1,9}$/, schemaPhrase('internet.speedtestPosition'))
  .transform(Number)

/** The bytes between two places. Throws `Invalid`. */
export function sizeOfRange(start: number, end: number): number {
  if (end <= start) throw new Invalid(phrase('internet.speedtestEndAfterStart'), 'end')
  if (end - start >= LARGEST) throw new Invalid(phrase('internet.speedtestRangeTooLarge'), 'end')
  return end - start
}

/** A multiple of ten, so that every chunk begins with the same digit. */
const CHUNK = 60_000
const DIGITS = new TextEncoder().encode('0123456789'.repeat((CHUNK + 10) / 10))

/** `size` digits in order, from position `start`. The chunks share one buffer: use each before the next. */
export function* digits(start: number, size: number): Generator<Uint8Array> {
  const first = start % 10
  for (let left = size; left > 0; left -= CHUNK) yield DIGITS.subarray(first, first + Math.min(left, CHUNK))
}
