import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RuleInput } from './pfwrule.ts'
import { type Circumstances, postponed, type TimedRule, timeOfRule } from './schedule.ts'

const at = (time: string): number => Date.parse(`2026-11-${time}:00Z`)
const rule = (input: object, more: Partial<TimedRule> = {}): TimedRule => ({
  ...RuleInput.parse({ Name: 'x', Do: { Kind: 'block' }, ...input }),
  Id: 'a',
  Skips: [],
  ...more,
})
const circumstances = (now: number, more: Partial<Circumstances> = {}): Circumstances => ({
  ...{ now, zone: 'UTC', isOnline: () => false, usage: () => undefined, variables: {} },
  ...more,
})
const BEDTIME = { When: { Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '07:00' }] } }
const MAC = '02:00:00:00:00:01'

test('a rule without conditions always holds, and never changes', () => {
  assert.partialDeepStrictEqual(timeOfRule(rule({}), circumstances(at('23T12:00'))), {
    ...{ holds: true, until: undefined, changesAt: undefined },
  })
  assert.equal(timeOfRule(rule({ Disabled: true }), circumstances(at('23T12:00'))).holds, false)
})

test('a window begins and ends exactly at its minutes', () => {
  const state = (now: number) => timeOfRule(rule(BEDTIME), circumstances(now))
  assert.partialDeepStrictEqual(state(at('23T21:00') - 1), { holds: false, changesAt: at('23T21:00') })
  assert.partialDeepStrictEqual(state(at('23T21:00')), {
    holds: true,
    until: at('24T07:00'),
    changesAt: at('24T07:00'),
  })
  assert.equal(state(at('24T07:00') - 1).holds, true)
  assert.partialDeepStrictEqual(state(at('24T07:00')), { holds: false, changesAt: at('24T21:00') })
})

test('windows without a gap have no end', () => {
  const always = rule({ When: { Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '12:00', End: '12:00' }] } })
  assert.partialDeepStrictEqual(timeOfRule(always, circumstances(at('23T18:00'))), { holds: true, until: undefined })
})

test('a rule ends at `Until`, also within a window', () => {
  const ends = rule({ ...BEDTIME, Until: at('23T22:00') / 1000 })
  assert.equal(timeOfRule(ends, circumstances(at('23T21:30'))).until, at('23T22:00'))
  assert.equal(timeOfRule(ends, circumstances(at('23T22:00'))).holds, false)
})

test('other devices have to be connected, or must not be', () => {
  const given = rule({ When: { Online: [{ Device: MAC }] } })
  assert.equal(timeOfRule(given, circumstances(at('23T12:00'))).holds, false)
  assert.equal(
    timeOfRule(given, circumstances(at('23T12:00'), { isOnline: (identity) => identity === MAC })).holds,
    true,
  )
  const absent = rule({ When: { Online: [{ Device: MAC, Is: false }] } })
  assert.equal(timeOfRule(absent, circumstances(at('23T12:00'))).holds, true)
})

test('a daily limit holds from the last minute until midnight', () => {
  const limit = rule({ When: { UsedMinutes: 90 } })
  const used = (minutes: number, date = '2026-11-23') =>
    timeOfRule(limit, circumstances(at('23T18:00'), { usage: () => ({ target: 'a', date, minutes }) }))
  assert.equal(used(89).holds, false)
  assert.partialDeepStrictEqual(used(90), { holds: true, until: at('24T00:00'), changesAt: at('24T00:00') })
  assert.equal(used(90, '2026-11-22').holds, false)
})

test('one more hour: from now while a rule holds, else from its next start, and twice for two hours', () => {
  const late = circumstances(at('23T21:30'))
  assert.equal(postponed(rule(BEDTIME), '*', 60, late), at('23T22:30') / 1000)
  assert.equal(postponed(rule(BEDTIME), '*', 60, circumstances(at('23T20:30'))), at('23T22:00') / 1000)
  const extended = rule(BEDTIME, { Skips: [{ Device: '*', Until: at('23T22:30') / 1000 }] })
  assert.equal(postponed(extended, '*', 60, late), at('23T23:30') / 1000)
  assert.partialDeepStrictEqual(timeOfRule(extended, late), { holds: false, changesAt: at('23T22:30') })
  assert.equal(timeOfRule(extended, circumstances(at('23T22:30'))).holds, true)
})

test('a rule can be postponed for one device only', () => {
  const extended = rule(BEDTIME, { Skips: [{ Device: MAC, Until: at('23T22:30') / 1000 }] })
  assert.partialDeepStrictEqual(timeOfRule(extended, circumstances(at('23T21:30'))), {
    ...{ holds: true, skipped: [MAC], changesAt: at('23T22:30') },
  })
  assert.deepEqual(timeOfRule(extended, circumstances(at('23T22:30'))).skipped, [])
})

test('the state is the same whenever it is computed: after a restart, or after the clock was set', () => {
  for (const minutes of [0, 61, 1439, 10_000]) {
    const now = at('23T12:00') + minutes * 60_000
    const hour = new Date(now).getUTCHours()
    assert.equal(timeOfRule(rule(BEDTIME), circumstances(now)).holds, hour >= 21 || hour < 7)
  }
})
