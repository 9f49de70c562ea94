import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitted, moved, viewOfSearch, zoomed } from './searchParams.ts'

const all = { from: 0, to: 3600 }

test('zooming in halves the span around its middle, down to a minimum', () => {
  assert.deepEqual(zoomed({ from: 0, to: 2400 }, 0.5, all, 'hour'), { from: 600, to: 1800 })
  assert.deepEqual(zoomed({ from: 600, to: 900 }, 0.5, all, 'hour'), { from: 600, to: 900 })
})

test('zooming in keeps the present in view if it was visible', () => {
  assert.deepEqual(zoomed(all, 0.5, all, 'hour'), { from: 1800, to: 3600 })
  assert.deepEqual(zoomed({ from: 3000, to: 3600 }, 0.5, all, 'hour'), { from: 3300, to: 3600 })
})

test('zooming out is limited to the whole range', () => {
  assert.deepEqual(zoomed({ from: 0, to: 600 }, 2, all, 'hour'), { from: 0, to: 1200 })
  assert.equal(zoomed({ from: 0, to: 1800 }, 2, all, 'hour'), undefined)
})

test('moving earlier or later is limited to the whole range', () => {
  assert.deepEqual(moved({ from: 1000, to: 2000 }, -1, all), { from: 500, to: 1500 })
  assert.deepEqual(moved({ from: 2500, to: 3500 }, 1, all), { from: 2600, to: 3600 })
  assert.deepEqual(fitted({ from: -500, to: 500 }, all), { from: 0, to: 1000 })
})

test('invalid parameters of the URL are ignored', () => {
  assert.deepEqual(viewOfSearch({ range: 'six', area: 'lan' }), { range: 'six', area: 'lan' })
  assert.deepEqual(viewOfSearch({ range: 'toString', area: 'elsewhere' }), {})
})
