import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLinks } from './links.ts'

const chosen = (ports: readonly string[], answered: readonly string[], radios: readonly string[] = []) => {
  const choices = chooseLinks({ ports, radios }, new Set(answered))
  return choices && { uplinks: choices.uplinks, ports: choices.ports, radios: choices.radios }
}

test('the first port with a DHCP server is the uplink, all others are for the household', () => {
  assert.deepEqual(chosen(['eth10', 'eth2', 'eth1'], ['eth10', 'eth2']), {
    uplinks: ['eth2'],
    ports: ['eth1', 'eth10'],
    radios: [],
  })
})

test('without a DHCP server, the first port is the uplink', () => {
  assert.deepEqual(chosen(['enp2s0', 'enp1s0'], []), { uplinks: ['enp1s0'], ports: ['enp2s0'], radios: [] })
})

test('a machine with one port needs a radio', () => {
  assert.equal(chosen(['eth0'], ['eth0']), undefined)
  assert.equal(chosen([], []), undefined)
  assert.deepEqual(chosen(['eth0'], [], ['wlan0']), { uplinks: ['eth0'], ports: [], radios: ['wlan0'] })
})
