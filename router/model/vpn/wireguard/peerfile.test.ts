import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileNameOf, peerFile } from './peerfile.ts'

const config = {
  Interface: { PrivateKey: '<PRIVATE KEY>', Address: '192.168.2.10', DNS: '192.168.2.1' },
  Peer: {
    PublicKey: 'SERVER',
    AllowedIPs: '0.0.0.0/0, ::/0',
    Endpoint: '203.0.113.5:51280',
    PresharedKey: 'SHARED',
    PersistentKeepalive: 25,
  },
}
const file = (through: 'all' | 'home', usesDns = true) =>
  peerFile({ config, privateKey: 'PRIVATE', through, home: ['192.168.2.0/24', '10.1.0.0/16'], usesDns })

test('the file is complete, with the private key that the client has', () => {
  assert.equal(
    file('all'),
    `[Interface]
PrivateKey = PRIVATE
Address = 192.168.2.10/32
DNS = 192.168.2.1

[Peer]
PublicKey = SERVER
PresharedKey = SHARED
AllowedIPs = 0.0.0.0/0, ::/0
Endpoint = 203.0.113.5:51280
PersistentKeepalive = 25
`,
  )
})

test('only the home goes through the tunnel, and DNS only if the device may use it', () => {
  assert.match(file('home'), /^AllowedIPs = 192\.168\.2\.0\/24, 10\.1\.0\.0\/16$/m)
  assert.match(file('home'), /^DNS = 192\.168\.2\.1$/m)
  assert.doesNotMatch(file('home', false), /DNS/)
  assert.match(file('all', false), /^DNS = /m)
})

test('the name of the file is a valid name of a tunnel', () => {
  assert.equal(fileNameOf('Mum’s phone'), 'mums-phone.conf')
  assert.equal(fileNameOf('Café-Laptop im Wohnzimmer'), 'cafe-laptop-im.conf')
  assert.equal(fileNameOf('手机'), 'home.conf')
})
