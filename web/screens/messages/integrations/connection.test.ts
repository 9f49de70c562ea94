import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portForTls, withoutOldSecrets } from './connection.ts'

const saved = { Enabled: true, Host: 'broker.lan', Port: 1883, TLS: false, Authority: '', Password: '**' }

test('the port follows TLS, unless it is an own one', () => {
  assert.equal(portForTls(1883, true, [1883, 8883]), 8883)
  assert.equal(portForTls(8883, false, [1883, 8883]), 1883)
  assert.equal(portForTls(2000, true, [1883, 8883]), 2000)
})

test('a saved secret is not kept for another server', () => {
  assert.equal(withoutOldSecrets({ ...saved }, saved, ['Password']).Password, '**')
  assert.equal(withoutOldSecrets({ ...saved, Port: 1884 }, saved, ['Password']).Password, '')
  const moved = { ...saved, Host: 'other.lan' }
  assert.equal(withoutOldSecrets(moved, saved, ['Password']).Password, '')
  assert.equal(withoutOldSecrets({ ...moved, Password: 'new' }, saved, ['Password']).Password, 'new')
})
