import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice, withDisabled } from '../../../model/home/devices/device.ts'
import { assign } from './stations.ts'

const MAC = '02:00:00:00:00:01'
const here = { MAC, Iface: 'wlan0.4096' }
const pending = {
  ...emptyDevice(),
  MAC: 'pending',
  Name: 'phone',
  Policies: ['wan' as const],
  PSKEntry: { Type: 'sae' as const, Psk: 'given to the guest' },
}
const printer = { ...emptyDevice(), MAC, Name: 'printer', RecentIP: '192.168.2.6', Groups: ['office'] }

test('an unknown station becomes the pending device', () => {
  assert.deepEqual(assign(pending, undefined, here), { ...pending, MAC })
})

test('a device that was wired so far stays what it is and gets the passphrase', () => {
  assert.deepEqual(assign(pending, printer, here), { ...printer, PSKEntry: pending.PSKEntry })
})

test('it is not assigned to any other station', () => {
  assert.equal(assign(undefined, undefined, here), undefined)
  assert.equal(assign(pending, { ...printer, PSKEntry: { Type: 'wpa', Psk: 'its very own' } }, here), undefined)
  assert.equal(assign(pending, withDisabled(printer, true), here), undefined)
  assert.equal(assign(pending, undefined, { MAC, Iface: 'wlan0.ap0.4096' }), undefined)
})

test('one that has joined over WPA3 is allowed to, even if it was announced for WPA2', () => {
  const forWpa2 = { ...pending, PSKEntry: { Type: 'wpa' as const, Psk: 'given to the guest' } }
  assert.equal(assign(forWpa2, undefined, here, true)?.PSKEntry.Type, 'sae')
  assert.equal(assign(forWpa2, printer, here, true)?.PSKEntry.Type, 'sae')
  assert.equal(assign(forWpa2, undefined, here)?.PSKEntry.Type, 'wpa')
})
