import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../router/features/devices/device.ts'
import { RuleInput } from '../../../router/features/pfw/rule.ts'
import { blocksOf } from './blocks.ts'
import type { Rule } from './schedule.ts'

const tablet = '02:00:00:00:00:02'
const device = { ...emptyDevice(), MAC: tablet, DeviceTags: ['kids'] }
const rule = (When: object, more: Partial<Rule> = {}): Rule => ({
  ...RuleInput.parse({ Name: 'x', When, Do: { Kind: 'block' } }),
  ...{ Id: 'a', Skips: [], Holds: true, HoldsUntil: 0, NextStart: 0, UsedToday: 0 },
  ...more,
})

test('a daily limit takes the internet once it is reached, and is not a schedule', () => {
  const limit = { Tags: ['kids'], UsedMinutes: 60 }
  assert.deepEqual(
    blocksOf([rule(limit)], tablet, device, 0).map(({ kind }) => kind),
    ['limit'],
  )
  assert.deepEqual(blocksOf([rule(limit, { Holds: false })], tablet, device, 0), [])
  assert.deepEqual(blocksOf([rule({ ...limit, Tags: ['guests'] })], tablet, device, 0), [])
})

test('extra time ends with the pause that it is for', () => {
  const Skips = [{ Device: tablet, Until: 130 }]
  assert.equal(blocksOf([rule({ Tags: ['kids'] }, { Until: 100, Skips })], tablet, device, 0)[0]?.extra, 100)
})
