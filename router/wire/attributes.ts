/** `struct nlattr`: a length, and a type that may have flags in its upper bits. */
const HEADER = 4
const TYPE_MASK = 0x3fff

/**
 * In place of an offset: there is no such attribute. Attributes are read in place, and identified by the offset of their value:
 * a dump has one message for each entry, and creating a view for each attribute would take most of the time.
 */
export const NONE = -1

/** The offset of the value of the first attribute of a type; `NONE` if there is none, or a length before it is invalid. */
export function findIn(view: DataView, start: number, end: number, type: number): number {
  for (let at = start; at + HEADER <= end; ) {
    const length = view.getUint16(at, true)
    if (length < HEADER || at + length > end) return NONE
    if ((view.getUint16(at + 2, true) & TYPE_MASK) === type) return at + HEADER
    at += (length + 3) & ~3
  }
  return NONE
}

/** The same for the attributes nested in a value. */
export const findWithin = (view: DataView, value: number, type: number): number =>
  value === NONE ? NONE : findIn(view, value, endOfValue(view, value), type)

/** The offset after a value. */
export const endOfValue = (view: DataView, value: number): number =>
  value - HEADER + view.getUint16(value - HEADER, true)

/** The offsets of the values nested in a value, up to the first invalid length. */
export function* valuesWithin(view: DataView, value: number): Generator<number> {
  const end = endOfValue(view, value)
  for (let at = value; at + HEADER <= end; ) {
    const length = view.getUint16(at, true)
    if (length < HEADER || at + length > end) return
    yield at + HEADER
    at += (length + 3) & ~3
  }
}

/** A number in network order; undefined if it has another size. One of 8 bytes is exact up to 2^53. */
export function readUint(view: DataView, value: number, size: 1 | 2 | 4 | 8): number | undefined {
  if (value === NONE || endOfValue(view, value) - value !== size) return undefined
  if (size === 1) return view.getUint8(value)
  if (size === 2) return view.getUint16(value)
  const low = view.getUint32(value + size - 4)
  return size === 4 ? low : view.getUint32(value) * 2 ** 32 + low
}
