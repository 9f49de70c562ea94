import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  byPriority,
  type ListedWifiNetwork,
  networkChoicesOf,
  preferred,
  securityOf,
  withNetwork,
  without,
} from './wifiNetwork.ts'

const found = (ssid: string, signal_dbm: number, authentication_suites = 'PSK', capability = 'ESS Privacy') => ({
  bssid: '02:00:00:00:00:01',
  ssid,
  freq: 2412,
  signal_dbm,
  authentication_suites,
  capability,
})
const network = (SSID: string, Priority: string, BSSID = ''): ListedWifiNetwork => ({
  SSID,
  Password: '**',
  KeyMgmt: 'WPA-PSK WPA-PSK-SHA256',
  Priority,
  BSSID,
  Disabled: false,
})
const names = (networks: readonly ListedWifiNetwork[]) => networks.map(({ SSID, Priority }) => `${SSID} ${Priority}`)
const fields = { ssid: 'cafe', passphrase: 'a long passphrase', security: 'mixed', bssid: '' } as const

test('a scan offers each name once, the strongest first, and no hidden network', () => {
  const choices = networkChoicesOf([found('cafe', -70), found('', -20), found('hotel', -60.4), found('cafe', -50)])
  assert.deepEqual(
    choices.map(({ ssid, signal }) => `${ssid} ${signal}`),
    ['cafe -50', 'hotel -60'],
  )
})

test('the security of a network is that of its beacons; some kinds cannot be joined', () => {
  const kinds = [
    ['PSK SAE', 'mixed'],
    ['SAE', 'wpa3'],
    ['PSK', 'wpa2'],
    ['PSK PSK/SHA-256', 'wpa2'],
    ['IEEE 802.1X', undefined],
    ['', undefined],
  ] as const
  for (const [suites, security] of kinds)
    assert.equal(networkChoicesOf([found('x', -50, suites)])[0]?.security, security, suites)
  assert.equal(networkChoicesOf([found('x', -50, '', 'ESS')])[0]?.security, 'open')
})

test('a new network is preferred to all others, and replaces the one of its name', () => {
  const both = [network('hotel', '2'), network('cafe', '1')]
  assert.deepEqual(names(withNetwork(both, fields)), ['cafe 2', 'hotel 1'])
  assert.deepEqual(names(withNetwork(both, { ...fields, bssid: ' 02:00:00:00:00:0A ' })), [
    'cafe 3',
    'hotel 2',
    'cafe 1',
  ])
  const [added] = withNetwork([], { ...fields, security: 'open' })
  assert.deepEqual([added?.KeyMgmt, added?.Password], ['NONE', ''])
})

test('a network keeps its masked passphrase when the order changes', () => {
  const both = byPriority([network('cafe', ''), network('hotel', '10')])
  assert.deepEqual(names(both), ['hotel 10', 'cafe '])
  const moved = preferred(both, 1)
  assert.deepEqual(names(moved), ['cafe 2', 'hotel 1'])
  assert.ok(moved.every(({ Password }) => Password === '**'))
  assert.deepEqual(names(preferred(moved, 0)), names(moved))
  assert.deepEqual(names(without(moved, 0)), ['hotel 1'])
})

test('what was added is shown with its security', () => {
  for (const security of ['mixed', 'wpa3', 'wpa2', 'open'] as const) {
    const [added] = withNetwork([], { ...fields, security })
    assert.equal(added && securityOf(added), security)
  }
})
