import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Device, emptyDevice } from '../../../../../router/model/home/devices/device.ts'
import type { Entry } from '../entry.ts'
import { planOf } from './bulk.ts'

const entry = (identity: string, fields: Partial<Device>): Entry => ({
  identity,
  name: identity,
  status: 'online',
  device: { ...emptyDevice(), ...fields },
})
const phone = entry('phone', { Policies: ['wan'], Groups: ['family'] })
const tv = entry('tv', { Policies: ['dns'], DeviceTags: ['cast'] })

test('adding a group is one call, for the devices that are not in it', () => {
  assert.deepEqual(planOf([phone, tv], { kind: 'group', add: true, label: 'family' }), {
    how: 'together',
    identities: ['tv'],
  })
})

test('removals are sent device by device, and everything else stays', () => {
  assert.deepEqual(planOf([phone, tv], { kind: 'policy', add: false, label: 'wan' }), {
    how: 'each',
    edits: [{ identity: 'phone', edit: { Policies: [] } }],
  })
  assert.deepEqual(planOf([phone, tv], { kind: 'tag', add: false, label: 'cast' }), {
    how: 'each',
    edits: [{ identity: 'tv', edit: { DeviceTags: [] } }],
  })
})

test('changes that the router accepts for single devices only are sent device by device', () => {
  assert.deepEqual(planOf([phone], { kind: 'policy', add: true, label: 'guestonly' }), {
    how: 'each',
    edits: [{ identity: 'phone', edit: { Policies: ['wan', 'guestonly'] } }],
  })
  assert.deepEqual(planOf([entry('pending', {})], { kind: 'tag', add: true, label: 'x' }), {
    how: 'each',
    edits: [{ identity: 'pending', edit: { DeviceTags: ['x'] } }],
  })
})
