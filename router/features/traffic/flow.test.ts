import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Direction } from '../../wire/conntrack.ts'
import { flowsOf, type Whereabouts } from './flow.ts'

const LINKS = new Map([
  ['192.168.2.6', 'wlan0.4096'],
  ['192.168.2.10', 'lan0'],
])
const where: Whereabouts = {
  deviceLink: (ip) => LINKS.get(ip),
  isLocal: (ip) => ip.startsWith('192.168.2.'),
  uplink: (ip) => (ip === '198.51.100.9' ? 'wan1' : 'wan0'),
}
const way = (source: string, destination: string, packets: number, bytes: number): Direction => ({
  source,
  destination,
  packets,
  bytes,
})
const tracked = (original: Direction, reply: Direction) => ({ original, reply })
const flows = (...connections: ReturnType<typeof tracked>[]) => flowsOf(connections, where)

test('a device that calls out: two flows, the answer by the uplink that it came to', () => {
  const out = tracked(way('192.168.2.6', '203.0.113.80', 2, 200), way('203.0.113.80', '198.51.100.9', 3, 3000))
  assert.deepEqual(flows(out), [
    { Interface: 'wan1', Src: '203.0.113.80', Dst: '192.168.2.6', Packets: 3, Bytes: 3000 },
    { Interface: 'wlan0.4096', Src: '192.168.2.6', Dst: '203.0.113.80', Packets: 2, Bytes: 200 },
  ])
})

test('a forwarded port: the ends, not the address in between', () => {
  const forwarded = tracked(way('203.0.113.5', '198.51.100.9', 1, 60), way('192.168.2.10', '203.0.113.5', 1, 40))
  assert.deepEqual(flows(forwarded), [
    { Interface: 'wan1', Src: '203.0.113.5', Dst: '192.168.2.10', Packets: 1, Bytes: 60 },
    { Interface: 'lan0', Src: '192.168.2.10', Dst: '203.0.113.5', Packets: 1, Bytes: 40 },
  ])
})

test('connections between the same two are one flow each way, and silence is none', () => {
  const one = tracked(way('192.168.2.6', '192.168.2.10', 1, 100), way('192.168.2.10', '192.168.2.6', 0, 0))
  assert.deepEqual(flows(one, one), [
    { Interface: 'wlan0.4096', Src: '192.168.2.6', Dst: '192.168.2.10', Packets: 2, Bytes: 200 },
  ])
})

test('what the router itself talks about is left out', () => {
  const dns = tracked(way('192.168.2.6', '9.9.9.9', 1, 60), way('192.168.2.1', '192.168.2.6', 1, 90))
  const own = tracked(way('198.51.100.9', '9.9.9.9', 1, 60), way('9.9.9.9', '198.51.100.9', 1, 90))
  const unknown = tracked(way('192.168.2.50', '9.9.9.9', 1, 60), way('9.9.9.9', '198.51.100.9', 1, 90))
  assert.deepEqual(flows(dns, own, unknown), [])
})

test('of more than 4096 flows the largest are told', () => {
  const many = Array.from({ length: 5000 }, (_, i) =>
    tracked(
      way('192.168.2.6', `203.0.${i >> 8}.${i & 255}`, 1, i),
      way(`203.0.${i >> 8}.${i & 255}`, '198.51.100.9', 0, 0),
    ),
  )
  const told = flows(...many)
  assert.deepEqual([told.length, told[0]?.Bytes, told.at(-1)?.Bytes], [4096, 4999, 904])
})
