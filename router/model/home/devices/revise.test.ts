import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { parseSubnet } from '../../../values/subnet.ts'
import { type Device, emptyDevice, MASK } from './device.ts'
import { copying, revise } from './revise.ts'
import type { DeviceUpdate } from './update.ts'

const MAC = '02:00:00:00:00:01'
const NOW = Date.UTC(2024, 2, 1)
const circumstances = {
  identity: MAC,
  nets: [parseSubnet('192.168.2.0/24')!],
  now: NOW,
  passphrase: () => 'made just now',
}

const phone: Device = {
  ...emptyDevice(),
  MAC,
  Name: 'phone',
  RecentIP: '192.168.2.6',
  VLANTag: '7',
  DNSCustom: '9.9.9.9',
  PSKEntry: { Type: 'sae', Psk: 'a good passphrase' },
  Policies: ['wan', 'dns'],
  Groups: ['family'],
  DeviceTags: ['print'],
  Style: { Icon: 'Phone', Color: 'blue' },
  DeviceExpiration: 5,
}

const change = (update: DeviceUpdate, before: Device = phone) => revise(before, update, circumstances).device
const refused = (update: DeviceUpdate, field: string) =>
  assert.throws(
    () => change(update),
    (error) => error instanceof Invalid && error.field === field,
    JSON.stringify(update),
  )

test('an empty update leaves a device as it is', () => {
  assert.deepEqual(change({}), phone)
})

test('empty texts and nulls leave a device as it is', () => {
  const nothing: DeviceUpdate = {
    Name: '',
    MAC: null,
    WGPubKey: '',
    VLANTag: '',
    RecentIP: '',
    DNSCustom: null,
    PSKEntry: { Type: '', Psk: '' },
    Policies: null,
    Groups: null,
    DeviceTags: null,
    Style: { Icon: '', Color: null },
    DeviceExpiration: 0,
    DeleteExpiration: null,
    DeviceDisabled: null,
  }
  assert.deepEqual(change(nothing), phone)
})

test('given fields replace present values', () => {
  const changed = change({ Name: ' Mum ', RecentIP: '192.168.2.14', DNSCustom: '1.1.1.1', Style: { Color: 'red' } })
  assert.equal(changed.Name, 'Mum')
  assert.equal(changed.RecentIP, '192.168.2.14')
  assert.equal(changed.DNSCustom, '1.1.1.1')
  assert.deepEqual(changed.Style, { Icon: 'Phone', Color: 'red' })
})

test('"0" clears the VLAN and the resolver', () => {
  const changed = change({ VLANTag: '0', DNSCustom: '0' })
  assert.equal(changed.VLANTag, '')
  assert.equal(changed.DNSCustom, '')
})

test('lists are trimmed, lowercased, without empty and duplicate names, and replaced as a whole', () => {
  const changed = change({ Policies: [' WAN ', ''], Groups: ['Kids', 'kids '], DeviceTags: [] })
  assert.deepEqual(changed.Policies, ['wan'])
  assert.deepEqual(changed.Groups, ['kids'])
  assert.deepEqual(changed.DeviceTags, [])
})

test('an address that the owner sets is static until a call says otherwise', () => {
  assert.equal(change({ Name: 'Mum' }).StaticIP, false)
  const chosen = change({ RecentIP: '192.168.2.14' })
  assert.equal(chosen.StaticIP, true)
  assert.equal(change({ Name: 'Mum' }, chosen).StaticIP, true)
  assert.equal(change({ StaticIP: false }, chosen).StaticIP, false)
  // A client that sends the whole device back, changed or not.
  assert.equal(change({ RecentIP: phone.RecentIP, StaticIP: false }).StaticIP, false)
  assert.equal(change({ RecentIP: '192.168.2.14', StaticIP: false }).StaticIP, true)
})

test('wpa and wpa2 are answered as they were given, and the mask means unchanged', () => {
  for (const Type of ['wpa', 'wpa2'] as const) {
    const changed = change({ PSKEntry: { Type, Psk: MASK } })
    assert.deepEqual(changed.PSKEntry, { Type, Psk: 'a good passphrase' })
    assert.deepEqual(change({ Name: 'renamed' }, changed).PSKEntry, changed.PSKEntry)
  }
})

