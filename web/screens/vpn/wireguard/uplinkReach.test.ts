import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceOf, uplinkReach } from './uplinkReach.ts'

test('one public address is enough; otherwise the first uplink decides', () => {
  assert.deepEqual(uplinkReach(['192.168.1.5/24', '10.0.0.5/24']), { kind: 'private', address: '192.168.1.5' })
  assert.deepEqual(uplinkReach(['192.168.1.5/24', '9.9.9.9/24']), { kind: 'public', address: '9.9.9.9' })
  assert.deepEqual(uplinkReach(['100.64.0.9/32']), { kind: 'shared', address: '100.64.0.9' })
  assert.deepEqual(uplinkReach([]), { kind: 'none', address: '' })
})

test('the advice names the port to forward, or the address that is used', () => {
  const words = (address: string, endpoint?: string) =>
    adviceOf(uplinkReach([address]), endpoint, 51280).words.join(' ')
  assert.match(words('9.9.9.9/24'), /connect to 9\.9\.9\.9, the current address/)
  assert.match(words('192.168.1.5/24'), /Forward UDP port 51280 to 192\.168\.1\.5/)
  assert.match(words('192.168.1.5/24', 'home.example:51280'), /connect to home\.example:51280\. .* must be forwarded/)
  assert.match(words('100.64.0.9/32', 'home.example:51280'), /cannot connect from the internet/)
  assert.equal(words('9.9.9.9/24', 'home.example:51280'), 'New devices connect to home.example:51280.')
})
