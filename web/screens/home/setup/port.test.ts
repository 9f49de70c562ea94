import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collides, isHomeNet, likelyUplink, proposeNet, uplinkPorts } from './port.ts'

const link = (ifname: string, address = '', flags: string[] = ['UP', 'LOWER_UP'], prefixlen = 24) => ({
  ifname,
  link_type: ifname === 'lo' ? 'loopback' : 'ether',
  flags,
  operstate: 'UP',
  address: '',
  addr_info: address ? [{ family: 'inet', local: address, prefixlen }] : [],
})

test('ports that are in use already come first; the loopback and radios never', () => {
  const ports = uplinkPorts([
    link('lo', '127.0.0.1'),
    link('eth1', '', []),
    link('eth0', '203.0.113.7'),
    link('wlan0'),
    link('eth2'),
  ])
  assert.deepEqual(
    ports.map(({ name }) => name),
    ['eth0', 'eth2', 'eth1'],
  )
  assert.deepEqual(ports[0], { name: 'eth0', connected: true, address: '203.0.113.7/24' })
})

test('the only port with an address is the likely uplink; of two, neither', () => {
  assert.equal(likelyUplink(uplinkPorts([link('eth0', '203.0.113.7'), link('eth1')]))?.name, 'eth0')
  assert.equal(likelyUplink(uplinkPorts([link('eth0', '203.0.113.7'), link('eth1', '192.168.2.1')])), undefined)
})

test('a port that serves the home already is not taken for the uplink', () => {
  const serving = link('lan0', '192.168.2.1', ['UP', 'LOWER_UP'], 30)
  assert.equal(likelyUplink(uplinkPorts([serving, link('wan0', '203.0.113.7')]))?.name, 'wan0')
})

test('a home network that the provider uses is not proposed', () => {
  const [wide] = uplinkPorts([link('eth0', '203.0.113.7')])
  const [narrow] = uplinkPorts([link('eth0', '192.168.2.40')])
  assert.equal(proposeNet(wide), '192.168.2.0/24')
  assert.equal(proposeNet(undefined), '192.168.2.0/24')
  assert.equal(proposeNet(narrow), '192.168.3.0/24')
  assert.ok(collides('192.168.0.0/16', narrow))
  assert.ok(!collides('10.0.0.0/8', narrow))
})

test('a home network is IPv4 with 8 to 24 bits', () => {
  assert.deepEqual(['192.168.2.0/24', '10.0.0.0/8', '192.168.2.0/25', '10.0.0.0/7', '192.168.2.0', ''].map(isHomeNet), [
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
