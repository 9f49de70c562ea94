import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../router/features/devices/device.ts'
import type { DeviceStatus, Entry } from '../devices/entry.ts'
import { likelyComputer, nameless } from './computer.ts'

const entry = (identity: string, Name: string, RecentIP: string, status: DeviceStatus = 'online'): Entry => ({
  identity,
  name: Name || 'Unnamed device',
  status,
  device: { ...emptyDevice(), MAC: identity, Name, RecentIP },
})
const desk = entry('02:00:00:00:00:01', '', '192.168.2.6')
const other = entry('02:00:00:00:00:02', '', '192.168.2.10')
const tv = entry('02:00:00:00:00:03', 'tv', '192.168.2.14')

test('the likely computer of the user is the device that sent the latest change', () => {
  const changes = ['', '203.0.113.9', '192.168.2.6', '192.168.2.10'].map((From) => ({ From }))
  assert.equal(likelyComputer([other, desk, tv], changes), desk)
  assert.equal(likelyComputer([tv], changes), undefined)
  assert.equal(likelyComputer([desk], []), undefined)
})

test('only online devices without a name are listed', () => {
  assert.deepEqual(nameless([desk, tv, entry('02:00:00:00:00:04', '', '192.168.2.18', 'offline')]), [desk])
})
