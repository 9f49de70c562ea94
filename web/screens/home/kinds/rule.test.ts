import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fingerprint } from '../../../../router/model/home/kinds/fingerprint.ts'
import { noSignals } from '../../../../router/model/home/kinds/signals.ts'
import { blankRule, conditionsFor, conditionWords, fingerprintWords, hasResult, trimmed } from './rule.ts'

const MAC = '00:80:77:01:02:03'

test('each signal of a device gives a condition with a valid pattern', () => {
  const conditions = conditionsFor({
    ...noSignals(MAC),
    Hostname: 'kettle',
    Services: ['_http._tcp', '_http._tcp'],
    TXT: { model: 'Kettle', long: 'x'.repeat(128) },
    SSDPHeaders: { SERVER: 'Kettle/1' },
  })
  assert.deepEqual(
    conditions.map(({ SignalType }) => SignalType).join(' '),
    'hostname oui mdns_service mdns_txt mdns_txt ssdp',
  )
  assert.deepEqual(conditions[1], { SignalType: 'oui', Pattern: '00:80:77' })
  assert.deepEqual(conditions[3]?.Pattern, 'model=Kettle')
  for (const condition of conditions) Fingerprint.parse({ ...blankRule(), ...condition })
})

test('random MAC addresses and missing signals give no conditions', () => {
  assert.deepEqual(conditionsFor({ ...noSignals('02:00:00:00:00:01'), RandomMAC: true }), [])
})

test('a rule is described by its condition and its result', () => {
  const rule = { ...blankRule(), Pattern: 'kettle-*', Category: 'Smart home', Vendor: 'Acme' }
  assert.equal(conditionWords(rule), 'Host name: kettle-*')
  assert.equal(fingerprintWords(rule), 'Smart home · Acme · 80%')
  assert.equal(fingerprintWords({ ...rule, Decisive: true }), 'Smart home · Acme · always applies')
  assert.equal(fingerprintWords({ ...rule, Category: '' }), 'Acme')
})

test('a rule whose results are only spaces has none', () => {
  const rule = { ...blankRule(), Category: ' ', Vendor: '  ' }
  assert.equal(hasResult(trimmed(rule)), false)
  assert.equal(hasResult(trimmed({ ...rule, Model: ' One ' })), true)
})
