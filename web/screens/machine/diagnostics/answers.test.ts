import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answersOf, inMs, linkFor, soughtIn } from './answers.ts'

test('the mean is that of the received replies', () => {
  assert.deepEqual(answersOf(['10.5ms', 'timeout', '11.5ms', 'timeout']), {
    each: [10.5, undefined, 11.5, undefined],
    came: 2,
    meanMs: 11,
  })
  assert.deepEqual(answersOf(['timeout']), { each: [undefined], came: 0, meanMs: undefined })
  assert.deepEqual([inMs(0.4219), inMs(12.4)], ['0.42 ms', '12 ms'])
})

test('a device is pinged on its link, any other address over the uplink', () => {
  const placed = { '192.168.2.6': 'wlan1.4097' }
  assert.equal(linkFor('192.168.2.6', placed, 'wan0'), 'wlan1.4097')
  assert.equal(linkFor('203.0.113.1', placed, 'wan0'), 'wan0')
  assert.equal(linkFor('203.0.113.1', placed, undefined), undefined)
})

test('an IP address, a MAC address and a name are distinguished by their format', () => {
  assert.deepEqual(soughtIn(' 1.1.1.1 '), { kind: 'address', ip: '1.1.1.1' })
  assert.deepEqual(soughtIn('00:11:22:AA:44:66'), { kind: 'device', mac: '00-11-22-AA-44-66' })
  assert.deepEqual(soughtIn('00-11-22-aa-44-66'), { kind: 'device', mac: '00-11-22-aa-44-66' })
  assert.deepEqual(soughtIn('13335'), { kind: 'name', text: '13335' })
  assert.deepEqual(soughtIn('Deutsche Telekom'), { kind: 'name', text: 'Deutsche Telekom' })
})
