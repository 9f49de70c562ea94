import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../machine/fake.fixture.ts'
import { openTrialNotice } from './trial.ts'

test('a release is on trial while the file exists, for two minutes at most', async () => {
  const machine = fakeMachine()
  const open = () => openTrialNotice({ machine, clock: machine.clock, file: '/run/trial' })
  assert.ok(!open()())
  machine.writeFile('/run/trial', '', 0o644)
  const isOnTrial = open()
  assert.ok(isOnTrial())
  await machine.clock.step(119_999)
  assert.ok(isOnTrial())
  await machine.clock.step(1)
  assert.ok(!isOnTrial())
  machine.removeFile('/run/trial')
  assert.ok(!open()())
  assert.ok(!openTrialNotice({ machine, clock: machine.clock, file: undefined })())
})
