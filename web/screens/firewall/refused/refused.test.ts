import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import type { OwnRule } from '../../dns/blocklists/rules/ownRules.ts'
import { householdOf } from '../../messages/events/household.ts'
import { canAllow, overrideOf, permissionOf, ruleForConnection } from './permission.ts'
import { byReason, refusalsOf, whatOf } from './refused.ts'

const TV = '02:00:00:00:00:01'
const household = householdOf({ [TV]: { ...emptyDevice(), MAC: TV, Name: 'TV', RecentIP: '192.168.2.6' } })

const packet = (second: number, more: object = {}, topic = 'nft:drop:forward', from = '192.168.2.6') => ({
  Topic: topic,
  Time: new Date(Date.parse('2026-03-01T08:00:00Z') + second * 1000).toISOString(),
  Event: {
    ...{ IP: { SrcIP: from, DstIP: '9.9.9.9' }, TCP: { DstPort: 443 } },
    ...{ SrcDevice: '', RecentDomainDst: 'www.test', ...more },
  },
  Devices: [],
  Count: 1,
})

test('refusals with the same destination and reason are merged, and those of unknown senders are left out', () => {
  const found = refusalsOf(
    [
      packet(30, { Rule: { Id: 'r1', Name: 'Bedtime', Kind: 'schedule' } }, 'nft:drop:pfw'),
      packet(20),
      packet(15, {}, 'nft:drop:mac'),
      packet(10, {}, 'nft:drop:forward', '198.51.100.7'),
      { ...packet(0), Count: 600 },
    ],
    household,
  )
  assert.deepEqual(
    byReason(found).map(([reason, all]) => [reason, all.map(({ name, count }) => [name, count])]),
    [
      ['Schedule Bedtime', [['www.test', 1]]],
      ['No policy or rule allows it', [['www.test', 601]]],
    ],
  )
  assert.deepEqual(refusalsOf([packet(0)], household, 'another'), [])
})

test('a refusal has the stored reason of its newest packet', () => {
  const why = (Text: string) => ({ Why: { Kind: 'rule', Name: 'pfwRules r1', Text } })
  const [refusal] = refusalsOf([packet(30, why('until 07:00.')), packet(0, why('until 06:00'))], household)
  assert.equal(refusal?.why, 'until 07:00.')
  assert.equal(refusalsOf([packet(0)], household)[0]?.why, '')
  const domain = { ClientIP: '192.168.2.6', Name: 'ads.test.', By: 'test.' }
  const blocked = { Topic: 'dns:block:event', Time: '2026-03-01T08:00:00Z', Event: domain, Devices: [], Count: 1 }
  assert.equal(refusalsOf([blocked], household)[0]?.why, 'test.')
})

test('a blocked domain has no destination, and a closed port of the router cannot be allowed here', () => {
  const name = { ClientIP: '192.168.2.6', Name: 'ads.test.' }
  const blocked = { Topic: 'dns:block:event', Time: '2026-03-01T08:00:00Z', Event: name, Devices: [], Count: 1 }
  const [domain] = refusalsOf([blocked], household)
  assert.deepEqual([domain?.name, domain?.to, domain && canAllow(domain)], ['ads.test', undefined, true])
  const own: OwnRule = {
    ...{ Type: 'permit', Domain: 'ads.test.', ClientIP: '192.168.2.6', Expiration: 0, Tags: [], set: 'Default' },
    ...{ ResultIP: '', ResultCNAME: '', isPlain: true },
  }
  assert.equal(overrideOf(domain!, [{ ...own, ClientIP: '*' }, { ...own, Type: 'block' }, own]), own)
  assert.equal(
    overrideOf(domain!, [
      { ...own, Domain: 'test.' },
      { ...own, isPlain: false },
    ]),
    undefined,
  )
  const [closed] = refusalsOf([packet(0, {}, 'nft:drop:input')], household)
  assert.deepEqual([closed?.name, closed && canAllow(closed)], ['the router', false])
  const [ping] = refusalsOf([packet(0, { TCP: undefined, ICMP: { Type: 8 } })], household)
  assert.deepEqual([ping?.to && whatOf(ping.to), ping && canAllow(ping)], ['Ping', false])
})

test('the permission is for one device, destination and port, and is found again', () => {
  const [refusal] = refusalsOf([packet(0)], household)
  assert.ok(refusal?.to)
  const rule = ruleForConnection(refusal, refusal.to, true)
  assert.deepEqual(rule.When.Devices, [TV])
  assert.partialDeepStrictEqual(rule, {
    To: { Place: 'listed', Networks: ['9.9.9.9/32'], Domains: ['www.test'], Protocol: 'tcp', Port: '443' },
    ...{ Do: { Kind: 'allow' }, First: true, Minutes: 60 },
  })
  const saved = { ...rule, Id: 'r1', Holds: true, HoldsUntil: 1, NextStart: 0, UsedToday: 0, Skips: [] }
  assert.equal(permissionOf(refusal, [saved])?.Id, 'r1')
  assert.equal(permissionOf(refusal, [{ ...saved, Holds: false }]), undefined)
})
