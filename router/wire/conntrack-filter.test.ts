import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSubnet } from '../values/subnet.ts'
import { filtersOf } from './conntrack-filter.ts'
import type { ConnectionPattern } from './conntrack-selection.ts'
import { readAttribute, readUint32 } from './netlink.ts'

/** The flags of each filter, for the tuples of both directions: the fields that the kernel compares. */
const compared = (of: Parameters<typeof filtersOf>[0]): (readonly (number | undefined)[])[] =>
  filtersOf(of).map((attributes) => {
    const filter = readAttribute(attributes, 25)
    return filter ? [readUint32(filter, 1), readUint32(filter, 2)] : []
  })

const SOURCE = 1
const DESTINATION = 2
const PROTOCOL = 8
const SOURCE_PORT = 16
const DESTINATION_PORT = 32

const pattern = (source: string, destination: string, ports?: ConnectionPattern['ports']): ConnectionPattern => ({
  source: parseSubnet(source)!,
  destination: parseSubnet(destination)!,
  protocol: 6,
  ports,
})

test('an address is requested as opener, as destination and as responder', () => {
  assert.deepEqual(compared(['192.168.2.6']), [
    [SOURCE, 0],
    [DESTINATION, 0],
    [0, SOURCE],
  ])
})

test('a network is requested by its protocol, an address and a port by their values', () => {
  assert.deepEqual(compared([pattern('0.0.0.0/0', '198.51.100.0/24', { first: 80, last: 90 })]), [[PROTOCOL, 0]])
  assert.deepEqual(compared([pattern('192.168.2.6/32', '198.51.100.0/24')]), [[SOURCE | PROTOCOL, 0]])
  assert.deepEqual(compared([pattern('0.0.0.0/0', '198.51.100.7/32')]), [
    [DESTINATION | PROTOCOL, 0],
    [0, SOURCE | PROTOCOL],
  ])
  assert.deepEqual(compared([pattern('192.168.2.6/32', '0.0.0.0/0', { first: 25, last: 25 })]), [
    [SOURCE | PROTOCOL | DESTINATION_PORT, 0],
    [SOURCE, PROTOCOL | SOURCE_PORT],
  ])
})

test('a filter has the values that it compares', () => {
  const [sent] = filtersOf([pattern('192.168.2.6/32', '198.51.100.7/32', { first: 25, last: 25 })])
  const tuple = readAttribute(sent!, 1)!
  assert.equal(Buffer.from(readAttribute(tuple, 1)!).toString('hex'), '08000100c0a8020608000200c6336407')
  assert.equal(Buffer.from(readAttribute(tuple, 2)!).toString('hex'), '05000100060000000600030000190000')
})

test('equal filters are sent once, and many are replaced by one request for all entries', () => {
  const net = pattern('0.0.0.0/0', '198.51.100.0/24')
  assert.equal(filtersOf([net, pattern('0.0.0.0/0', '203.0.113.0/24')]).length, 1)
  const addresses = Array.from({ length: 9 }, (_, i) => `192.168.2.${i}`)
  assert.equal(filtersOf(addresses.slice(0, 8)).length, 24)
  assert.deepEqual(filtersOf(addresses), [new Uint8Array()])
  assert.deepEqual(filtersOf('all'), [new Uint8Array()])
  assert.deepEqual(filtersOf([]), [])
})
