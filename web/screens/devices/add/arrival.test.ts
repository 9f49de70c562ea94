import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../router/features/devices/device.ts'
import { entriesOf } from '../entry.ts'
import { arrivalOf, type Seen } from './arrival.ts'

const made = { name: 'phone', passphrase: 'secret letters', before: ['02:00:00:00:00:01'], at: 1000 }
const listOf = (...names: [identity: string, Name: string][]) =>
  entriesOf(Object.fromEntries(names.map(([MAC, Name]) => [MAC, { ...emptyDevice(), MAC, Name }])), [])
const seen = (fields: Partial<Seen>): Seen => ({ pending: true, askedAt: 2000, entries: [], listedAt: 2000, ...fields })
const stateOf = (fields: Partial<Seen>) => arrivalOf(made, seen(fields)).state

test('it waits until somebody of its name has come', () => {
  assert.equal(stateOf({ entries: listOf(['pending', 'phone']) }), 'waiting')
  const entries = listOf(['02:00:00:00:00:02', 'phone'])
  assert.deepEqual(arrivalOf(made, seen({ pending: false, entries })), { state: 'joined', entry: entries[0] })
})

test('another one that waits has taken its place', () => {
  const entries = listOf(['pending', 'tablet'])
  assert.deepEqual(arrivalOf(made, seen({ entries })), { state: 'replaced', entry: entries[0] })
  assert.equal(stateOf({ entries, listedAt: 900 }), 'waiting', 'that list is from before')
})

test('it is gone when nobody waits, and nobody came', () => {
  const old = listOf(['02:00:00:00:00:01', 'phone'])
  assert.equal(stateOf({ pending: false, entries: old, listedAt: 3000 }), 'gone')
  assert.equal(stateOf({ pending: false, entries: old, listedAt: 1500 }), 'waiting', 'that list may not show it yet')
})
