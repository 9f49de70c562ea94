import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Device, emptyDevice } from '../../../../../router/model/home/devices/device.ts'
import type { ShownDevice } from '../entry.ts'
import { planOfBulkChange } from './bulk.ts'

const entry = (identity: string, fields: Partial<Device>): ShownDevice => ({
  identity,
  name: identity,
  status: 'online',
  device: { ...emptyDevice(), ...fields },
})
const phone = entry('phone', { Policies: ['wan'], Groups: ['family'] })
const tv = entry('tv', { Policies: ['dns'], DeviceTags: ['cast'] })

test('adding a group is one call, for the devices that are not in it', () => {
  assert.deepEqual(planOfBulkChange([phone, tv], { kind: 'group', add: true, label: 'family' }), {
    how: 'together',
    identities: ['tv'],
  })
})

test('removals are sent device by device, and everything else stays', () => {
  assert.deepEqual(planOfBulkChange([phone, tv], { kind: 'policy', add: false, label: 'wan' }), {
    how: 'each',
    edits: [{ identity: 'phone', edit: { Policies: [] } }],
  })
  assert.deepEqual(planOfBulkChange([phone, tv], { kind: 'tag', add: false, label: 'cast' }), {
    how: 'each',
    edits: [{ identity: 'tv', edit: { DeviceTags: [] } }],
  })
})

test('changes that the router accepts for single devices only are sent device by device', () => {
  assert.deepEqual(planOfBulkChange([phone], { kind: 'policy', add: true, label: 'guestonly' }), {
    how: 'each',
    edits: [{ identity: 'phone', edit: { Policies: ['wan', 'guestonly'] } }],
  })
  assert.deepEqual(planOfBulkChange([entry('pending', {})], { kind: 'tag', add: true, label: 'x' }), {
    how: 'each',
    edits: [{ identity: 'pending', edit: { DeviceTags: ['x'] } }],
  })
})