test('a type without a passphrase has one generated, once', () => {
  const made = revise(undefined, { PSKEntry: { Type: 'sae' } }, circumstances)
  assert.deepEqual(made, { ...made, generated: true })
  assert.deepEqual(made.device.PSKEntry, { Type: 'sae', Psk: 'made just now' })
  const again = revise(made.device, { PSKEntry: { Type: 'wpa' } }, circumstances)
  assert.equal(again.generated, false)
  assert.equal(again.device.PSKEntry.Psk, 'made just now')
})

test('a wired device has no passphrase, and a pending one never lacks it', () => {
  assert.deepEqual(change({ Name: 'printer' }, emptyDevice()).PSKEntry, { Type: '', Psk: '' })
  const pending = revise(undefined, { Name: 'new' }, { ...circumstances, identity: 'pending' })
  assert.deepEqual(pending.device.PSKEntry, { Type: 'sae', Psk: 'made just now' })
  assert.equal(pending.device.MAC, 'pending')
})

test('the identity decides the MAC', () => {
  assert.equal(change({ MAC: '02:00:00:00:00:99' }).MAC, MAC)
})

test('an unrelated edit does not enable a disabled device', () => {
  const disabled = change({ DeviceDisabled: true })
  assert.ok(disabled.DeviceDisabled && disabled.Policies.includes('disabled'))
  assert.ok(change({ Name: 'Mum' }, disabled).DeviceDisabled)
})

test('the policy and the flag agree, and the flag decides', () => {
  const byPolicy = change({ Policies: ['wan', 'disabled'] })
  assert.equal(byPolicy.DeviceDisabled, true)
  assert.equal(change({ Policies: ['wan'] }, byPolicy).DeviceDisabled, false)
  const kept = change({ Policies: ['wan'], DeviceDisabled: true }, byPolicy)
  assert.deepEqual([kept.DeviceDisabled, kept.Policies], [true, ['wan', 'disabled']])
})

test('expiration is relative to now, -1 clears it, and enabling an expired device clears it', () => {
  assert.equal(change({ DeviceExpiration: 60 }).DeviceExpiration, NOW / 1000 + 60)
  assert.equal(change({ DeviceExpiration: -1 }).DeviceExpiration, 0)
  assert.equal(change({ DeviceExpiration: -1_780_000_000 }).DeviceExpiration, change({}).DeviceExpiration)
  const expired = change({ DeviceDisabled: true })
  assert.equal(expired.DeviceExpiration, 5)
  assert.equal(change({ DeviceDisabled: false }, expired).DeviceExpiration, 0)
})

test('copying takes five things from the other device, and they win', () => {
  const update: DeviceUpdate = { Name: 'tablet', Policies: ['lan'], PSKEntry: { Type: 'wpa', Psk: 'another one' } }
  const copy = change(copying(update, phone), emptyDevice())
  assert.equal(copy.Name, 'tablet')
  assert.deepEqual(copy.PSKEntry, phone.PSKEntry)
  assert.deepEqual([copy.Policies, copy.Groups, copy.DeviceTags], [phone.Policies, phone.Groups, phone.DeviceTags])
})

test('invalid values are rejected with the name of the field', () => {
  refused({ Name: 'a\nb' }, 'Name')
  refused({ Name: 'x'.repeat(129) }, 'Name')
  refused({ WGPubKey: 'not a key' }, 'WGPubKey')
  for (const VLANTag of ['-1', 'x', '4095', '1.5']) refused({ VLANTag }, 'VLANTag')
  for (const RecentIP of ['192.168.2.5', '192.168.2.15', '10.0.0.2', '192.168.2', 'x'])
    refused({ RecentIP }, 'RecentIP')
  refused({ DNSCustom: 'dns.example' }, 'DNSCustom')
  for (const Psk of ['short', 'x'.repeat(64), 'ends a\nline', 'with a|bar', 'null\0byte'])
    refused({ PSKEntry: { Type: 'sae', Psk } }, 'PSKEntry.Psk')
  refused({ Policies: ['admin'] }, 'Policies')
  refused({ Groups: ['wan'] }, 'Groups')
  refused({ Groups: ['{}; drop'] }, 'Groups')
  refused({ DeviceTags: ['lan'] }, 'DeviceTags')
  refused({ Style: { Icon: '<svg>' } }, 'Style.Icon')
  refused({ Style: { Color: 'red;' } }, 'Style.Color')
})
