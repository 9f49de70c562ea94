/** `struct nlattr`: a length, and a type that may have flags in its upper bits. */
const HEADER = 4
const TYPE_MASK = 0x3fff

/**
 * In place of a position: there is no such attribute. Attributes are read in place, and a position is where the value of
 * one begins: a table has a message for each entry, and a view for each attribute would take most of the time.
 */
export const NONE = -1

/** Where the value of the first attribute of that type begins; `NONE` when there is none, or a length is wrong before it. */
export function findIn(view: DataView, start: number, end: number, type: number): number {
  for (let at = start; at + HEADER <= end; ) {
    const length = view.getUint16(at, true)
    if (length < HEADER || at + length > end) return NONE
    if ((view.getUint16(at + 2, true) & TYPE_MASK) === type) return at + HEADER
    at += (length + 3) & ~3
  }
  return NONE
}

/** The same among the attributes that a value holds. */
export const findWithin = (view: DataView, value: number, type: number): number =>
  value === NONE ? NONE : findIn(view, value, endOf(view, value), type)

const endOf = (view: DataView, value: number): number => value - HEADER + view.getUint16(value - HEADER, true)

/** The values of all attributes that a value holds, up to one whose length is wrong. */
export function* valuesWithin(view: DataView, value: number): Generator<number> {
  const end = endOf(view, value)
  for (let at = value; at + HEADER <= end; ) {
    const length = view.getUint16(at, true)
    if (length < HEADER || at + length > end) return
    yield at + HEADER
    at += (length + 3) & ~3
  }
}

/** A number in network order, of exactly so many bytes; one of 8 bytes is exact up to 2^53. */
export function readUint(view: DataView, value: number, size: 1 | 2 | 4 | 8): number | undefined {
  if (value === NONE || endOf(view, value) - value !== size) return undefined
  if (size === 1) return view.getUint8(value)
  if (size === 2) return view.getUint16(value)
  const low = view.getUint32(value + size - 4)
  return size === 4 ? low : view.getUint32(value) * 2 ** 32 + low
}
