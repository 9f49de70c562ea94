import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectionNote } from '../../../../router/model/internet/connection/connection.ts'
import type { InterfaceConfig } from '../../../../router/model/internet/links/interface.ts'
import { uplinkOf } from './uplink.ts'

const cable = (ifname: string, isPlugged: boolean, local?: string, link_type = 'ether') => ({
  ifname,
  ifindex: 2,
  link_type,
  address: '02:00:00:00:00:01',
  mtu: 1500,
  operstate: 'UP',
  flags: isPlugged ? ['UP', 'LOWER_UP'] : ['UP'],
  addr_info: local === undefined ? [] : [{ family: 'inet', local, prefixlen: 24 }],
})
const uplink = (
  Name: string,
  Subtype: InterfaceConfig['Subtype'] = 'ethernet',
  Type: InterfaceConfig['Type'] = 'Uplink',
) => ({ Name, Type, Subtype, Enabled: true }) as const
const status = (Iface: string, Up: boolean, Connection: readonly ConnectionNote[] = []) =>
  ({ Iface, Up, Connection }) as never

const reachedOf = (...given: Parameters<typeof uplinkOf>) => uplinkOf(...given)?.reached

test('the state of an uplink depends on its cable, then its address, then its connection', () => {
  const configs = [uplink('eth0')]
  assert.equal(reachedOf(configs, [cable('eth0', false)] as never, []), 'noCable')
  assert.equal(reachedOf(configs, [cable('eth0', true)] as never, []), 'noAddress')
  assert.equal(reachedOf(configs, [cable('eth0', true, '198.51.100.7')] as never, [status('eth0', false)]), 'silent')
  assert.equal(reachedOf(configs, [cable('eth0', true, '198.51.100.7')] as never, [status('eth0', true)]), 'up')
})

test('a PPPoE session has the cable of the port that carries it', () => {
  const configs = [uplink('eth0', 'pppup', 'Other'), uplink('ppp0', 'ppp')]
  const kernel = (isPlugged: boolean, local?: string) =>
    [cable('eth0', isPlugged), ...(local ? [cable('ppp0', true, local, 'ppp')] : [])] as never
  assert.equal(reachedOf(configs, kernel(false), []), 'noCable')
  const refused = uplinkOf(configs, kernel(true), [status('ppp0', false, [{ Code: 'login_refused', Text: '' }])])
  assert.deepEqual(
    [refused?.reached, refused?.port, refused?.state],
    ['noAddress', 'eth0', 'The provider refuses the user name or password'],
  )
  assert.equal(reachedOf(configs, kernel(true, '81.2.69.7'), [status('ppp0', true)]), 'up')
})

test('an uplink over wifi has no cable', () => {
  const kernel = [cable('wlan0', false)] as never
  assert.equal(reachedOf([uplink('wlan0', 'wifi')], kernel, [status('wlan0', false)]), 'noAddress')
})
