import assert from 'node:assert/strict'
import { test } from 'node:test'
import { destinationsOf, flowsOf, restOf } from './destinations.ts'
import type { Flow } from './flow.ts'

const PHONE = '192.168.2.6'
const flow = (Src: string, Dst: string, Bytes: number, Expires: number): Flow => ({
  Interface: 'lan0',
  Src,
  SrcDomain: '',
  Dst,
  DstDomain: '',
  Packets: 1,
  Bytes,
  Timeout: 3600,
  Expires,
})
const nowhere = { ASN: 0, ASNName: '', Country: '' }
const quad9 = { ASN: 19281, ASNName: 'Quad9', Country: 'US' }
const placeOf = (ip: string) => (ip === '203.0.113.80' ? quad9 : nowhere)
const flows = [
  flow('203.0.113.80', PHONE, 900, 3600),
  flow(PHONE, '203.0.113.81', 500, 3600),
  flow(PHONE, '203.0.113.80', 100, 3540),
  flow('192.168.2.60', '203.0.113.80', 7, 3600),
]

test('bytes of both directions are summed for each remote address, the largest first', () => {
  const now = Date.UTC(2024, 2, 1, 10)
  assert.deepEqual(destinationsOf(flows, PHONE, now, placeOf), [
    { IP: '203.0.113.80', Domain: '', ...quad9, BytesIn: 900, BytesOut: 100, LastSeen: '2024-03-01T10:00:00.000Z' },
    { IP: '203.0.113.81', Domain: '', ...nowhere, BytesIn: 0, BytesOut: 500, LastSeen: '2024-03-01T10:00:00.000Z' },
  ])
  const [, other] = destinationsOf([flows[1]!, flows[2]!], PHONE, now, placeOf)
  assert.equal(other?.LastSeen, '2024-03-01T09:59:00.000Z')
})

test('a device without flows has no destinations, and flows of others are not included', () => {
  assert.deepEqual(destinationsOf(flows, '', 0, placeOf), [])
  assert.equal(flowsOf(flows, PHONE).length, 3)
})

test('what no destination accounts for is the rest, and never less than nothing', () => {
  const Destinations = destinationsOf(flows, PHONE, 0, placeOf)
  const device = { IP: PHONE, Since: '', Destinations }
  assert.deepEqual(restOf({ ...device, BytesIn: 1000, BytesOut: 600 }), { BytesIn: 100, BytesOut: 0 })
  assert.deepEqual(restOf({ ...device, BytesIn: 0, BytesOut: 0 }), { BytesIn: 0, BytesOut: 0 })
})
