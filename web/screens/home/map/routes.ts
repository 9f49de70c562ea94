import { GUTTER, type Layout, type MapRectangle, ROW_GUTTER, TITLE } from './layout.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** What a line joins: the ids of cards, of boxes, or `router`. */
export interface LineEnds {
  readonly from: string
  readonly to: string
}

/** A turn costs as much as this length. */
const TURN = 40
/** A line that passes below the name of a box costs as much as this length. */
const BELOW_TITLE = 200

/**
 * For each pair of ends the corners of a line between them, ends included. Lines are horizontal and vertical, run in the
 * gutters between cards and boxes, and cross no card. Undefined for an end that is not drawn.
 */
export function routesOf(layout: Layout, pairs: readonly LineEnds[]): (Point[] | undefined)[] {
  const placeOf = (id: string): MapRectangle | undefined =>
    layout.cards.get(id) ?? layout.boxes.get(id) ?? (id === 'router' ? layout.router : undefined)
  const ends = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))].flatMap((id) => placeOf(id) ?? [])
  const grid = gridOf(layout, ends)
  const bySource = Map.groupBy(pairs, ({ from }) => from)
  const routes = new Map<LineEnds, Point[]>()
  for (const [id, same] of bySource) {
    const source = placeOf(id)
    if (!source) continue
    const targets = same.flatMap((pair) => {
      const place = placeOf(pair.to)
      return place ? [{ pair, place }] : []
    })
    const found = search(
      grid,
      source,
      targets.map(({ place }) => place),
    )
    for (const { pair, place } of targets) {
      const route = found(place)
      if (route) routes.set(pair, route)
    }
  }
  return pairs.map((pair) => routes.get(pair))
}

/** Where lines may run: along these lines, where they are free. */
interface Grid {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** What it costs to go from one crossing to the next on the right, or below; infinite through a card. */
  right(x: number, y: number): number
  down(x: number, y: number): number
}

const BESIDE = GUTTER / 2
const ABOVE = ROW_GUTTER / 2

function gridOf({ internet, uplinks, router, boxes, cards }: Layout, ends: readonly MapRectangle[]): Grid {
  const solid = [internet, ...uplinks, router, ...cards.values()]
  const rows = (places: Iterable<MapRectangle>, by: number): number[] =>
    [...places].flatMap(({ y, height }) => [y - by, y + height + by])
  const xs = sorted([...solid, ...boxes.values()].flatMap((place) => sidesOf(place)))
  const ys = sorted([...rows(solid, ABOVE), ...rows(boxes.values(), BESIDE), ...ends.map(middleOf)])
  const titles = [...boxes.values()].map(
    ({ x, y, width }): MapRectangle => ({ x: x + BESIDE, y, width: width - 2 * BESIDE, height: TITLE - ABOVE }),
  )
  const isSolid = (x: number, y: number): boolean => solid.some((place) => isInside(place, x, y))
  const cost = (ax: number, ay: number, bx: number, by: number): number => {
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2]
    if (isSolid(ax, ay) || isSolid(x, y) || isSolid(bx, by)) return Number.POSITIVE_INFINITY
    return bx - ax + by - ay + (titles.some((title) => isInside(title, x, y)) ? BELOW_TITLE : 0)
  }
  return {
    xs,
    ys,
    right: (x, y) => cost(xs[x]!, ys[y]!, xs[x + 1]!, ys[y]!),
    down: (x, y) => cost(xs[x]!, ys[y]!, xs[x]!, ys[y + 1]!),
  }
}

/** The lines on the left and on the right of a place. */
const sidesOf = ({ x, width }: MapRectangle): [left: number, right: number] => [x - BESIDE, x + width + BESIDE]
const sorted = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b)
const middleOf = ({ y, height }: MapRectangle): number => y + height / 2
const isInside = (place: MapRectangle, x: number, y: number): boolean =>
  x > place.x && x < place.x + place.width && y > place.y && y < place.y + place.height

