import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staleAfter } from './stale.ts'

test('an event makes the cached data of its topic stale, and no other', () => {
  assert.deepEqual(staleAfter('device:update'), ['/devices', '/groups', '/audit', '/firewall/config', '/explain'])
  const peers = ['/plugins/wireguard/peers', '/plugins/wireguard/status']
  assert.deepEqual(staleAfter('wg:update'), ['/devices', ...peers])
  assert.deepEqual(staleAfter('device:vpn:online').slice(-2), peers)
  assert.deepEqual(staleAfter('vpn:tunnel:up'), ['/vpn/tunnels', '/vpn/exits', '/vpn/sites', '/explain'])
  const wifi = ['/devices', '/arp', '/wifi/stations', '/wifi/failures']
  assert.deepEqual(staleAfter('wifi:auth:fail'), wifi)
  assert.deepEqual(staleAfter('wifi:station:disconnect'), [...wifi, '/wifi/radios'])
  assert.deepEqual(staleAfter('dhcp:response'), ['/devices', '/arp'])
  assert.deepEqual(staleAfter('wan:uplink:down'), ['/wan/status', '/wan/outages', '/wan/speedtest'])
  for (const topic of ['dns:serve:192.168.2.6', 'log:api', '']) assert.deepEqual(staleAfter(topic), [])
})
