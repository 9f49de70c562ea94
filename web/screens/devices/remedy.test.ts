import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Device, emptyDevice } from '../../../router/features/devices/device.ts'
import type { Explanation } from '../../../router/features/explain/contract.ts'
import type { Entry } from './entry.ts'
import { allowedAlone, asLabel, freeName, groupFor, remediesFor, tagFor, tagIn } from './remedy.ts'
import { mayWords } from './service.ts'

const device = (fields: Partial<Device> = {}): Device => ({ ...emptyDevice(), ...fields })
const entry = (name: string): Entry => ({ identity: name, name, standing: 'online', device: device() })
const told = (of: Partial<Explanation>): Explanation => ({
  Passes: false,
  Verdict: 'refuse',
  From: { Kind: 'device', Name: 'tv', IP: '192.168.2.6' },
  To: { Kind: 'device', Name: 'printer', IP: '192.168.2.10' },
  LedTo: null,
  By: { Kind: 'default', Name: 'it has no policy “Reach every device at home” (lan)', Rule: null },
  Text: '',
  ...of,
})
const endpoint = {
  RuleName: 'printer tcp 9100',
  Description: '',
  Disabled: false,
  Protocol: 'tcp' as const,
  IP: '192.168.2.10',
  Domain: '',
  Port: '9100',
  Tags: ['printer tcp 9100'],
}
const printing = { proto: 'tcp', port: 9100 } as const

test('between devices, just this comes before everything', () => {
  assert.deepEqual(remediesFor(told({}), printing, device()), ['endpoint', 'group'])
  assert.deepEqual(remediesFor(told({}), { proto: 'icmp', port: undefined }, device()), ['group'])
})

test('towards the internet, the permission is missing or it is not', () => {
  const To = { Kind: 'internet', Name: '', IP: '203.0.113.80' } as const
  assert.deepEqual(remediesFor(told({ To }), printing, device()), ['wan', 'endpoint'])
  assert.deepEqual(remediesFor(told({ To }), printing, device({ Policies: ['wan'] })), ['endpoint'])
})

test('what somebody forbids is not offered, nor is somebody who is away', () => {
  const blocked = told({ By: { Kind: 'rule', Name: 'blocks x', Rule: {} } })
  assert.deepEqual(remediesFor(blocked, printing, device()), [])
  const away = told({ To: { Kind: 'nobody', Name: '', IP: '192.168.2.10' } })
  assert.deepEqual(remediesFor(away, printing, device()), [])
})

test('what was allowed here can be taken back, and what somebody set up otherwise stays theirs', () => {
  const allowed = (RuleName: string) =>
    told({ Passes: true, By: { Kind: 'rule', Name: 'x', Rule: { RuleName, Tags: ['printer tcp 9100'] } } })
  const tagged = device({ DeviceTags: ['cast', 'printer tcp 9100'] })
  assert.deepEqual(remediesFor(allowed('printer tcp 9100'), printing, tagged), ['lift'])
  assert.deepEqual(remediesFor(allowed('printer tcp 9100'), printing, device()), [])
  assert.deepEqual(remediesFor(allowed('for all'), printing, tagged), [])
  assert.equal(tagIn(null, tagged), undefined)
})

test('what was made here for the same place is used again, if it counts', () => {
  assert.equal(tagFor([endpoint], '192.168.2.10', printing), 'printer tcp 9100')
  assert.equal(tagFor([{ ...endpoint, Disabled: true }], '192.168.2.10', printing), undefined)
  assert.equal(tagFor([{ ...endpoint, Tags: ['print'] }], '192.168.2.10', printing), undefined)
  assert.equal(tagFor([endpoint], '192.168.2.10', { proto: 'udp', port: 9100 }), undefined)
})

test('what a device was allowed alone is told in plain words', () => {
  const other = { ...endpoint, RuleName: 'nas udp 53', Tags: ['nas udp 53'], Protocol: 'udp' as const, Port: '53' }
  const DeviceTags = ['printer tcp 9100', 'nas udp 53', 'cast']
  const told = (rules: (typeof endpoint | typeof other)[]) =>
    allowedAlone(rules, { DeviceTags }).map((one) => mayWords('tv', 'printer', one))
  assert.deepEqual(told([endpoint, other]), ['tv may print at printer', 'tv may use UDP port 53 of printer'])
  assert.deepEqual(
    told([
      { ...endpoint, Disabled: true },
      { ...endpoint, RuleName: 'for all' },
    ]),
    [],
  )
})

test('names are made that the router takes, and that nobody has', () => {
  assert.equal(asLabel('Mum’s Fernseher', 'x'), 'mum s fernseher')
  assert.equal(asLabel('电视', 'device'), 'device')
  assert.equal(freeName('a', ['a', 'a 2']), 'a 3')
  assert.equal(groupFor(entry('TV'), entry('Printer'), ['tv and printer']), 'tv and printer 2')
})
