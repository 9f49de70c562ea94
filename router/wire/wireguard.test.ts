import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDump, renderPeers } from './wireguard.ts'

const PRIVATE = '6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4='
const PUBLIC = '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='
const PEER = 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ='
const SHARED = 'w9bfMAfqRnLjnlHofX+JSzaRDADrW1tvyW1UWzXJjrg='

test('links and peers are read from wg show all dump', () => {
  const text = [
    `wg0\t${PRIVATE}\t${PUBLIC}\t51280\toff`,
    `wg0\t${PEER}\t${SHARED}\t203.0.113.9:40000\t192.168.2.6/32,10.9.0.0/24\t1709287200\t148\t92\t25`,
    `wg0\t${PUBLIC}\t(none)\t(none)\t(none)\t0\t0\t0\toff`,
    'wg1\t(none)\t(none)\t0\t0x10',
    '',
  ].join('\n')
  assert.deepEqual(parseDump(text), [
    {
      link: 'wg0',
      privateKey: PRIVATE,
      publicKey: PUBLIC,
      port: 51_280,
      peers: [
        {
          publicKey: PEER,
          presharedKey: SHARED,
          endpoint: '203.0.113.9:40000',
          allowed: ['192.168.2.6/32', '10.9.0.0/24'],
          latestHandshake: 1_709_287_200,
          received: 148,
          sent: 92,
          keepalive: 25,
        },
        {
          publicKey: PUBLIC,
          presharedKey: '',
          endpoint: '',
          allowed: [],
          latestHandshake: 0,
          received: 0,
          sent: 0,
          keepalive: 0,
        },
      ],
    },
    { link: 'wg1', privateKey: '', publicKey: '', port: 0, peers: [] },
  ])
})

test('lines of another form, and peers without a link, are ignored', () => {
  assert.deepEqual(parseDump('Unable to access interface\n\n\t\t\n'), [])
  assert.deepEqual(parseDump(`wg0\t${PEER}\t(none)\t(none)\t192.168.2.6/32\t0\t0\t0\toff\n`), [])
})

test('a configuration sets every field, so that a preshared key or a keepalive can be removed', () => {
  const settings = { publicKey: PEER, presharedKey: '', endpoint: '', allowed: ['192.168.2.6/32'], keepalive: 0 }
  assert.equal(
    renderPeers([settings]),
    `[Peer]\nPublicKey = ${PEER}\nPresharedKey = AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\nAllowedIPs = 192.168.2.6/32\nPersistentKeepalive = off\n`,
  )
  const out = renderPeers([{ ...settings, presharedKey: SHARED, endpoint: 'vpn.example:51280', keepalive: 25 }])
  assert.match(
    out,
    /PresharedKey = w9bf.*\nAllowedIPs = 192.168.2.6\/32\nEndpoint = vpn.example:51280\nPersistentKeepalive = 25\n/,
  )
})
