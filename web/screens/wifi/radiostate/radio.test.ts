import assert from 'node:assert/strict'
import { test } from 'node:test'
import { homeNetwork } from './radio.ts'

test('a new device joins the network of a radio that runs, otherwise of one that is starting', () => {
  const starting = { State: 'starting', Ssid: 'Upstairs' } as const
  const running = { State: 'running', Ssid: 'Home' } as const
  assert.equal(homeNetwork([starting, running]), running)
  assert.equal(homeNetwork([starting]), starting)
})

test('a radio that no device can join has no network', () => {
  for (const State of ['off', 'uplink', 'missing', 'no country'] as const)
    assert.equal(homeNetwork([{ State, Ssid: 'Home' }]), undefined, State)
  assert.equal(homeNetwork([{ State: 'running', Ssid: '' }]), undefined)
})
