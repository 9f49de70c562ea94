import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RuleInput } from '../../../../../router/model/firewall/rules/pfwrule.ts'
import type { ListedRule } from '../../../home/schedules/schedule.ts'
import { type AppRuleTarget, keyOfTarget, ruleFor, selected, targetOf, targetOfKey } from './target.ts'

const TARGETS: AppRuleTarget[] = [
  { kind: 'everyone' },
  { kind: 'device', name: '02:11:22:33:44:55' },
  { kind: 'group', name: 'family' },
  { kind: 'tag', name: 'two words' },
]
const rule = (When: object, more: object = {}): ListedRule => ({
  ...RuleInput.parse({ Name: 'r', When, Do: { Kind: 'services', Services: ['tiktok'] }, ...more }),
  ...{ Id: '1', Skips: [], Holds: true, HoldsUntil: 0, NextStart: 0, UsedToday: 0 },
})

test('a target goes through the field and through a rule unchanged', () => {
  for (const target of TARGETS) {
    assert.deepEqual(targetOfKey(keyOfTarget(target)), target)
    assert.deepEqual(targetOf(rule(selected(target))), target)
  }
})

test('nothing is chosen until a target is, also not all devices', () => {
  assert.equal(targetOfKey(''), undefined)
})

test('a rule for several devices, or with other conditions than times, has no target', () => {
  assert.equal(targetOf(rule({ Tags: ['a', 'b'] })), undefined)
  assert.equal(targetOf(rule({ Tags: ['a'], Groups: ['b'] })), undefined)
  assert.equal(targetOf(rule({ Tags: ['a'], UsedMinutes: 5 })), undefined)
  const Times = [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '15:00', End: '17:00' }]
  assert.deepEqual(targetOf(rule({ Tags: ['a'], Times })), { kind: 'tag', name: 'a' })
})

test('the rule of a target is found by its action, if it is enabled', () => {
  const tag: AppRuleTarget = { kind: 'tag', name: 'kids' }
  const own = rule({ Tags: ['kids'] })
  assert.equal(ruleFor([rule({}), own], 'services', tag), own)
  assert.equal(ruleFor([own], 'safesearch', tag), undefined)
  assert.equal(ruleFor([rule({ Tags: ['kids'] }, { Disabled: true })], 'services', tag), undefined)
})
