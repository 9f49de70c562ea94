import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../home/devices/device.ts'
import { blockKindOf, blocksOf, heldUntil, ruleNow, type StatedRule } from './internet.ts'
import { RuleInput } from './pfwrule.ts'

const [tablet, phone] = ['02:00:00:00:00:02', '02:00:00:00:00:03']
const device = (MAC: string) => ({ ...emptyDevice(), MAC, DeviceTags: ['kids'] })
const home = [tablet!, phone!].map((identity) => ({ identity, device: device(identity) }))
const NIGHT = [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '07:00' }]
const rule = (When: object, more: Partial<StatedRule> = {}): StatedRule => ({
  ...RuleInput.parse({ Name: 'x', When, Do: { Kind: 'block' } }),
  ...{ Skips: [], Holds: true, HoldsUntil: 500, NextStart: 0 },
  ...more,
})
const bedtime = (more: Partial<StatedRule> = {}) => rule({ Tags: ['kids'], Times: NIGHT }, more)
const extra = (identity: string, Until: number) => ({ Device: identity, Until })

test('a rule is a pause, a schedule or a daily limit of the whole internet, or something else', () => {
  assert.equal(blockKindOf(rule({}, { Until: 9 })), 'pause')
  assert.equal(blockKindOf(bedtime()), 'schedule')
  assert.equal(blockKindOf(rule({ UsedMinutes: 5, Times: NIGHT })), 'limit')
  assert.equal(blockKindOf(rule({ UsedMinutes: 5 })), 'limit')
  assert.equal(blockKindOf(rule({})), undefined)
  const { To } = RuleInput.parse({ Name: 'x', To: { Place: 'home' }, Do: { Kind: 'block' } })
  assert.equal(blockKindOf(bedtime({ To })), undefined)
})

test('a bedtime whose only device has an extra hour does not hold, on every screen', () => {
  const own = bedtime({ Skips: [extra(tablet!, 200)] })
  assert.deepEqual(ruleNow(own, [home[0]!], 0), { kind: 'extended', until: 200 })
  assert.equal(blocksOf([own], tablet!, device(tablet!), 0)[0]?.extra, 200)
  assert.deepEqual(ruleNow(own, [home[0]!], 200_000), { kind: 'holds', until: 500, except: [] })
})

test('a bedtime names the devices that it does not hold for', () => {
  assert.deepEqual(ruleNow(bedtime({ Skips: [extra(tablet!, 200)] }), home, 0), {
    ...{ kind: 'holds', until: 500 },
    except: [tablet],
  })
  const both = bedtime({ Skips: [extra(tablet!, 200), extra(phone!, 300)] })
  assert.deepEqual(ruleNow(both, home, 0), { kind: 'extended', until: 200 })
})

test('extra time for all, a next start, and neither', () => {
  const later = { Holds: false, HoldsUntil: 0 }
  assert.deepEqual(ruleNow(bedtime({ ...later, Skips: [extra('*', 200)] }), home, 0), { kind: 'extended', until: 200 })
  assert.deepEqual(ruleNow(bedtime({ ...later, NextStart: 900 }), home, 0), { kind: 'next', start: 900 })
  assert.deepEqual(ruleNow(bedtime(later), home, 0), { kind: 'none' })
  assert.deepEqual(ruleNow(bedtime({ Disabled: true }), home, 0), { kind: 'off' })
  assert.deepEqual(ruleNow(bedtime(), [], 0), { kind: 'holds', until: 500, except: [] })
})

test('of several rules the last end counts, and one without an end has none', () => {
  const [first, last, open] = [100, 300, 0].map((HoldsUntil) => ({ Holds: true, HoldsUntil }))
  assert.equal(heldUntil([first!, last!]), 300)
  assert.equal(heldUntil([first!, open!]), 0)
  assert.equal(heldUntil([{ ...last!, Holds: false }]), undefined)
})
