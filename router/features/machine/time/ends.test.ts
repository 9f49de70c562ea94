import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStepClock } from '../../../machine/stepclock.ts'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import { RuleInput } from '../../../model/firewall/rules/pfwrule.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { keepRemainingTimes } from './ends.ts'

const DAY_AND_MORE = 26 * 3_600_000
const MAC = '02:00:00:00:00:01'

/** A router that starts with a pause and a session of an earlier run, which end `hour` hours from the clock's time. */
async function open(hour: number) {
  const memory = openMemoryFacts()
  const { facts, change } = memory
  const machineClock = openSteppedClock()
  const failures: string[] = []
  const at = (hours: number): number => Math.floor(machineClock.now() / 1000) + hours * 3600
  const pause = (ClientIP: string, Until: number) => change((draft) => draft.pauses.put(ClientIP, { ClientIP, Until }))
  await pause('192.168.2.6', at(hour))
  const clock = openStepClock(machineClock)
  await keepRemainingTimes({ change, clock, onFailure: (what) => failures.push(what) })
  /** Sets the clock, as NTP does, and reads it. */
  const set = async (ms: number): Promise<void> => {
    machineClock.set(ms)
    clock.now()
    await settled()
  }
  /** The hours until a pause ends, by the clock. */
  const left = (ip: string): number => ((facts.pauses.get(ip)?.Until ?? 0) - Math.floor(clock.now() / 1000)) / 3600
  return { ...memory, machineClock, clock, failures, at, pause, set, left }
}

test('what began while the clock was wrong keeps its remaining time when the clock is set', async () => {
  const home = await open(1)
  const { facts, change, at } = home
  await home.pause('192.168.2.10', at(1))
  await change((draft) => {
    draft.devices.put(MAC, { ...emptyDevice(), MAC, DeviceExpiration: at(2) })
    draft.set('alerts', { ...draft.setting('alerts'), Mutes: [{ RuleId: 'a', Device: MAC, Until: at(3) }] })
    const rule = RuleInput.parse({ Name: 'Pause', When: { Devices: [MAC] }, Do: { Kind: 'block' }, Until: at(1) })
    draft.pfwRules.put('p', { ...rule, Id: 'p', Order: 1, Skips: [], Number: 0 })
    const dated = RuleInput.parse({ Name: 'Guest', Do: { Kind: 'notify' }, Until: at(1) })
    draft.pfwRules.put('d', { ...dated, Id: 'd', Order: 2, Skips: [{ Device: '*', Until: at(1) }], Number: 0 })
  })
  const dated = facts.pfwRules.get('d')!.Until
  await home.set(DAY_AND_MORE)
  assert.equal(home.left('192.168.2.10'), 1)
  assert.equal(facts.devices.get(MAC)?.DeviceExpiration, at(2))
  assert.equal(facts.setting('alerts').Mutes[0]?.Until, at(3))
  assert.equal(facts.pfwRules.get('p')?.Until, at(1))
  assert.equal(facts.pfwRules.get('d')?.Skips[0]?.Until, at(1))
  assert.equal(facts.pfwRules.get('d')?.Until, dated, 'a date stays')
  assert.deepEqual(home.failures, [])
})

test('what an earlier run stored ends by the right time, not for ever', async () => {
  const home = await open(27)
  await home.set(DAY_AND_MORE)
  assert.equal(home.left('192.168.2.6'), 1, 'by the wrong clock it was 27 hours')
  await home.set(-DAY_AND_MORE)
  assert.equal(home.left('192.168.2.6'), 1, 'a later step does not change it any more')
})

test('the time of day is the former one until the ends are moved, and small differences are no step', async () => {
  const home = await open(1)
  const before = home.clock.now()
  home.machineClock.set(DAY_AND_MORE)
  assert.equal(home.clock.now(), before)
  await settled()
  assert.equal(home.clock.now(), before + DAY_AND_MORE)
  await home.pause('192.168.2.14', home.at(1))
  const end = home.facts.pauses.get('192.168.2.14')?.Until
  await home.set(800)
  assert.equal(home.facts.pauses.get('192.168.2.14')?.Until, end)
  assert.equal(home.clock.now(), before + DAY_AND_MORE + 800)
})

test('an end that is computed after the clock has settled is by the new time', async () => {
  const home = await open(1)
  for (const ms of [DAY_AND_MORE, -3 * DAY_AND_MORE]) {
    home.machineClock.set(ms)
    // As a call does: it waits, computes the end, and changes the facts.
    await home.clock.settled()
    await home.pause('192.168.2.10', home.at(1))
    await settled()
    assert.equal(home.left('192.168.2.10'), 1)
  }
})

test('a change that follows the correction uses the new time', async () => {
  const home = await open(1)
  await home.pause('192.168.2.10', home.at(1))
  const before = home.clock.now()
  home.machineClock.set(-DAY_AND_MORE)
  home.clock.now()
  // It is queued behind the correction.
  const after = Promise.resolve().then(() => home.change(() => assert.equal(home.clock.now(), before - DAY_AND_MORE)))
  await settled()
  await after
})

test('the clock follows although the ends cannot be stored', async () => {
  const home = await open(1)
  await home.pause('192.168.2.10', home.at(1))
  home.fillDisk()
  const before = home.clock.now()
  await home.set(DAY_AND_MORE)
  assert.equal(home.clock.now(), before + DAY_AND_MORE)
  assert.equal(home.failures.length, 1)
})
