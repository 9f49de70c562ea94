import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Direction } from '../../../wire/conntrack.ts'
import { directionsOf, type Whereabouts } from './flow.ts'

const LINKS = new Map([
  ['192.168.2.6', 'wlan0.4096'],
  ['192.168.2.10', 'lan0'],
])
const where: Whereabouts = {
  deviceLink: (ip) => LINKS.get(ip),
  isLocal: (ip) => ip.startsWith('192.168.2.'),
  uplink: (ip) => (ip === '198.51.100.9' ? 'wan1' : 'wan0'),
}
const direction = (source: string, destination: string, packets: number, bytes: number): Direction => ({
  source,
  destination,
  packets,
  bytes,
})
const ways = (original: Direction, reply: Direction) =>
  directionsOf({ original, reply }, where).map(
    ({ Interface, Src, Dst, packets, bytes }) => `${Interface}: ${Src} > ${Dst}, ${packets} of ${bytes}`,
  )

test('an outgoing connection has two directions, the reply on the uplink that received it', () => {
  const out = direction('192.168.2.6', '203.0.113.80', 2, 200)
  assert.deepEqual(ways(out, direction('203.0.113.80', '198.51.100.9', 3, 3000)), [
    'wlan0.4096: 192.168.2.6 > 203.0.113.80, 2 of 200',
    'wan1: 203.0.113.80 > 192.168.2.6, 3 of 3000',
  ])
})

test('a forwarded connection is shown with its endpoints, not with the translated address', () => {
  const inwards = direction('203.0.113.5', '198.51.100.9', 1, 60)
  assert.deepEqual(ways(inwards, direction('192.168.2.10', '203.0.113.5', 1, 40)), [
    'wan1: 203.0.113.5 > 192.168.2.10, 1 of 60',
    'lan0: 192.168.2.10 > 203.0.113.5, 1 of 40',
  ])
})

test('connections of the router itself, and of unknown addresses, are omitted', () => {
  const dns = ways(direction('192.168.2.6', '9.9.9.9', 1, 60), direction('192.168.2.1', '192.168.2.6', 1, 90))
  const own = ways(direction('198.51.100.9', '9.9.9.9', 1, 60), direction('9.9.9.9', '198.51.100.9', 1, 90))
  const unknown = ways(direction('192.168.2.50', '9.9.9.9', 1, 60), direction('9.9.9.9', '198.51.100.9', 1, 90))
  assert.deepEqual([dns, own, unknown], [[], [], []])
})
