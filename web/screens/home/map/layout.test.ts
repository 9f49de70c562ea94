import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import type { MapBox } from './boxes.ts'
import { itemsOf } from './clusters.ts'
import { boxAt, cardAt, extentOf, guestId, layOut, type MapRectangle } from './layout.ts'

const box = (id: string, count: number): MapBox => ({
  id,
  kind: 'group',
  name: id,
  isOff: false,
  also: [],
  members: Array.from({ length: count }, (_, index) => ({
    identity: `${id}${index}`,
    name: id,
    status: 'online',
    device: emptyDevice(),
  })),
})

const filled = (boxes: readonly MapBox[]) =>
  boxes.map((box) => ({ id: box.id, items: itemsOf(box, { isCrowded: false, opened: new Set(), chosen: undefined }) }))

const overlap = (a: MapRectangle, b: MapRectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const holds = (a: MapRectangle, b: MapRectangle): boolean =>
  a.x <= b.x && b.x + b.width <= a.x + a.width && a.y <= b.y && b.y + b.height <= a.y + a.height

const homes = { small: [2, 0, 1], usual: [3, 2, 0, 9], crowd: [40, 300, 1, 12, 700], bare: [0] }

for (const [name, counts] of Object.entries(homes))
  for (const room of [330, 900, 1800])
    test(`in a ${name} home on ${room} units nothing covers anything else, and everybody is in their box`, () => {
      const boxes = counts.map((count, index) => box(`b${index} `, count))
      const layout = layOut(filled(boxes), 2, room)
      const solid = [layout.internet, ...layout.uplinks, layout.router, ...layout.boxes.values()]
      const cards = [...layout.cards.values()]
      for (const many of [solid, cards.slice(0, 200)])
        for (const [index, place] of many.entries())
          assert.ok(!many.slice(index + 1).some((other) => overlap(place, other)))
      for (const place of layout.boxes.values()) assert.ok(holds(layout.household, place))
      for (const place of [...solid, layout.household]) assert.ok(holds(extentOf(layout), place))
      assert.ok(!solid.slice(0, 4).some((place) => overlap(place, layout.household)))
      for (const { id, members } of boxes)
        for (const { identity } of members) {
          const card = layout.cards.get(identity)
          assert.ok(card && holds(layout.boxes.get(id) as MapRectangle, card))
          const point = { x: card.x + 5, y: card.y + 5 }
          assert.deepEqual([boxAt(layout, point), cardAt(layout, point)], [id, identity])
        }
    })

test('a phone gets a tall map, a desk a wide one', () => {
  const boxes = [3, 2, 4, 3].map((count, index) => box(`b${index}`, count))
  const widthOf = (room: number) => {
    const places = [...layOut(filled(boxes), 1, room).boxes.values()]
    return Math.max(...places.map(({ x, width }) => x + width)) - Math.min(...places.map(({ x }) => x))
  }
  assert.ok(widthOf(330) < 300)
  assert.ok(widthOf(1100) > 700)
})

test('a guest of a group has a separate card in its box, below those of the members', () => {
  const [kids] = [box('kids', 2)]
  const [guest] = box('guest', 1).members
  const { cards, boxes } = layOut(filled([{ ...kids!, also: [guest!] }]), 1, 900)
  const [place, lowest] = [cards.get(guestId('kids', guest!)), cards.get('kids1')]
  assert.ok(place && lowest && place.y > lowest.y && holds(boxes.get('kids') as MapRectangle, place))
})

test('a point outside of all boxes is in none', () => {
  const layout = layOut(filled([box('a', 2)]), 0, 480)
  const outside = { x: -50, y: -50 }
  assert.deepEqual([boxAt(layout, outside), cardAt(layout, outside)], [undefined, undefined])
})
