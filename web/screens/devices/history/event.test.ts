import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happeningOf } from './event.ts'

const phone = { mac: '02:00:00:00:00:01', ip: '192.168.2.6' }
const at = new Date(0)
const said = (topic: string, payload: unknown) => happeningOf(topic, payload, phone, at)?.words

test('events of a device are described in words, matched by its MAC or its IP address', () => {
  assert.equal(said('wifi:auth:success', { MAC: '02:00:00:00:00:01' }), 'Joined the wifi')
  assert.equal(said('wifi:auth:fail', { MAC: '02:00:00:00:00:01', Reason: 'mismatch' }), 'Used a wrong wifi passphrase')
  assert.equal(
    said('dhcp:response', { Identifier: '02:00:00:00:00:01', IP: '192.168.2.6' }),
    'Got the address 192.168.2.6',
  )
  assert.equal(said('dns:block:event', { ClientIP: '192.168.2.6', Name: 'ads.test.' }), 'ads.test was blocked')
})

test('others, and what nobody needs to read, are passed over', () => {
  assert.equal(said('wifi:auth:success', { MAC: '02:00:00:00:00:02' }), undefined)
  assert.equal(said('device:update', { MAC: '02:00:00:00:00:01' }), undefined)
  for (const payload of [undefined, null, 'text', {}]) assert.equal(said('dns:block:event', payload), undefined)
  const nameless = { mac: '', ip: '' }
  assert.equal(happeningOf('dns:block:event', { ClientIP: '' }, nameless, at), undefined)
})
