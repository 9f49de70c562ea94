import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConnections } from './connection.ts'
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
const line = (original: string, reply: string) =>
  `ipv4     2 tcp      6 431999 ESTABLISHED ${original} [ASSURED] ${reply} mark=0 use=1`
const way = (src: string, dst: string, packets: number, bytes: number) =>
  `src=${src} dst=${dst} sport=1 dport=2 packets=${packets} bytes=${bytes}`
const flows = (...lines: string[]) => [...flowsOf(parseConnections(lines.join('\n')), where)]

test('a device that calls out: two flows, the answer by the uplink that it came to', () => {
  const out = line(way('192.168.2.6', '203.0.113.80', 2, 200), way('203.0.113.80', '198.51.100.9', 3, 3000))
  assert.deepEqual(flows(out), [
    { Interface: 'wan1', Src: '203.0.113.80', Dst: '192.168.2.6', Packets: 3, Bytes: 3000 },
    { Interface: 'wlan0.4096', Src: '192.168.2.6', Dst: '203.0.113.80', Packets: 2, Bytes: 200 },
  ])
})

test('a forwarded port: the ends, not the address in between', () => {
  const forwarded = line(way('203.0.113.5', '198.51.100.9', 1, 60), way('192.168.2.10', '203.0.113.5', 1, 40))
  assert.deepEqual(flows(forwarded), [
    { Interface: 'wan1', Src: '203.0.113.5', Dst: '192.168.2.10', Packets: 1, Bytes: 60 },
    { Interface: 'lan0', Src: '192.168.2.10', Dst: '203.0.113.5', Packets: 1, Bytes: 40 },
  ])
})

test('connections between the same two are one flow each way, and silence is none', () => {
  const one = line(way('192.168.2.6', '192.168.2.10', 1, 100), way('192.168.2.10', '192.168.2.6', 0, 0))
  assert.deepEqual(flows(one, one), [
    { Interface: 'wlan0.4096', Src: '192.168.2.6', Dst: '192.168.2.10', Packets: 2, Bytes: 200 },
  ])
})

test('what the router itself talks about is left out', () => {
  const dns = line(way('192.168.2.6', '9.9.9.9', 1, 60), way('192.168.2.1', '192.168.2.6', 1, 90))
  const own = line(way('198.51.100.9', '9.9.9.9', 1, 60), way('9.9.9.9', '198.51.100.9', 1, 90))
  const unknown = line(way('192.168.2.50', '9.9.9.9', 1, 60), way('9.9.9.9', '198.51.100.9', 1, 90))
  assert.deepEqual(flows(dns, own, unknown), [])
})

test('lines that do not read as a connection are passed over', () => {
  const bad = [
    '',
    'src=192.168.2.6',
    'ipv6 10 tcp src=fe80::1 dst=fe80::2 packets=1 bytes=1 src=fe80::2 dst=fe80::1 packets=1 bytes=1',
    line(way('192.168.2.6', '1.1.1.1', Number.NaN, 1), way('1.1.1.1', '192.168.2.6', 1, 1)),
  ]
  assert.deepEqual(flows(...bad), [])
})

test('of more than 4096 flows the largest are told', () => {
  const many = Array.from({ length: 5000 }, (_, i) =>
    line(
      way('192.168.2.6', `203.0.${i >> 8}.${i & 255}`, 1, i),
      way(`203.0.${i >> 8}.${i & 255}`, '198.51.100.9', 0, 0),
    ),
  )
  const told = flows(...many)
  assert.deepEqual([told.length, told[0]?.Bytes, told.at(-1)?.Bytes], [4096, 4999, 904])
})
