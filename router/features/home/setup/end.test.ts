import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { SETUP_SSID } from '../../../model/home/setup/network.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openSetupEnd } from './end.ts'

test('the setup network ends half a minute after the setup, and not before', async () => {
  const memory = openMemoryFacts()
  const clock = openSteppedClock()
  const { facts, change } = memory
  using end = openSetupEnd({
    ...memory,
    clock,
    minuteMs: undefined,
    onFailure: (_, error) => assert.fail(error as Error),
  })
  memory.watch(end.learn)
  await change((draft) => {
    draft.setupNetworks.put(SETUP_SSID, { passphrase: 'a passphrase' })
    draft.setupLeases.put('02:00:00:00:00:01', {
      mac: '02:00:00:00:00:01',
      link: 'wlan0.ap0.4096',
      ip: '192.168.222.6',
    })
  })
  await clock.step(60_000)
  assert.equal(facts.setupNetworks.size, 1)
  await change((draft) => draft.set('setup', { done: true }))
  await clock.step(29_000)
  assert.equal(facts.setupNetworks.size, 1)
  await clock.step(1_000)
  assert.deepEqual([facts.setupNetworks.size, facts.setupLeases.size], [0, 0])
})
