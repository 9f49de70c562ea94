import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RuleInput } from '../../../../router/model/firewall/rules/pfwrule.ts'
import { actionWords, asnsOf, blankDraft, fittedToAction, isComplete, toWords, whenWords } from './rule.ts'

const rule = (fields: object) => RuleInput.parse({ Name: 'x', Do: { Kind: 'block' }, ...fields })

test('destinations and actions in words', () => {
  const To = { Place: 'listed', Domains: ['a.test'], Countries: ['no'], ASNs: [64496], Port: '443', Protocol: 'tcp' }
  assert.equal(toWords(rule({ To })), 'a.test, Norway, and AS64496, port 443 (TCP)')
  assert.equal(actionWords(rule({})), 'Connections to the internet are blocked')
  const limit = { Kind: 'limit', DownMbit: 4, UpMbit: 1 }
  assert.equal(actionWords(rule({ Do: limit })), 'Traffic to the internet is limited: 4 Mbit/s down and 1 Mbit/s up')
  const dns = { Kind: 'dns', Domain: 'a.test', ResultCNAME: 'b.test' }
  assert.equal(actionWords(rule({ Do: dns })), 'a.test resolves to b.test')
})

test('conditions in words', () => {
  const When = {
    Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '08:00', End: '09:00' }],
    Online: [{ Device: '02:00:00:00:00:01', Is: false }],
    UsedMinutes: 90,
  }
  assert.equal(
    whenWords(rule({ When }), () => 'TV', 'UTC'),
    'Every day 08:00–09:00 · while TV is not connected · after 90 minutes of internet a day',
  )
})

test('numbers of networks are read with and without AS', () => {
  assert.deepEqual(asnsOf('AS13335, 20712\n'), { asns: [13_335, 20_712], wrong: undefined })
  assert.deepEqual(asnsOf('13335 cloud'), { asns: [], wrong: 'cloud' })
})

test('a rule is complete when its action and its list have what they need', () => {
  const complete = (fields: object) => isComplete({ ...blankDraft(), ...fields })
  assert.ok(complete({}))
  assert.ok(!complete({ To: { ...blankDraft().To, Place: 'listed' } }))
  assert.ok(complete({ To: { ...blankDraft().To, Place: 'listed', Domains: ['a.test'] } }))
  assert.ok(!complete({ To: { ...blankDraft().To, Place: 'listed', Domains: ['a'] } }))
  assert.ok(!complete({ Do: { Kind: 'dns', Domain: 'a.test' } }))
  assert.ok(!complete({ Do: { Kind: 'tunnel', Tunnel: '' } }))
})

test('an action without destinations or ports drops them', () => {
  const To = { ...blankDraft().To, Place: 'listed' as const, Networks: ['1.2.3.4'], Port: '80' }
  assert.deepEqual(fittedToAction({ ...blankDraft(), To, Do: { Kind: 'notify' } }).To, blankDraft().To)
  assert.equal(fittedToAction({ ...blankDraft(), To, Do: { Kind: 'limit', DownMbit: 1 } }).To.Port, 'any')
  assert.equal(fittedToAction({ ...blankDraft(), To }).To.Port, '80')
})
