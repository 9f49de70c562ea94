import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '../../../../router/model/access/audit/entry.ts'
import { faultOf } from '../../../../router/model/internet/uplinks/fault.ts'
import { wordsOfFault } from './faults/words.ts'
import { latest } from './happened.ts'

const entry = (Id: number, minute: number, change: Partial<AuditEntry>): AuditEntry => ({
  Id,
  Time: `2024-03-01T10:0${minute}:00.000Z`,
  Who: 'admin',
  Kind: 'user',
  From: '192.168.2.6',
  Operation: 'PUT /device',
  What: 'device laptop (02:00:00:00:00:01)',
  Before: {},
  After: {},
  ...change,
})

test('a change is described by its row and its author, without the key', () => {
  const events = latest(
    [
      entry(3, 3, { After: null }),
      entry(2, 2, { Kind: 'router', Who: '' }),
      entry(1, 1, { Before: null, Kind: 'console', Who: 'console', What: 'pause of the DNS filter *' }),
    ],
    [],
    5,
  )
  assert.deepEqual(
    events.map(({ kind, title, note }) => [kind, title, note]),
    [
      ['removed', 'Device laptop', 'Removed by admin'],
      ['changed', 'Device laptop', 'Changed by the router'],
      ['added', 'Pause of the DNS filter for everyone', 'Added by the router’s console'],
    ],
  )
})

test('sign-ins and VPN peers are not listed as changes', () => {
  assert.deepEqual(latest([entry(1, 1, { What: 'session of admin' })], [], 5), [])
  assert.deepEqual(latest([entry(1, 1, { What: 'VPN peer 7SdFRh8o76RjUn=' })], [], 5), [])
})

test('outages are sorted in between the changes, newest first, up to the limit', () => {
  const times = { Start: Date.UTC(2024, 2, 1, 10, 2, 30) / 1000, End: Date.UTC(2024, 2, 1, 10, 3, 30) / 1000 }
  const outage = { Iface: 'wan0', ...faultOf('no_carrier'), ...times }
  const events = latest([entry(2, 3, {}), entry(1, 1, {})], [outage], 3)
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['back', 'changed', 'down'],
  )
  assert.deepEqual(
    latest([], [{ ...outage, End: 0 }], 3).map(({ kind, fault }) => [kind, fault && wordsOfFault(fault)]),
    [['down', 'No signal on the cable']],
  )
})
