import type { ShownDevice } from '../devices/entry.ts'

/** A rectangle of the map, in its own units: a pixel at the scale at which nothing is shrunk. */
export interface MapRectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Layout {
  readonly internet: MapRectangle
  readonly uplinks: readonly MapRectangle[]
  readonly router: MapRectangle
  /** What encloses all boxes. */
  readonly household: MapRectangle
  readonly boxes: ReadonlyMap<string, MapRectangle>
  /** Devices by identity; guests of a box by `guestId`; clusters by their id. */
  readonly cards: ReadonlyMap<string, MapRectangle>
}

/** The id of a device's second card, in a box other than its own. */
export const guestId = (boxId: string, { identity }: ShownDevice): string => `${boxId} / ${identity}`

/** The least scale at which names can be read: 10 pixels. */
export const READABLE = 0.75

export const CARD = { width: 176, height: 48 }
const HUB = { width: 200, height: 56 }
/** Between columns of cards and between boxes: room for lines. */
export const GUTTER = 20
/** Between rows of cards. */
export const ROW_GUTTER = 10
/** Beside the cards of a box, and around all boxes. */
const PADDING = 16
/** The width of two boxes side by side, each with one column of cards. */
export const LEAST_ROOM = 2 * (CARD.width + 2 * PADDING) + GUTTER + 2 * PADDING
/** The height of a box's title. */
export const TITLE = 40
/** Room for what is drawn between one row and the next. */
const BELOW = 44

/** In how many columns the cards of a box are placed. */
const abreast = (count: number, most: number): number => Math.max(1, Math.min(most, Math.ceil(count / 3)))

const spread = (count: number, size: number, gap: number): number => count * size + Math.max(0, count - 1) * gap

/** A box with the cards in it. */
export interface Filled {
  readonly id: string
  readonly items: readonly { readonly id: string }[]
}

function sizeOf({ items }: Filled, most: number): { across: number; width: number; height: number } {
  const count = items.length
  const across = abreast(count, most)
  const down = Math.max(1, Math.ceil(count / across))
  return {
    across,
    width: spread(across, CARD.width, GUTTER) + 2 * PADDING,
    height: TITLE + spread(down, CARD.height, ROW_GUTTER) + ROW_GUTTER,
  }
}

/**
 * Where everything is: the internet on top, its uplinks, the router, and below it the boxes in rows. No row is wider than
 * `room`, except for a box with one column of cards.
 */
export function layOut(boxes: readonly Filled[], uplinks: number, room: number): Layout {
  const inside = room - 2 * PADDING
  const columns = Math.floor((inside - 2 * PADDING + GUTTER) / (CARD.width + GUTTER))
  const sized = boxes.map((box) => ({ box, ...sizeOf(box, Math.max(1, columns)) }))
  const rows = rowsOf(sized, inside)
  const width = Math.max(...rows.map((row) => rowWidth(row)), spread(uplinks, HUB.width, GUTTER), HUB.width)
  const hub = (y: number): MapRectangle => ({ ...HUB, x: (width - HUB.width) / 2, y })
  const from = (width - spread(uplinks, HUB.width, GUTTER)) / 2
  const step = HUB.height + BELOW
  const uplinkY = step
  const routerY = uplinks > 0 ? 2 * step : step

  const places = new Map<string, MapRectangle>()
  const cards = new Map<string, MapRectangle>()
  const top = routerY + step
  let y = top + PADDING
  for (const row of rows) {
    let x = (width - rowWidth(row)) / 2
    for (const { box, across, ...size } of row) {
      places.set(box.id, { x, y, width: size.width, height: size.height })
      for (const [index, { id }] of box.items.entries())
        cards.set(id, {
          ...CARD,
          x: x + PADDING + (index % across) * (CARD.width + GUTTER),
          y: y + TITLE + Math.floor(index / across) * (CARD.height + ROW_GUTTER),
        })
      x += size.width + GUTTER
    }
    y += Math.max(...row.map(({ height }) => height)) + GUTTER
  }
  return {
    internet: hub(0),
    uplinks: Array.from({ length: uplinks }, (_, index) => ({
      ...HUB,
      x: from + index * (HUB.width + GUTTER),
      y: uplinkY,
    })),
    router: hub(routerY),
    household: {
      x: -PADDING + Math.min(...rows.map((row) => (width - rowWidth(row)) / 2)),
      y: top,
      width: Math.max(...rows.map((row) => rowWidth(row))) + 2 * PADDING,
      height: y - GUTTER + PADDING - top,
    },
    boxes: places,
    cards,
  }
}

const rowWidth = (row: readonly { width: number }[]): number =>
  row.reduce((sum, { width }) => sum + width, 0) + Math.max(0, row.length - 1) * GUTTER

/** Box after box, a new row where the next would not fit. */
function rowsOf<T extends { width: number }>(sized: readonly T[], width: number): T[][] {
  const rows: T[][] = []
  for (const each of sized) {
    const row = rows.at(-1)
    if (row && rowWidth([...row, each]) <= width) row.push(each)
    else rows.push([each])
  }
  return rows
}

/** What encloses everything. */
export function extentOf({ internet, uplinks, router, household }: Layout): MapRectangle {
  const all = [internet, ...uplinks, router, household]
  const [x, y] = [Math.min(...all.map((place) => place.x)), Math.min(...all.map((place) => place.y))]
  return {
    x,
    y,
    width: Math.max(...all.map((place) => place.x + place.width)) - x,
    height: Math.max(...all.map((place) => place.y + place.height)) - y,
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

const around = ({ x, y }: Point, places: ReadonlyMap<string, MapRectangle>): string | undefined =>
  [...places].find(
    ([, place]) => x >= place.x && x <= place.x + place.width && y >= place.y && y <= place.y + place.height,
  )?.[0]

/** The box that a point lies in. */
export const boxAt = (layout: Layout, point: Point): string | undefined => around(point, layout.boxes)

/** The card that a point lies in. */
export const cardAt = (layout: Layout, point: Point): string | undefined => around(point, layout.cards)
