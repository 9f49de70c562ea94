import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../router/model/home/devices/device.ts'
import type { NamedPeer } from './peers.ts'
import { renderQr } from './qr.js'
import { tableOf } from './table.ts'

const NOW = 1_709_290_800
const peer = (Name: string, handshake: number, bytes = 0, Policies: 'disabled'[] = []): NamedPeer => ({
  entry: {
    PublicKey: `key of ${Name}`,
    AllowedIPs: '192.168.2.10/32',
    Endpoint: handshake ? '203.0.113.9:40000' : '(none)',
    PresharedKey: '**',
    PersistentKeepalive: 25,
    Online: NOW - handshake < 180,
    LatestHandshake: handshake,
    TransferRx: bytes,
    TransferTx: 0,
  },
  device: { ...emptyDevice(), Name, Policies, RecentIP: '192.168.2.10' },
})

test('the list shows states, times and sizes in columns', () => {
  const peers = [
    peer('phone', NOW - 100, 1500),
    peer('', NOW - 7200, 3 * 2 ** 30),
    peer('new', 0),
    peer('lost', NOW, 0, ['disabled']),
  ]
  assert.equal(
    tableOf(peers, true, NOW * 1000),
    `NAME     STATE            ADDRESS       CONNECTS FROM      LAST HANDSHAKE  RECEIVED  SENT
phone    online           192.168.2.10  203.0.113.9:40000  1 min ago       1.5 KiB   0 B
key of   offline          192.168.2.10  203.0.113.9:40000  2 h ago         3.0 GiB   0 B
new      never connected  192.168.2.10  -                  never           0 B       0 B
lost     disabled         192.168.2.10  203.0.113.9:40000  0 s ago         0 B       0 B`,
  )
  assert.match(tableOf(peers, false, NOW * 1000), /^phone +server off/m)
})

test('a QR code has a quiet zone, and in a terminal its own colors', () => {
  const lines = renderQr('x', { colored: false }).split('\n')
  assert.match(lines[0]!, /^█+$/)
  assert.equal(lines[0]!.length, 21 + 2 * 2)
  const colored = renderQr('x', { colored: true }).split('\n')
  assert.ok(colored.every((line) => line.startsWith('\x1b[40;97m') && line.endsWith('\x1b[0m')))
})
