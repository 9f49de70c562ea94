import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Device, emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { companions, connectionOf, countsOf, deviceMatches, entriesOf } from './entry.ts'

const device = (fields: Partial<Device>): Device => ({ ...emptyDevice(), ...fields })
const phone = device({
  Name: 'phone',
  MAC: '02:00:00:00:00:01',
  RecentIP: '192.168.2.6',
  Policies: ['wan'],
  Groups: ['family'],
})
const tv = device({ Name: 'TV', MAC: '02:00:00:00:00:02', Groups: ['family', 'cast'] })
const camera = device({ Name: 'camera', MAC: '02:00:00:00:00:03', Groups: ['cams'] })
const home = { [phone.MAC]: phone, [tv.MAC]: tv, [camera.MAC]: camera }
const arp = [
  { MAC: '02:00:00:00:00:02', Flags: '0x6' },
  { MAC: '02:00:00:00:00:03', Flags: '0x0' },
]

test('a device with a reachable ARP entry is online, and sorted first', () => {
  assert.deepEqual(
    entriesOf(home, arp).map(({ name, status }) => `${name} ${status}`),
    ['TV online', 'camera offline', 'phone offline'],
  )
})

test('devices without a name are not counted as known', () => {
  const stranger = device({ MAC: '02:00:00:00:00:09' })
  const here = [...arp, { MAC: stranger.MAC, Flags: '0x6' }]
  const counts = countsOf(entriesOf({ ...home, [stranger.MAC]: stranger }, here))
  assert.deepEqual(counts, { named: 3, online: 1, unnamedOnline: 1 })
})

test('pending devices come first, disabled ones last; VPN devices are connected while the server says so', () => {
  const key = 'a'.repeat(43)
  const away = { ...phone, WGPubKey: 'c'.repeat(43) }
  const all = entriesOf(
    {
      [tv.MAC]: { ...tv, Policies: ['disabled'] },
      [key]: device({ Name: 'laptop', WGPubKey: key }),
      [away.MAC]: away,
      b: device({ Name: 'old laptop', WGPubKey: 'b' }),
      'pending:b': device({ Name: 'watch', MAC: 'pending:b' }),
      pending: device({ Name: 'tablet', MAC: 'pending' }),
    },
    arp,
    new Set([key, away.WGPubKey]),
  )
  assert.deepEqual(
    all.map(({ name, status }) => `${name} ${status}`),
    ['tablet waiting', 'watch waiting', 'laptop elsewhere', 'phone elsewhere', 'old laptop offline', 'TV disabled'],
  )
})

test('an unnamed device is sorted before all others', () => {
  const stranger = device({ MAC: '02:00:00:00:00:09' })
  const [first] = entriesOf({ ...home, [stranger.MAC]: stranger }, arp)
  assert.equal(first?.identity, stranger.MAC)
})

test('the connection of a device is wifi, wired, VPN or waiting', () => {
  const wifi = device({ MAC: phone.MAC, PSKEntry: { Type: 'sae', Psk: '**' } })
  const key = 'a'.repeat(43)
  const ways = entriesOf(
    { [wifi.MAC]: wifi, [tv.MAC]: tv, [key]: device({ WGPubKey: key }), pending: { ...wifi, MAC: 'pending' } },
    arp,
  ).map((entry) => [entry.identity, connectionOf(entry)])
  assert.deepEqual(Object.fromEntries(ways), {
    [wifi.MAC]: 'wifi',
    [tv.MAC]: 'wired',
    [key]: 'vpn',
    pending: 'waiting',
  })
})

test('a search matches devices that contain every word', () => {
  const found = (words: string) =>
    entriesOf(home, arp)
      .filter((entry) => deviceMatches(entry, words))
      .map(({ name }) => name)
  assert.deepEqual(found(''), ['TV', 'camera', 'phone'])
  assert.deepEqual(found('FAMILY 2.6'), ['phone'])
  assert.deepEqual(found('internet'), ['phone'])
  assert.deepEqual(found('00:03'), ['camera'])
  assert.deepEqual(found('family cams'), [])
})

test('companions of a device are the members of its enabled groups', () => {
  const all = entriesOf(home, arp)
  const [one] = all.filter(({ name }) => name === 'phone')
  assert.ok(one)
  assert.deepEqual(companions(one, all, new Set()), ['TV'])
  assert.deepEqual(companions(one, all, new Set(['family'])), [])
})
