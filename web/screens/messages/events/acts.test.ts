import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Device, emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { actsOf } from './acts.ts'
import { describe } from './describe.ts'
import type { Payload } from './fields.ts'
import { householdOf } from './household.ts'

const MAC = '02:00:00:00:00:01'
const kinds = (topic: string, payload: Payload, device: Partial<Device> = {}) => {
  const household = householdOf({ [MAC]: { ...emptyDevice(), MAC, RecentIP: '192.168.2.6', ...device } })
  return actsOf(topic, payload, describe(topic, payload, household), household).map(({ kind }) => kind)
}

test('an unknown device can be admitted or blocked, a known one blocked, and a blocked one unblocked', () => {
  assert.deepEqual(kinds('device:unknown', { MAC }), ['letIn', 'shutOut', 'open'])
  assert.deepEqual(kinds('device:unknown', { MAC }, { Name: 'tv' }), ['shutOut', 'open'])
  assert.deepEqual(kinds('device:unknown', { MAC }, { DeviceDisabled: true }), ['unblock', 'open'])
  assert.deepEqual(kinds('device:unknown', { MAC: '02:00:00:00:00:09' }), [])
})

test('a blocked domain can be allowed, and a refused connection can be explained', () => {
  const device = { Name: 'tv', Policies: ['dns'] } as const
  assert.deepEqual(
    kinds('dns:block:event', { ClientIP: '192.168.2.6', Name: 'ads.test.' }, { ...device, Policies: [] }),
    ['permit', 'shutOut', 'open'],
  )
  assert.deepEqual(kinds('nft:drop:forward', { IP: { SrcIP: '192.168.2.6' } }, { Name: 'tv' }), [
    'shutOut',
    'reach',
    'open',
  ])
  assert.deepEqual(kinds('nft:drop:input', { IP: { SrcIP: '203.0.113.9' } }), [])
  assert.deepEqual(kinds('wan:uplink:down', { Iface: 'wan0' }), ['look'])
})

test('a forged address neither names nor blocks the device that it belongs to', () => {
  const packet = { IP: { SrcIP: '192.168.2.6' }, Ethernet: { SrcMAC: '02:66:00:00:00:01' } }
  const household = householdOf({ [MAC]: { ...emptyDevice(), MAC, RecentIP: '192.168.2.6', Name: 'tv' } })
  for (const topic of ['nft:drop:mac', 'nft:drop:spoof', 'firewall:scan']) {
    const event = topic === 'firewall:scan' ? { SrcIP: '', MAC: packet.Ethernet.SrcMAC, Side: 'home' } : packet
    assert.deepEqual(kinds(topic, event, { Name: 'tv' }), [])
    assert.ok(!describe(topic, event, household).words.includes('tv'), topic)
  }
  const own = { ...packet, Ethernet: { SrcMAC: MAC } }
  assert.deepEqual(kinds('nft:drop:mac', own, { Name: 'tv' }), ['shutOut', 'open'])
})
