import type { Place } from './layout.ts'

export type Side = 'top' | 'right' | 'bottom' | 'left'

/** On which sides a line leaves one place and enters another: never through either of them. */
export function sidesOf(from: Place, to: Place): { readonly from: Side; readonly to: Side } {
  const isBeside = (a: Place, b: Place): boolean => a.x + a.width <= b.x
  if (isBeside(from, to)) return { from: 'right', to: 'left' }
  if (isBeside(to, from)) return { from: 'left', to: 'right' }
  // One above the other in a column: around what stands between them.
  if (from.x === to.x && from.width === to.width) return { from: 'right', to: 'right' }
  return from.y < to.y ? { from: 'bottom', to: 'top' } : { from: 'top', to: 'bottom' }
}

/** The middle of each side, from the corner of the place. */
export const middlesOf = ({
  width,
  height,
}: Pick<Place, 'width' | 'height'>): Record<Side, { x: number; y: number }> => ({
  top: { x: width / 2, y: 0 },
  right: { x: width, y: height / 2 },
  bottom: { x: width / 2, y: height },
  left: { x: 0, y: height / 2 },
})
