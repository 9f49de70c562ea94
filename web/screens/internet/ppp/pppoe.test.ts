import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestOfPppoe, savedPppoeFields } from './pppoe.ts'

const fields = { username: ' user@provider.example ', password: 'correct horse', vlan: ' 7 ', mtu: '' }

test('a password that was not typed is not sent', () => {
  const whole = { Iface: 'eth0', Enabled: true, Username: 'user@provider.example', VLAN: '7', MTU: '' }
  assert.deepEqual(requestOfPppoe('eth0', { ...fields, password: '' }), whole)
  assert.deepEqual(requestOfPppoe('eth0', fields), { ...whole, Secret: 'correct horse' })
})

test('a new session has the VLAN tag of the port', () => {
  assert.deepEqual(savedPppoeFields(null, '7'), { username: '', password: '', vlan: '7', mtu: '' })
  const saved = { Username: 'user', VLAN: '', MTU: '1500' }
  assert.deepEqual(savedPppoeFields(saved, '7'), { username: 'user', password: '', vlan: '', mtu: '1500' })
})
