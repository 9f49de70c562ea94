import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { exitsUsedBy, movedUp, newExit } from './exit.ts'
import type { ListedExit } from './useTunnels.ts'

const exit = (Name: string, fields: Partial<ListedExit>): ListedExit => ({
  ...newExit({}, [], []),
  Name,
  Active: '',
  State: '',
  Fault: null,
  ...fields,
})
const MAC = '02:00:00:00:00:01'
const tv = { ...emptyDevice(), MAC, Groups: ['family'], DeviceTags: ['abroad'] }
const byGroup = exit('by group', { Groups: ['family'] })
const byTag = exit('by tag', { Tags: ['abroad'] })
const byDevice = exit('by device', { Devices: [MAC] })
const office = exit('office', { Groups: ['family'], Traffic: 'listed' })
const other = exit('other', { Groups: ['guests'] })

test('an exit that names the device precedes one with its tag, and that one with its group', () => {
  const names = (exits: readonly ListedExit[]) => exitsUsedBy(MAC, tv, exits).map(({ Name }) => Name)
  assert.deepEqual(names([byGroup, byTag, byDevice, other]), ['by device'])
  assert.deepEqual(names([byGroup, byTag]), ['by tag'])
  assert.deepEqual(names([byGroup, office]), ['office', 'by group'])
  assert.deepEqual(names([other]), [])
})

test('a new one begins with the opened tunnel and device, and with the name of the tunnel if it is free', () => {
  const opened = newExit({ tunnel: 'oslo' }, ['bergen', 'oslo'], ['work'])
  assert.deepEqual([opened.Name, opened.Tunnels, opened.Devices, opened.Groups], ['oslo', ['oslo'], [], []])
  assert.deepEqual(newExit({ tunnel: 'oslo' }, ['bergen', 'oslo'], ['oslo']).Name, '')
  const device = newExit({ device: MAC }, ['bergen', 'oslo'], [])
  assert.deepEqual([device.Name, device.Tunnels, device.Devices], ['', [], [MAC]])
  assert.deepEqual(newExit({}, ['oslo'], []).Tunnels, ['oslo'])
  assert.deepEqual(newExit({ tunnel: 'deleted' }, ['bergen', 'oslo'], []).Tunnels, [])
})

test('a tunnel moves one place up, and the first stays', () => {
  assert.deepEqual(movedUp(['a', 'b', 'c'], 'c'), ['a', 'c', 'b'])
  assert.deepEqual(movedUp(['a', 'b', 'c'], 'a'), ['a', 'b', 'c'])
})
