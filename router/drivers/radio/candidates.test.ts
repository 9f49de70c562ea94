import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import { LAPSE_MS, openCandidates } from './candidates.ts'

const WAITING = ['pending:a', 'pending:b', 'pending:c']
const macOf = (number: number) => `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`

function open() {
  const clock = openSteppedClock()
  const candidates = openCandidates(clock)
  const offered = new Map<string, string>()
  /** Whether a station whose attempt has failed is offered another passphrase. */
  const fails = (mac: string): boolean => {
    const { identity } = candidates.next(mac, WAITING, offered.get(mac) ?? WAITING[0])
    if (identity !== undefined) offered.set(mac, identity)
    return identity !== undefined
  }
  return { clock, candidates, fails, offered }
}

test('one station that never stops gets sixteen offers, and then one every five seconds', async () => {
  const { clock, fails } = open()
  const offersIn = async (seconds: number): Promise<number> => {
    let offers = 0
    for (let second = 0; second < seconds; second++) {
      if (fails(macOf(1))) offers += 1
      await clock.step(1000)
    }
    return offers
  }
  // While the first sixteen are made, three more become due.
  assert.equal(await offersIn(20), 19)
  assert.equal(await offersIn(100), 20)
})

test('eight stations at most are offered passphrases at the same time, until they have not tried for a minute', async () => {
  const { clock, candidates, fails } = open()
  const served = async (): Promise<number> => {
    let count = 0
    for (let number = 0; number < 40; number++) {
      if (fails(macOf(number))) count += 1
      // Slow enough for the limit of all offers.
      await clock.step(500)
    }
    return count
  }
  assert.equal(await served(), 8)
  assert.equal(candidates.size, 8)
  await clock.step(LAPSE_MS)
  assert.equal(candidates.lapse().length, 8)
  assert.equal(candidates.size, 0)
  assert.ok(fails(macOf(39)))
})

test('all stations together get two offers a second after the first eight', async () => {
  const { clock, fails } = open()
  const offersNow = (): number => {
    let offers = 0
    for (let round = 0; round < 3; round++)
      for (let number = 0; number < 8; number++) if (fails(macOf(number))) offers += 1
    return offers
  }
  assert.equal(offersNow(), 8)
  for (let second = 0; second < 5; second++) {
    await clock.step(1000)
    assert.equal(offersNow(), 2)
  }
})
