import type { Place } from './layout.ts'

export type Side = 'top' | 'right' | 'bottom' | 'left'

/** On which sides a line leaves one place and enters another: across the wider of the gaps between them. */
export function sidesOf(from: Place, to: Place): { readonly from: Side; readonly to: Side } {
  const across = gap(from.x, from.width, to.x, to.width)
  const down = gap(from.y, from.height, to.y, to.height)
  if (across > 0 && across >= down) return from.x < to.x ? { from: 'right', to: 'left' } : { from: 'left', to: 'right' }
  // One above the other in a column: around what stands between them.
  if (from.x === to.x && from.width === to.width) return { from: 'right', to: 'right' }
  return from.y < to.y ? { from: 'bottom', to: 'top' } : { from: 'top', to: 'bottom' }
}

/** What lies between two stretches; negative when they overlap. */
const gap = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.max(b - a - aLength, a - b - bLength)
