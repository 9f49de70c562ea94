import type { IwRadio } from '../../wire/iw.ts'

/**
 * How many networks a radio can run at the same time: of its combinations of links, such as
 * `#{ managed } <= 1, #{ AP, mesh point } <= 8, total <= 8, #channels <= 1`, the one with most access points.
 */
export function networksAtOnce({
  valid_interface_combinations,
}: Pick<IwRadio, 'valid_interface_combinations'>): number {
  // A radio that lists none can have one link.
  return Math.max(1, ...valid_interface_combinations.map(accessPointsIn))
}

function accessPointsIn(combination: string): number {
  const groups = [...combination.matchAll(/#\{ ([^}]*) \} <= (\d+)/g)]
  const own = groups.find(([, modes = '']) => modes.split(', ').includes('AP'))
  const [, total = Number.POSITIVE_INFINITY] = /\btotal <= (\d+)/.exec(combination) ?? []
  return Math.min(Number(own?.[2] ?? 0), Number(total))
}
