import { isDeepStrictEqual } from 'node:util'

/** A call, and its result without concurrent calls: the next state, and the status. */
export interface Step<World> {
  readonly does: (world: World) => readonly [World, number]
}

/**
 * Whether the calls were serializable: whether some order of all these steps, which keeps the order of each list, gives these
 * statuses and this final state.
 */
export function isExplained<World>(
  before: World,
  sides: readonly { readonly steps: readonly Step<World>[]; readonly statuses: readonly number[] }[],
  after: World,
): boolean {
  const places = sides.map(() => 0)
  const goOn = (world: World): boolean => {
    if (places.every((place, side) => place === sides[side]!.steps.length)) return isDeepStrictEqual(world, after)
    return sides.some(({ steps, statuses }, side) => {
      const place = places[side]!
      const step = steps[place]
      if (!step) return false
      const [next, status] = step.does(world)
      if (status !== statuses[place]) return false
      places[side] = place + 1
      const explained = goOn(next)
      places[side] = place
      return explained
    })
  }
  return goOn(before)
}
