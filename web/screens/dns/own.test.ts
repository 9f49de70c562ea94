import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlockedNow, type OwnRule, ownRules, type Past, ruleNow, rulesAgainst, saidSince } from './own.ts'

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
const past = (isBlocked: boolean, reason = ''): Past => ({ name: 'www.test', isBlocked, reason })

test('rules of all lists are returned in order, marked where they apply to every device', () => {
  const { set: _, isPlain: __, ...kept } = rule()
  const list = { Name: 'Default', Enabled: true, Tags: [], PermitDomains: [], BlockDomains: [kept] }
  const OverrideLists = [list, { ...list, Name: 'Kids', Tags: ['kids'] }, { ...list, Name: 'Night', Enabled: false }]
  assert.deepEqual(
    ownRules({ OverrideLists }).map(({ set, isPlain }) => `${set} ${isPlain}`),
    ['Default true', 'Kids false', 'Night false'],
  )
})

test('what decides is what allows, then the nearest name, then what is said of the device', () => {
  const [own, above, all, allowed] = [
    rule(),
    rule({ Domain: 'test.' }),
    rule({ ClientIP: '*' }),
    rule({ Type: 'permit', Domain: 'test.', ClientIP: '*' }),
  ]
  assert.equal(ruleNow([above, all, own], 'www.test', LAPTOP), own)
  assert.equal(ruleNow([above, all, own], 'www.test', PHONE), all)
  assert.equal(ruleNow([above, all, own, allowed], 'www.test', LAPTOP), allowed)
  assert.equal(ruleNow([own, { ...allowed, set: 'Later' }], 'www.test', LAPTOP), own)
  assert.equal(ruleNow([own], 'xwww.test', LAPTOP), undefined)
  assert.equal(ruleNow([{ ...own, isPlain: false }], 'www.test', LAPTOP), undefined)
})

test('only a rule for this very name and these very devices is taken back', () => {
  const rules = [rule(), rule({ ClientIP: '*' }), rule({ Domain: 'test.' }), rule({ Type: 'permit', set: 'Kids' })]
  const against = (client: string) => rulesAgainst(rules, { type: 'permit', name: 'www.test', client })
  assert.deepEqual(against(LAPTOP), [rules[0]])
  assert.deepEqual(against('*'), [rules[1]])
  assert.deepEqual(against(PHONE), [])
})

test('a name is blocked as its rule says, or as it was where none is', () => {
  assert.equal(isBlockedNow(past(false), [rule()], LAPTOP), true)
  assert.equal(isBlockedNow(past(false), [rule()], '*'), false)
  assert.equal(isBlockedNow(past(true, 'blocked by https://lists.test/ads.txt'), [], LAPTOP), true)
  assert.equal(isBlockedNow(past(true, 'blocked by www.test.'), [], LAPTOP), false)
  assert.equal(isBlockedNow(past(false, 'permitted by an override'), [], LAPTOP), true)
})

test('a rule made after the query is returned, one that already decided it is not', () => {
  assert.deepEqual(saidSince(past(false), [rule()], LAPTOP), { type: 'block', rule: rule() })
  assert.equal(saidSince(past(true, 'blocked by www.test.'), [rule()], LAPTOP), undefined)
  assert.deepEqual(saidSince(past(true, 'blocked by www.test.'), [], LAPTOP), { type: 'block', rule: undefined })
  assert.equal(saidSince(past(true, 'blocked by https://lists.test/ads.txt'), [], LAPTOP), undefined)
})
