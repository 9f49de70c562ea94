import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '../../../../router/model/firewall/config/configrule.ts'
import { type Device, emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { emptyGroup } from '../../../../router/model/home/groups/group.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { type Home, INTERNET, type Way, waysFrom, waysTo } from './reach.ts'
import type { MapSite } from './sites.ts'

let host = 2
const entry = (name: string, device: Partial<Device> = {}): ShownDevice => {
  host += 4
  const RecentIP = `192.168.2.${host}`
  return { identity: name, name, status: 'online', device: { ...emptyDevice(), Name: name, RecentIP, ...device } }
}

const laptop = entry('laptop', { Policies: ['wan', 'dns', 'lan'] })
const phone = entry('phone', { Policies: ['wan'], Groups: ['family'] })
const tv = entry('tv', { Groups: ['family', 'resting'] })
const camera = entry('camera', { DeviceTags: ['print'], Groups: ['resting'] })
const printer = entry('printer')
const off = entry('off', { Policies: ['wan', 'lan'], Groups: ['family'], DeviceDisabled: true })
const ill = entry('ill', { Policies: ['wan', 'quarantine'], Groups: ['family'] })
const fresh = entry('fresh', { Groups: ['family'], RecentIP: '' })

const endpoint = (RuleName: string, where: Partial<Endpoint>): Endpoint => ({
  RuleName,
  Disabled: false,
  Description: '',
  Protocol: 'tcp',
  IP: '',
  Domain: '',
  Port: '9100-9102',
  Tags: ['print'],
  ...where,
})

const home: Home = {
  entries: [laptop, phone, tv, camera, printer, off, ill, fresh],
  groups: [emptyGroup('family'), { ...emptyGroup('resting'), Disabled: true }],
  endpoints: [
    endpoint('paper', { IP: printer.device.RecentIP }),
    endpoint('ink', { Domain: 'ink.example.com', Port: 'any', Protocol: 'udp' }),
    endpoint('not now', { IP: tv.device.RecentIP, Disabled: true }),
  ],
  radios: new Set(),
  sites: [],
}

const words = (ways: readonly Way[]): string[] =>
  ways.map(({ from, to, reason }) => `${from} ${to} ${reason.by}${reason.name && ` ${reason.name}`}`)

test('a device with the policies wan and lan reaches the internet and all reachable devices', () => {
  assert.deepEqual(words(waysFrom(laptop, home)), [
    'laptop internet wan',
    'laptop phone lan',
    'laptop tv lan',
    'laptop camera lan',
    'laptop printer lan',
  ])
})

test('a group permits both directions, and a disabled group permits none', () => {
  assert.deepEqual(words(waysFrom(tv, home)), ['tv phone group family'])
  assert.deepEqual(words(waysTo(tv, home)), ['laptop tv lan', 'phone tv group family'])
})

test('an endpoint permits one direction, to a device or to the internet', () => {
  assert.deepEqual(words(waysFrom(camera, home)), ['camera internet endpoint ink', 'camera printer endpoint paper'])
  assert.deepEqual(
    waysFrom(camera, home).map(({ target, probe }) => ({ target, ...probe })),
    [
      { target: 'ink.example.com', proto: 'udp', port: 1 },
      { target: 'printer', proto: 'tcp', port: 9100 },
    ],
  )
  assert.deepEqual(words(waysTo(camera, home)), ['laptop camera lan'])
})

test('a device that is disabled, in quarantine or without an address reaches no device, and no device reaches it', () => {
  for (const shut of [off, ill, fresh]) {
    assert.deepEqual(waysFrom(shut, home), [])
    assert.deepEqual(waysTo(shut, home), [])
  }
  assert.ok(!words(waysFrom(printer, home)).some((way) => way.includes(INTERNET)))
})

const cabin: MapSite = {
  Name: 'cabin',
  State: 'up',
  Users: { Devices: [], Groups: ['family'], Tags: [] },
  Shared: { Devices: ['02:00:00:00:00:09'], Groups: ['resting'], Tags: ['print'] },
  Networks: ['192.168.3.0/24', '192.168.4.0/24'],
}
const sites = (found: readonly Way[]): string[] => words(found).filter((way) => way.includes('site '))

test('the devices that were chosen for another home reach it, and those that are shared are reached from it', () => {
  const both = { ...home, sites: [cabin] }
  assert.deepEqual(sites(waysFrom(phone, both)), ['phone site cabin users cabin'])
  assert.deepEqual(sites(waysTo(phone, both)), [])
  assert.deepEqual(sites(waysFrom(camera, both)), [])
  assert.deepEqual(sites(waysTo(camera, both)), ['site cabin camera shared cabin'])
  assert.deepEqual(sites([...waysFrom(printer, both), ...waysTo(printer, both)]), [])
  assert.deepEqual(
    [...waysFrom(tv, both), ...waysTo(tv, both)]
      .filter(({ reason: { name } }) => name === 'cabin')
      .map(({ source, target, probe }) => [source, target, probe.proto]),
    [
      ['tv', '192.168.3.0', 'icmp'],
      ['192.168.3.0', 'tv', 'icmp'],
    ],
  )
  for (const shut of [off, ill, fresh]) assert.deepEqual(sites([...waysFrom(shut, both), ...waysTo(shut, both)]), [])
})

test('another home that is offline keeps its connections, and one that is disabled or incomplete has none', () => {
  const count = (site: Partial<MapSite>) => sites(waysFrom(tv, { ...home, sites: [{ ...cabin, ...site }] })).length
  assert.deepEqual([count({ State: 'down' }), count({ State: 'waiting' })], [1, 1])
  assert.deepEqual([count({ State: 'off' }), count({ State: 'unpaired', Networks: [] })], [0, 0])
})
