import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Explanation } from '../../../../../router/model/firewall/explain/contract.ts'
import { type Device, emptyDevice } from '../../../../../router/model/home/devices/device.ts'
import { freeName } from '../../../../parts/values/name.ts'
import type { ShownDevice } from '../entry.ts'
import { allowedAlone, asLabel, endpointsFor, groupFor, remediesFor, tagFor, tagIn, tagNamed } from './remedy.ts'

const device = (fields: Partial<Device> = {}): Device => ({ ...emptyDevice(), ...fields })
const entry = (name: string): ShownDevice => ({ identity: name, name, status: 'online', device: device() })
const explanation = (of: Partial<Explanation>): Explanation => ({
  Coded: { Code: 'firewall.verdictRefused', Values: [] },
  Passes: false,
  Verdict: 'refuse',
  From: { Kind: 'device', Name: 'tv', IP: '192.168.2.6' },
  To: { Kind: 'device', Name: 'printer', IP: '192.168.2.10' },
  LedTo: null,
  By: { Kind: 'default', Name: 'it has no policy “Reach every device at home” (lan)', Rule: null },
  Ports: [{ Protocol: 'tcp', Port: 9100, Passes: false }],
  Text: '',
  ...of,
})
const ports = [631, 9100].map((Port) => ({ Protocol: 'tcp' as const, Port }))
const PRINTER = '192.168.2.10'
const tag = tagNamed('Mia’s printer', { service: 'printing' }, ports)
const made = endpointsFor(tag, PRINTER, 'Printing', ports).map((one) => ({ ...one, Domain: '', Disabled: false }))

test('between devices, a permission for these ports is offered before a shared group', () => {
  assert.deepEqual(remediesFor(explanation({}), device()), ['endpoint', 'group'])
  assert.deepEqual(remediesFor(explanation({ Ports: [] }), device()), ['group'])
})

test('for the internet, the policy is offered first if the device does not have it', () => {
  const To = { Kind: 'internet', Name: '', IP: '203.0.113.80' } as const
  assert.deepEqual(remediesFor(explanation({ To }), device()), ['wan', 'endpoint'])
  assert.deepEqual(remediesFor(explanation({ To }), device({ Policies: ['wan'] })), ['endpoint'])
})

test('nothing is offered against a blocking rule, or for an address without a device', () => {
  const blocked = explanation({ By: { Kind: 'rule', Name: 'blocks x', Rule: {} } })
  assert.deepEqual(remediesFor(blocked, device()), [])
  const away = explanation({ To: { Kind: 'unassigned', Name: '', IP: '192.168.2.10' } })
  assert.deepEqual(remediesFor(away, device()), [])
})

test('a permission that was made here can be removed, and other rules cannot', () => {
  const allowed = (change: object) =>
    explanation({ Passes: true, By: { Kind: 'rule', Name: 'x', Rule: { ...made[0], ...change } } })
  const tagged = device({ DeviceTags: ['cast', tag] })
  assert.equal(tag, 'allow:mia s printer printing')
  assert.deepEqual(remediesFor(allowed({}), tagged), ['lift'])
  assert.deepEqual(remediesFor(allowed({}), device()), [])
  assert.deepEqual(remediesFor(allowed({ RuleName: 'for all' }), tagged), [])
  assert.deepEqual(remediesFor(allowed({ Tags: [tag, 'cast'] }), tagged), [])
  assert.equal(tagIn(null, tagged), undefined)
})

test('endpoints made here for the same ports and address are reused, unless one is disabled', () => {
  assert.equal(tagFor(made, PRINTER, ports), tag)
  assert.equal(tagFor(made, PRINTER, ports.toReversed()), tag)
  assert.equal(tagFor(made, PRINTER, ports.slice(1)), undefined)
  assert.equal(tagFor(made.slice(1), PRINTER, ports), undefined)
  assert.equal(tagFor(made, '192.168.2.14', ports), undefined)
  assert.equal(tagFor([{ ...made[0]!, Disabled: true }, made[1]!], PRINTER, ports), undefined)
  assert.equal(tagFor(made, PRINTER, [...ports, { Protocol: 'udp', Port: 631 }]), undefined)
})

test('all ports of a permission for one device are listed as one entry', () => {
  const other = endpointsFor('allow:nas udp 53', '192.168.2.14', 'UDP port 53', [{ Protocol: 'udp', Port: 53 }])
  const rest = { ...made[0]!, RuleName: 'for all', Tags: ['cast'] }
  const all = [...made, ...other.map((one) => ({ ...one, Domain: '', Disabled: false })), rest]
  const DeviceTags = [tag, 'cast']
  assert.deepEqual(allowedAlone(all, { DeviceTags }), [[tag, made]])
})

test('generated names are valid for the router and not in use', () => {
  assert.equal(asLabel('Mum’s Fernseher', 'x'), 'mum s fernseher')
  assert.equal(asLabel('电视', 'device'), 'device')
  assert.equal(freeName('a', ['a', 'a 2']), 'a 3')
  assert.equal(groupFor(entry('TV'), entry('Printer'), ['tv and printer']), 'tv and printer 2')
})
