import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Device, emptyDevice } from '../../../../../router/model/home/devices/device.ts'
import { entriesOf } from '../entry.ts'
import { filtersIn, isWanted, NO_GROUP, type WantedDevices, wantedOf } from './searchParams.ts'

const device = (fields: Partial<Device>): Device => ({ ...emptyDevice(), ...fields })
const all = entriesOf(
  {
    '02:00:00:00:00:01': device({ MAC: '02:00:00:00:00:01', Name: 'phone', Groups: ['family'], Policies: ['wan'] }),
    '02:00:00:00:00:02': device({ MAC: '02:00:00:00:00:02', Name: 'tv', Groups: ['family'], DeviceTags: ['cast'] }),
    '02:00:00:00:00:03': device({ MAC: '02:00:00:00:00:03' }),
  },
  [{ MAC: '02:00:00:00:00:02', Flags: '0x6' }],
)
const found = (wanted: WantedDevices): string[] =>
  all
    .filter((entry) => isWanted(entry, wanted, new Set(['02:00:00:00:00:01'])))
    .map(({ device }) => device.Name)
    .sort()

test('each filter omits devices that do not match, and several filters are combined with AND', () => {
  assert.deepEqual(found({}), ['', 'phone', 'tv'])
  assert.deepEqual(found({ is: 'online' }), ['tv'])
  assert.deepEqual(found({ is: 'unnamed' }), [''])
  assert.deepEqual(found({ is: 'unclassified' }), ['phone'])
  assert.deepEqual(found({ group: 'family' }), ['phone', 'tv'])
  assert.deepEqual(found({ group: NO_GROUP }), [''])
  assert.deepEqual(found({ policy: 'wan' }), ['phone'])
  assert.deepEqual(found({ tag: 'cast' }), ['tv'])
  assert.deepEqual(found({ group: 'family', q: 'PHO' }), ['phone'])
  assert.deepEqual(found({ group: 'family', is: 'offline', tag: 'cast' }), [])
})

test('invalid parameters of the URL are ignored', () => {
  assert.deepEqual(wantedOf({ q: '', is: 'rich', policy: 7, by: {}, group: ['a'], other: 'x' }), {})
  assert.deepEqual(wantedOf({ q: 22, is: 'online', by: 'name' }), { q: '22', is: 'online', by: 'name' })
  assert.equal(filtersIn({ q: 'x', by: 'name', is: 'online', tag: 'cast' }), 2)
})
