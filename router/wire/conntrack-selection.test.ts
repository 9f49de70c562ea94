import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ipToNumber } from '../values/ip.ts'
import { parseSubnet } from '../values/subnet.ts'
import { type ConnectionPattern, matcherOf } from './conntrack-selection.ts'

const ends = (source: string, destination: string, port: number | undefined, responder = destination, to = port) => ({
  source: ipToNumber(source),
  destination: ipToNumber(destination),
  responder: ipToNumber(responder),
  protocol: port === undefined ? 1 : 6,
  port,
  responderPort: to,
})

const pattern = (source: string, destination: string, ports?: ConnectionPattern['ports']): ConnectionPattern => ({
  source: parseSubnet(source)!,
  destination: parseSubnet(destination)!,
  protocol: 6,
  ports,
})

test('an address selects what it opened, what was sent to it and what it answers', () => {
  const forwarded = ends('198.51.100.1', '203.0.113.7', 8080, '192.168.2.6', 80)
  for (const ip of ['198.51.100.1', '203.0.113.7', '192.168.2.6']) assert.ok(matcherOf([ip])(forwarded), ip)
  assert.ok(!matcherOf(['192.168.2.10'])(forwarded))
  assert.ok(!matcherOf([])(forwarded))
  assert.ok(matcherOf('all')(forwarded))
})

test('a pattern compares network, protocol and port', () => {
  const wanted = matcherOf([pattern('192.168.2.0/24', '198.51.100.0/24', { first: 80, last: 90 })])
  assert.ok(wanted(ends('192.168.2.255', '198.51.100.0', 80)))
  assert.ok(wanted(ends('192.168.2.0', '198.51.100.255', 90)))
  assert.ok(!wanted(ends('192.168.3.0', '198.51.100.7', 80)))
  assert.ok(!wanted(ends('192.168.2.6', '198.51.101.0', 80)))
  assert.ok(!wanted(ends('192.168.2.6', '198.51.100.7', 91)))
  assert.ok(!wanted(ends('192.168.2.6', '198.51.100.7', undefined)))
  assert.ok(!wanted({ ...ends('192.168.2.6', '198.51.100.7', 80), protocol: 17 }))
})

test('a pattern matches a translated connection on either side of the translation', () => {
  const forwarded = ends('198.51.100.1', '203.0.113.7', 8080, '192.168.2.6', 80)
  const matches = (destination: string, port: number) =>
    matcherOf([pattern('0.0.0.0/0', destination, { first: port, last: port })])(forwarded)
  assert.ok(matches('203.0.113.7/32', 8080))
  assert.ok(matches('192.168.2.6/32', 80))
  assert.ok(!matches('203.0.113.7/32', 80))
  assert.ok(!matches('192.168.2.6/32', 8080))
})
