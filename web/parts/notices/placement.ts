/** Where notifications are shown. At the bottom, they are above the bar of a phone. */
export const NOTIFICATION_PLACES = ['bottom-center', 'top-center', 'bottom-right', 'top-right'] as const
export type NotificationPlace = (typeof NOTIFICATION_PLACES)[number]

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What is at a point of the page, below the notifications: a control, and how much it would be missed. */
export interface Covered {
  readonly control: unknown
  readonly weight: number
}

/** The distance between two tested points, in pixels: smaller than any control. */
const STEP = 12

/** The weights of all controls in a box. */
export function weightIn(
  { left, top, width, height }: Rectangle,
  at: (x: number, y: number) => Covered | undefined,
): number {
  const found = new Map<unknown, number>()
  for (let y = top; y <= top + height; y += STEP)
    for (let x = left; x <= left + width; x += STEP) {
      const covered = at(x, y)
      if (covered) found.set(covered.control, covered.weight)
    }
  return [...found.values()].reduce((sum, weight) => sum + weight, 0)
}

/** The place that covers least; the present one if no other place is better, and otherwise the first. */
export function bestPlace(
  present: NotificationPlace,
  places: readonly NotificationPlace[],
  weight: (place: NotificationPlace) => number,
): NotificationPlace {
  const weights = new Map([present, ...places].map((place) => [place, weight(place)]))
  let best = present
  for (const [place, covers] of weights) if (covers < weights.get(best)!) best = place
  return best
}
