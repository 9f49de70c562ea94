import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, checkNames } from './cuts.ts'

const MAC = '02:00:00:00:01:01'
const OTHER = '02:00:00:00:01:02'
const MADE: readonly Change[] = [
  { mac: MAC, name: 'first', sentAt: 10, savedAt: 20 },
  { mac: OTHER, name: 'other', sentAt: 20, savedAt: 30 },
  { mac: MAC, name: 'second', sentAt: 30, savedAt: 40 },
  { mac: MAC, name: 'third', sentAt: 50 },
]

test('after a power cut, a device has its last acknowledged name, or one that was sent after it', () => {
  const names = [undefined, 'first', 'second', 'third']
  for (const [moment, possible] of [
    [5, [undefined]],
    [15, [undefined, 'first']],
    [20, ['first']],
    [35, ['first', 'second']],
    [45, ['second']],
    [99, ['second', 'third']],
  ] as const)
    for (const name of names) {
      const found = new Map([[MAC, name], ...(moment < 20 ? [] : [[OTHER, 'other'] as const])])
      const check = (): void => checkNames(MADE, moment, (mac) => found.get(mac))
      if (possible.some((each) => each === name)) check()
      else assert.throws(check, `${name} at ${moment}`)
    }
})
