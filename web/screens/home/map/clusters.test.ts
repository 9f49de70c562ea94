import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import type { ShownDevice } from '../devices/entry.ts'
import type { MapBox } from './boxes.ts'
import { itemsOf, standInsOf } from './clusters.ts'

const entry = (name: string): ShownDevice => ({
  identity: name,
  name,
  status: 'online',
  device: { ...emptyDevice(), Name: name },
})
const many = (kind: string, count: number) => Array.from({ length: count }, (_, index) => entry(`${kind} ${index}`))
const box: MapBox = {
  id: 'group home',
  kind: 'group',
  name: 'home',
  isOff: false,
  members: [...many('phone', 30), ...many('printer', 2)],
  also: many('tv', 7),
}
const crowded = { isCrowded: true, opened: new Set<string>(), chosen: undefined }
const ids = (items: ReturnType<typeof itemsOf>) => items.map(({ id }) => id)

test('in a small home every device is a card', () => {
  assert.equal(itemsOf(box, { ...crowded, isCrowded: false }).length, 39)
})

test('many devices of one kind form clusters of at most 24 by name, and few remain single', () => {
  const items = itemsOf(box, crowded)
  assert.deepEqual(ids(items), [
    'cluster group home Phone 0',
    'cluster group home Phone 1',
    'printer 0',
    'printer 1',
    'cluster group home also 0',
  ])
  const [first] = items
  assert.ok(first && 'cluster' in first)
  assert.deepEqual([first.cluster.members.length, first.cluster.members.at(-1)?.name], [15, 'phone 14'])
})

test('a cluster that is open shows its devices, and the chosen one is always shown', () => {
  const opened = new Set(['cluster group home Phone 1'])
  assert.equal(itemsOf(box, { ...crowded, opened }).length, 5 + 15)
  const items = itemsOf(box, { ...crowded, chosen: 'phone 3' })
  assert.deepEqual(ids(items).slice(0, 2), ['cluster group home Phone 0', 'phone 3'])
  const standIns = standInsOf([{ items }])
  assert.equal(standIns.get('phone 3'), undefined)
  assert.equal(standIns.get('phone 4'), 'cluster group home Phone 0')
  assert.equal(standIns.get('tv 0'), undefined, 'it is in another box')
})