/** Dijkstra's algorithm over the crossings of the grid, each reached horizontally or vertically. */
function search(
  grid: Grid,
  source: MapRectangle,
  targets: readonly MapRectangle[],
): (target: MapRectangle) => Point[] | undefined {
  const { xs, ys } = grid
  const stateOf = (x: number, y: number, isVertical: boolean): number => (y * xs.length + x) * 2 + (isVertical ? 1 : 0)
  const costs = new Map<number, number>()
  const before = new Map<number, number>()
  const queue = new Queue()
  const reach = (state: number, cost: number, from: number | undefined): void => {
    if (cost >= (costs.get(state) ?? Number.POSITIVE_INFINITY)) return
    costs.set(state, cost)
    if (from === undefined) before.delete(state)
    else before.set(state, from)
    queue.add(state, cost)
  }
  /** The crossings beside the middle of a place's left and right side, which a line leaves or enters horizontally. */
  const portsOf = (place: MapRectangle): number[] =>
    sidesOf(place).map((x) => stateOf(xs.indexOf(x), ys.indexOf(middleOf(place)), false))
  const wanted = new Set(targets.flatMap(portsOf))
  for (const port of portsOf(source)) reach(port, 0, undefined)
  while (wanted.size > 0) {
    const next = queue.take()
    if (!next) break
    const { state, cost } = next
    if (cost > costs.get(state)!) continue
    wanted.delete(state)
    const isVertical = state % 2 === 1
    const [x, y] = [(state >> 1) % xs.length, Math.floor((state >> 1) / xs.length)]
    reach(stateOf(x, y, !isVertical), cost + TURN, state)
    if (isVertical) {
      if (y > 0) reach(stateOf(x, y - 1, true), cost + grid.down(x, y - 1), state)
      if (y < ys.length - 1) reach(stateOf(x, y + 1, true), cost + grid.down(x, y), state)
    } else {
      if (x > 0) reach(stateOf(x - 1, y, false), cost + grid.right(x - 1, y), state)
      if (x < xs.length - 1) reach(stateOf(x + 1, y, false), cost + grid.right(x, y), state)
    }
  }
  return (target) => {
    const costOf = (port: number): number => costs.get(port) ?? Number.POSITIVE_INFINITY
    const [port] = portsOf(target).sort((a, b) => costOf(a) - costOf(b))
    if (port === undefined || costOf(port) === Number.POSITIVE_INFINITY) return undefined
    const points: Point[] = []
    for (let state: number | undefined = port; state !== undefined; state = before.get(state)) {
      const point = { x: xs[(state >> 1) % xs.length]!, y: ys[Math.floor((state >> 1) / xs.length)]! }
      // At a turn the same crossing is there twice.
      if (point.x !== points[0]?.x || point.y !== points[0]?.y) points.unshift(point)
    }
    return corners([touch(source, points[0]!), ...points, touch(target, points.at(-1)!)])
  }
}

/** Where a horizontal line from a point meets a place. */
const touch = ({ x, width }: MapRectangle, point: Point): Point => ({ x: point.x < x ? x : x + width, y: point.y })

/** Without points in the middle of a straight line. */
const corners = (points: readonly Point[]): Point[] =>
  points.filter((point, index) => {
    const [a, b] = [points[index - 1], points[index + 1]]
    return !a || !b || !((a.x === point.x && b.x === point.x) || (a.y === point.y && b.y === point.y))
  })

const ROUNDING = 6

/** The line as an SVG path with rounded corners. */
export function svgPath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const steps = rest.map((point, index) => {
    const next = rest[index + 1]
    if (!next) return `L${point.x} ${point.y}`
    const [before, after] = [towards(point, points[index]!), towards(point, next)]
    return `L${before.x} ${before.y}Q${point.x} ${point.y} ${after.x} ${after.y}`
  })
  return `M${first.x} ${first.y}${steps.join('')}`
}

/** The point at which a corner's rounding begins, on the way to another point. */
function towards({ x, y }: Point, other: Point): Point {
  const distance = Math.abs(other.x - x) + Math.abs(other.y - y)
  const share = Math.min(ROUNDING, distance / 2) / distance
  return { x: x + (other.x - x) * share, y: y + (other.y - y) * share }
}

/** A binary heap: what costs least is taken first. */
class Queue {
  readonly #items: { readonly state: number; readonly cost: number }[] = []

  add(state: number, cost: number): void {
    const items = this.#items
    const item = { state, cost }
    let index = items.push(item) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (items[parent]!.cost <= cost) break
      items[index] = items[parent]!
      index = parent
    }
    items[index] = item
  }

  take(): { readonly state: number; readonly cost: number } | undefined {
    const items = this.#items
    const [first] = items
    const last = items.pop()
    if (!first || !last || items.length === 0) return first
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= items.length) break
      if (child + 1 < items.length && items[child + 1]!.cost < items[child]!.cost) child++
      if (items[child]!.cost >= last.cost) break
      items[index] = items[child]!
      index = child
    }
    items[index] = last
    return first
  }
}
