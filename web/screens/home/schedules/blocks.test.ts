import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RuleInput } from '../../../../router/model/firewall/rules/pfwrule.ts'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { blockedUntil, otherBlocksOf } from './blocks.ts'
import type { ListedRule } from './schedule.ts'

const tablet = '02:00:00:00:00:02'
const device = { ...emptyDevice(), MAC: tablet, DeviceTags: ['kids'] }
const rule = (When: object, more: Partial<ListedRule> = {}): ListedRule => ({
  ...RuleInput.parse({ Name: 'x', When, Do: { Kind: 'block' } }),
  ...{ Id: 'a', Skips: [], Holds: true, HoldsUntil: 0, NextStart: 0, UsedToday: 0 },
  ...more,
})

test('a daily limit blocks the internet once it is reached, and is not a schedule', () => {
  const limit = { Tags: ['kids'], UsedMinutes: 60 }
  assert.deepEqual(
    otherBlocksOf([rule(limit)], tablet, device, 0).map(({ kind }) => kind),
    ['limit'],
  )
  assert.deepEqual(otherBlocksOf([rule(limit, { Holds: false })], tablet, device, 0), [])
  assert.deepEqual(otherBlocksOf([rule({ ...limit, Tags: ['guests'] })], tablet, device, 0), [])
})

test('extra time ends with the block that it is for', () => {
  const Skips = [{ Device: tablet, Until: 130 }]
  assert.equal(otherBlocksOf([rule({ Tags: ['kids'] }, { Until: 100, Skips })], tablet, device, 0)[0]?.extra, 100)
})

test('a schedule that begins later is listed, and does not block the internet yet', () => {
  const bedtime = { Tags: ['kids'], Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '07:00' }] }
  const later = rule(bedtime, { Holds: false, NextStart: 500 })
  assert.equal(otherBlocksOf([later], tablet, device, 0).length, 1)
  assert.equal(blockedUntil([later], {}, tablet, device, 0), undefined)
  assert.deepEqual(otherBlocksOf([{ ...later, Disabled: true }], tablet, device, 0), [])
})

test('a device has internet again when the last of its blocks ends', () => {
  const own = rule({ Devices: [tablet] }, { Until: 100, HoldsUntil: 100 })
  const night = rule({ Tags: ['kids'] }, { Until: 300, HoldsUntil: 300 })
  assert.equal(blockedUntil([own, night], {}, tablet, device, 0), 300)
  assert.equal(blockedUntil([own, rule({ Tags: ['kids'], UsedMinutes: 60 })], {}, tablet, device, 0), 0)
  const postponed = { ...night, Skips: [{ Device: tablet, Until: 200 }] }
  assert.equal(blockedUntil([own, postponed], {}, tablet, device, 0), 100)
  assert.equal(blockedUntil([postponed], {}, tablet, device, 0), undefined)
  const kids = { Blocked: true, BlockedUntil: 400 }
  assert.equal(blockedUntil([own], { kids }, tablet, device, 0), 400, 'the bedtime of a persona has an end')
  assert.equal(blockedUntil([own], { kids: { ...kids, BlockedUntil: 0 } }, tablet, device, 0), 0)
  assert.equal(blockedUntil([], { kids: { ...kids, Blocked: false } }, tablet, device, 0), undefined)
})
