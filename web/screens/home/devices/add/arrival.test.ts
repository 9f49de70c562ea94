import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Device, emptyDevice } from '../../../../../router/model/home/devices/device.ts'
import { entriesOf } from '../entry.ts'
import { arrivalsOf } from './arrival.ts'
import type { Made } from './useNewDevice.ts'

const OLD = '02:00:00:00:00:01'
const made = (identity: string, name: string): Made => ({
  ...{ identity, name, passphrase: 'secret letters' },
  ...{ before: new Set([OLD]), at: 1000 },
})
const phone = made('pending:a', 'phone')
const watch = made('pending:b', 'watch')
const device = (identity: string, Name: string, Type: Device['PSKEntry']['Type'] = 'sae'): Device => ({
  ...emptyDevice(),
  ...{ MAC: identity, Name, PSKEntry: { Type, Psk: '**' } },
})
const listOf = (...all: Device[]) => entriesOf(Object.fromEntries(all.map((one) => [one.MAC, one])), [])
const statesOf = (all: readonly Made[], entries: ReturnType<typeof listOf>, listedAt = 2000) =>
  arrivalsOf(all, entries, listedAt).map(({ state, entry }) => [state, entry?.identity])

test('a passphrase waits until a device with its name has joined', () => {
  const entries = listOf(device('pending:a', 'phone'), device('pending:b', 'watch'))
  assert.deepEqual(statesOf([phone, watch], entries), [
    ['waiting', 'pending:a'],
    ['waiting', 'pending:b'],
  ])
  const later = listOf(device('pending:a', 'phone'), device('02:00:00:00:00:02', 'watch'))
  assert.deepEqual(statesOf([phone, watch], later), [
    ['waiting', 'pending:a'],
    ['joined', '02:00:00:00:00:02'],
  ])
})

test('two devices with the same name are different devices', () => {
  const other = made('pending:c', 'phone')
  const entries = listOf(device('02:00:00:00:00:02', 'phone'), device('02:00:00:00:00:03', 'phone'))
  const identities = statesOf([phone, other], entries).map(([, identity]) => identity)
  assert.equal(new Set(identities).size, 2)
})

test('a renamed device and one that was wired before have joined', () => {
  const before = { ...phone, before: new Set([OLD]) }
  assert.deepEqual(statesOf([before], listOf(device('02:00:00:00:00:02', 'Mum’s phone'))), [
    ['joined', '02:00:00:00:00:02'],
  ])
})

test('a passphrase that was deleted is gone, but not in a list from before it was created', () => {
  const entries = listOf(device(OLD, 'phone'), device('02:00:00:00:00:04', 'phone', ''))
  assert.deepEqual(statesOf([phone], entries), [['gone', undefined]])
  assert.deepEqual(statesOf([phone], entries, 900), [['waiting', undefined]])
})
