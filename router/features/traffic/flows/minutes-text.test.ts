import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Counts } from '../../../model/traffic/flows/change.ts'
import { openMinutesText } from './minutes-text.ts'

/** Counts by address, out of the text of those of owners who are numbered in the same order. */
const parse = (entries: ReadonlyMap<string, Counts>) => {
  const addresses = [...entries.keys()]
  const rows = openMinutesText(
    new Map([...entries.values()].map((counts, owner) => [owner, counts])),
    (i) => addresses[i],
  )
  return JSON.parse(Buffer.from(rows.text('[')).toString().slice(1))
}

test('property: any counts are serialized without loss', () => {
  const count = fc.maxSafeNat()
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.ipV4(), fc.tuple(count, count, count, count))), (list) => {
      const entries = new Map(list.filter(([, counts]) => counts.some((each) => each > 0)))
      const wanted = [...entries].map(([ip, [LanIn, LanOut, WanIn, WanOut]]) => [ip, { LanIn, LanOut, WanIn, WanOut }])
      assert.deepEqual(parse(entries), Object.fromEntries(wanted))
    }),
  )
})

test('the smallest and the largest fit', () => {
  const most = Number.MAX_SAFE_INTEGER
  const entries = new Map<string, Counts>([
    ['0.0.0.0', [0, 9, 10, 99]],
    ['255.255.255.255', [most, most, most, most]],
  ])
  assert.equal(parse(entries)['255.255.255.255'].WanOut, most)
  assert.deepEqual(parse(new Map()), {})
})
