import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import { openPeerSessions } from './peers.ts'

test('a session ends three minutes after its handshake, also if the clock is set before', async () => {
  const clock = openSteppedClock()
  const { has } = openPeerSessions(clock)
  const handshake = Math.floor(clock.now() / 1000)
  assert.equal(has('phone', handshake), true)
  clock.set(26 * 3600_000)
  await clock.step(120_000)
  assert.equal(has('phone', handshake), true)
  clock.set(-10 * 365 * 86_400_000)
  await clock.step(60_000)
  assert.equal(has('phone', handshake), false)
  assert.equal(has('phone', Math.floor(clock.now() / 1000)), true, 'a handshake after the clock was set')
  assert.equal(has('never', 0), false)
})

test('a handshake of before the start has its age', async () => {
  const clock = openSteppedClock()
  const { has } = openPeerSessions(clock)
  const handshake = Math.floor(clock.now() / 1000) - 170
  assert.equal(has('phone', handshake), true)
  await clock.step(10_000)
  assert.equal(has('phone', handshake), false)
})
