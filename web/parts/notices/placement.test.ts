import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestPlace, type Covered, NOTIFICATION_PLACES, weightIn } from './placement.ts'

const [save, link] = [
  { left: 16, top: 600, width: 90, height: 44, weight: 100 },
  { left: 16, top: 90, width: 200, height: 20, weight: 1 },
].map((box) => ({ ...box, right: box.left + box.width, bottom: box.top + box.height }))
const at = (x: number, y: number): Covered | undefined => {
  const control = [save!, link!].find(
    ({ left, right, top, bottom }) => x >= left && x < right && y >= top && y < bottom,
  )
  return control && { control, weight: control.weight }
}

test('each control in a box counts once', () => {
  assert.equal(weightIn({ left: 0, top: 590, width: 328, height: 90 }, at), 100)
  assert.equal(weightIn({ left: 0, top: 0, width: 328, height: 700 }, at), 101)
  assert.equal(weightIn({ left: 0, top: 300, width: 328, height: 90 }, at), 0)
})

test('the place that covers least is taken, and without a better one nothing moves', () => {
  const weights = { 'bottom-center': 100, 'top-center': 1, 'bottom-right': 100, 'top-right': 1 }
  assert.equal(
    bestPlace('bottom-center', NOTIFICATION_PLACES, (place) => weights[place]),
    'top-center',
  )
  assert.equal(
    bestPlace('top-right', NOTIFICATION_PLACES, (place) => weights[place]),
    'top-right',
  )
  assert.equal(
    bestPlace('bottom-center', NOTIFICATION_PLACES, () => 0),
    'bottom-center',
  )
})
