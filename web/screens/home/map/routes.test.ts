import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Layout, layOut, type MapRectangle } from './layout.ts'
import { type LineEnds, type Point, routesOf, svgPath } from './routes.ts'

/** A home with so many devices in each box. */
const home = (counts: readonly number[], room: number): Layout =>
  layOut(
    counts.map((count, box) => ({
      id: `box ${box}`,
      items: Array.from({ length: count }, (_, index) => ({ id: `${box}.${index}` })),
    })),
    2,
    room,
  )

/** Whether a straight line between two points touches the inside of a place. */
const crosses = (a: Point, b: Point, { x, y, width, height }: MapRectangle): boolean =>
  Math.max(a.x, b.x) > x && Math.min(a.x, b.x) < x + width && Math.max(a.y, b.y) > y && Math.min(a.y, b.y) < y + height

const isOnSideOf = ({ x, width, y, height }: MapRectangle, point: Point): boolean =>
  (point.x === x || point.x === x + width) && point.y === y + height / 2

const HOMES = { small: [3, 2, 1, 2], usual: [9, 4, 0, 20, 7], large: [60, 24, 80, 12, 24] }

for (const [name, counts] of Object.entries(HOMES))
  for (const room of [480, 1000, 1900])
    test(`no line crosses a card in a ${name} home on ${room} units`, () => {
      const layout = home(counts, room)
      const ids = [...layout.cards.keys()]
      const [first, last] = [ids[0]!, ids.at(-1)!]
      const pairs: LineEnds[] = [
        ...ids.filter((id) => id !== first).map((to) => ({ from: first, to })),
        ...ids.filter((id) => id !== last).map((from) => ({ from, to: last })),
        { from: first, to: 'router' },
        { from: last, to: 'box 1' },
      ].filter((_, index, all) => index % Math.ceil(all.length / 120) === 0)
      const placeOf = (id: string) => layout.cards.get(id) ?? layout.boxes.get(id) ?? layout.router
      for (const [index, route] of routesOf(layout, pairs).entries()) {
        const { from, to } = pairs[index]!
        assert.ok(route, `${from} to ${to}`)
        assert.ok(isOnSideOf(placeOf(from), route[0]!) && isOnSideOf(placeOf(to), route.at(-1)!))
        for (const [at, point] of route.slice(1).entries()) {
          const before: Point = route[at]!
          assert.ok(before.x === point.x || before.y === point.y, 'horizontal or vertical')
          for (const [id, card] of layout.cards) assert.ok(!crosses(before, point, card), `${from} to ${to} at ${id}`)
        }
      }
    })

test('cards side by side are joined directly, and cards one above the other around the gutter', () => {
  const layout = home([4], 480)
  const route = (from: string, to: string) => routesOf(layout, [{ from, to }])[0]!
  assert.equal(route('0.0', '0.1').length, 2)
  assert.equal(route('0.0', '0.2').length, 4)
})

test('a line to something that is not drawn has no route', () => {
  assert.deepEqual(routesOf(home([2], 480), [{ from: '0.0', to: 'elsewhere' }]), [undefined])
})

test('a path has rounded corners', () => {
  const corner = [
    { x: 0, y: 0 },
    { x: 20, y: 0 },
    { x: 20, y: 30 },
  ]
  assert.equal(svgPath(corner), 'M0 0L14 0Q20 0 20 6L20 30')
  assert.equal(svgPath([]), '')
})
