import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changeSince,
  type DnsDecision,
  decidingRule,
  isBlockedNow,
  type OwnRule,
  ownRules,
  rulesAgainst,
} from './ownRules.ts'

const [LAPTOP, PHONE] = ['192.168.2.6', '192.168.2.10']
const rule = (some: Partial<OwnRule> = {}): OwnRule => ({
  Type: 'block',
  Domain: 'www.test.',
  ResultIP: '',
  ResultCNAME: '',
  ClientIP: LAPTOP,
  Expiration: 0,
  Tags: [],
  set: 'Default',
  isPlain: true,
  ...some,
})
const decision = (isBlocked: boolean, verdict: DnsDecision['verdict'] = 'passed', by = ''): DnsDecision => ({
  ...{ name: 'www.test', isBlocked, verdict, by },
})

test('rules of all lists are returned in order, marked where they apply to every device', () => {
  const { set: _, isPlain: __, ...kept } = rule()
  const list = { Name: 'Default', Enabled: true, Tags: [], PermitDomains: [], BlockDomains: [kept] }
  const OverrideLists = [list, { ...list, Name: 'Kids', Tags: ['kids'] }, { ...list, Name: 'Night', Enabled: false }]
  assert.deepEqual(
    ownRules({ OverrideLists }).map(({ set, isPlain }) => `${set} ${isPlain}`),
    ['Default true', 'Kids false', 'Night false'],
  )
})

test('rules that allow take precedence, then those for the nearest name, then those for the device', () => {
  const [own, above, all, allowed] = [
    rule(),
    rule({ Domain: 'test.' }),
    rule({ ClientIP: '*' }),
    rule({ Type: 'permit', Domain: 'test.', ClientIP: '*' }),
  ]
  assert.equal(decidingRule([above, all, own], 'www.test', LAPTOP), own)
  assert.equal(decidingRule([above, all, own], 'www.test', PHONE), all)
  assert.equal(decidingRule([above, all, own, allowed], 'www.test', LAPTOP), allowed)
  assert.equal(decidingRule([own, { ...allowed, set: 'Later' }], 'www.test', LAPTOP), own)
  assert.equal(decidingRule([own], 'xwww.test', LAPTOP), undefined)
  assert.equal(decidingRule([{ ...own, isPlain: false }], 'www.test', LAPTOP), undefined)
})

test('only a rule for the same name and the same devices is removed', () => {
  const rules = [rule(), rule({ ClientIP: '*' }), rule({ Domain: 'test.' }), rule({ Type: 'permit', set: 'Kids' })]
  const against = (client: string) => rulesAgainst(rules, { type: 'permit', name: 'www.test', client })
  assert.deepEqual(against(LAPTOP), [rules[0]])
  assert.deepEqual(against('*'), [rules[1]])
  assert.deepEqual(against(PHONE), [])
})

test('a name is blocked by its rule, or without one as in the earlier decision', () => {
  assert.equal(isBlockedNow(decision(false), [rule()], LAPTOP), true)
  assert.equal(isBlockedNow(decision(false), [rule()], '*'), false)
  assert.equal(isBlockedNow(decision(true, 'blocked', 'https://lists.test/ads.txt'), [], LAPTOP), true)
  assert.equal(isBlockedNow(decision(true, 'blocked', 'www.test.'), [], LAPTOP), false)
  assert.equal(isBlockedNow(decision(false, 'permitted'), [], LAPTOP), true)
})

test('a rule made after the query is returned, one that already decided it is not', () => {
  assert.deepEqual(changeSince(decision(false), [rule()], LAPTOP), { type: 'block', rule: rule() })
  assert.equal(changeSince(decision(true, 'blocked', 'www.test.'), [rule()], LAPTOP), undefined)
  assert.deepEqual(changeSince(decision(true, 'blocked', 'www.test.'), [], LAPTOP), { type: 'block', rule: undefined })
  assert.equal(changeSince(decision(true, 'blocked', 'https://lists.test/ads.txt'), [], LAPTOP), undefined)
})
