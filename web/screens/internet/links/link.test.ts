import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InterfaceConfig } from '../../../../router/model/internet/links/interface.ts'
import type { KernelLink } from '../../../../router/model/machine/diagnostics/kernel-link.ts'
import { linksOf } from './link.ts'

const UP = ['BROADCAST', 'UP', 'LOWER_UP']
const kernel = (ifname: string, flags: string[] = UP, ...addresses: string[]): KernelLink => ({
  ifname,
  flags,
  operstate: 'UP',
  link_type: ifname === 'lo' ? 'loopback' : 'ether',
  address: '02:00:00:00:00:01',
  addr_info: addresses.map((text) => {
    const [local = '', length] = text.split('/')
    return { family: 'inet', local, prefixlen: Number(length) }
  }),
})
const config = (Name: string, Type: InterfaceConfig['Type'], rest: Partial<InterfaceConfig> = {}): InterfaceConfig => ({
  Name,
  Type,
  Subtype: '',
  Enabled: true,
  ...rest,
})

test('ports with a purpose are first, and virtual links are left out', () => {
  const links = linksOf(
    ['lo', 'sprloop', 'docker0', 'eth2', 'lan0', 'wan0'].map((name) => kernel(name)),
    [config('lan0', 'Downlink'), config('wan0', 'Uplink')],
  )
  assert.deepEqual(
    links.map(({ name }) => name),
    ['wan0', 'lan0', 'eth2'],
  )
})

test('VLANs and stations are part of their port or radio, also if that is not a link itself', () => {
  const links = linksOf(
    [kernel('wan0'), kernel('wan0.7', UP, '203.0.113.9/24'), kernel('wlan0.4096'), kernel('wlan0.ap0')],
    [config('wan0', 'Uplink', { VLAN: '7' }), config('wlan0', 'AP')],
  )
  assert.deepEqual(
    links.map(({ name, tags, stations, addresses, state }) => [name, tags, stations, addresses, state]),
    [
      ['wan0', ['7'], 0, ['203.0.113.9/24'], 'connected'],
      ['wlan0', [], 1, [], 'on'],
    ],
  )
})

test('networks of single devices are not listed as addresses of a port, but small networks of a provider are', () => {
  const [uplink, home] = linksOf(
    [kernel('wan0', UP, '198.51.100.2/30'), kernel('lan0', UP, '192.168.2.5/30', '10.5.0.1/24')],
    [config('wan0', 'Uplink'), config('lan0', 'Downlink')],
  )
  assert.deepEqual([uplink?.addresses, home?.addresses], [['198.51.100.2/30'], ['10.5.0.1/24']])
})

test('the state of a port comes from its settings first, then from the kernel', () => {
  const stateOf = (link: KernelLink[], settings: InterfaceConfig[]) => linksOf(link, settings)[0]?.state
  assert.equal(stateOf([kernel('a')], [config('a', 'Downlink', { Enabled: false })]), 'disabled')
  assert.equal(stateOf([], [config('a', 'Downlink')]), 'gone')
  assert.equal(stateOf([kernel('a', ['BROADCAST'])], [config('a', 'Downlink')]), 'down')
  assert.equal(stateOf([kernel('a', ['BROADCAST'])], []), 'empty')
  assert.equal(stateOf([kernel('a', ['UP', 'NO-CARRIER'])], [config('a', 'Downlink')]), 'empty')
})

test('a link for wifi is not on where the router drives no radio', () => {
  const states = (drivesRadios: boolean) =>
    linksOf([kernel('wlan0'), kernel('lan0')], [config('wlan0', 'AP'), config('lan0', 'Downlink')], drivesRadios).map(
      ({ name, state }) => [name, state],
    )
  assert.deepEqual(states(true), [
    ['lan0', 'connected'],
    ['wlan0', 'on'],
  ])
  assert.deepEqual(states(false), [
    ['lan0', 'connected'],
    ['wlan0', 'noRadio'],
  ])
})
