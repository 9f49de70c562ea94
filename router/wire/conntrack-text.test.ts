import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined } from './bytes.ts'
import { decodeConnection } from './conntrack.ts'
import { parseConnections } from './conntrack-text.ts'
import { encodeNested, readAttribute } from './netlink.ts'

/** As Linux 6.18 printed them. */
const TCP =
  'ipv4     2 tcp      6 431999 ESTABLISHED src=192.168.2.6 dst=81.2.70.10 sport=40404 dport=80 packets=5 bytes=400 src=81.2.70.10 dst=81.2.69.100 sport=80 dport=40404 packets=4 bytes=900 [ASSURED] mark=0 zone=0 use=2'
const PING =
  'ipv4     2 icmp     1 29 src=192.168.2.10 dst=192.168.2.6 type=8 code=0 id=22946 packets=1 bytes=84 src=192.168.2.6 dst=192.168.2.10 type=0 code=0 id=22946 packets=1 bytes=84 mark=0 zone=0 use=2'
const GRE =
  'ipv4     2 gre      47 29 timeout=30, stream_timeout=180 src=192.168.2.14 dst=81.2.70.10 srckey=0x0 dstkey=0x0 [UNREPLIED] src=81.2.70.10 dst=81.2.69.100 srckey=0x0 dstkey=0x0 mark=0 zone=0 use=2'
const IGMP =
  'ipv4     2 unknown  2 599 src=127.0.0.1 dst=127.0.0.9 [UNREPLIED] src=127.0.0.9 dst=127.0.0.1 mark=0 zone=0 use=2'
const TABLE = [TCP, PING, GRE, ''].join('\n')

test('a connection is found by its originator, its destination and its responder', () => {
  const ends = (ip: string) =>
    parseConnections(TABLE, [ip])?.map(({ original }) => `${original.source} ${original.destination}`)
  assert.deepEqual(ends('192.168.2.6'), ['192.168.2.6 81.2.70.10', '192.168.2.10 192.168.2.6'])
  assert.deepEqual(ends('192.168.2.10'), ['192.168.2.10 192.168.2.6'])
  assert.deepEqual(ends('81.2.69.100'), [])
  const FORWARDED = TCP.replace('src=192.168.2.6 dst=81.2.70.10', 'src=81.2.70.10 dst=81.2.69.100').replace(
    'src=81.2.70.10 dst=81.2.69.100 sport=80',
    'src=192.168.2.6 dst=81.2.70.10 sport=8080',
  )
  assert.equal(parseConnections(FORWARDED, ['192.168.2.6'])?.length, 1, 'one that was forwarded to it')
  assert.deepEqual(ends('192.168.2.1'), [])
})

test('a connection has its port, and counters of both directions', () => {
  const [connection] = parseConnections(TCP, ['81.2.70.10']) ?? []
  assert.deepEqual(
    [
      connection?.protocol,
      connection?.port,
      connection?.original.bytes,
      connection?.reply.packets,
      connection?.reply.destination,
    ],
    [6, 80, 400, 4, '81.2.69.100'],
  )
})

test('a connection has the same identifier as by netlink', () => {
  const captured = Buffer.from(
    '020000003c00018014000180080001007f000001080002007f0000012400028005000100010000000600040059a2000005000500080000000500060000000000' +
      '3c00028014000180080001007f000001080002007f0000012400028005000100010000000600040059a2000005000500000000000500060000000000',
    'hex',
  )
  const text = PING.replaceAll(/192\.168\.2\.\d+/g, '127.0.0.1')
  const [parsed] = parseConnections(text, ['127.0.0.1']) ?? []
  const decoded = decodeConnection(captured, () => true)
  assert.deepEqual(Buffer.from(parsed!.entry), Buffer.from(joined(encodeNested(1, readAttribute(decoded!.entry, 1)!))))
})

test('a protocol without all identifying fields in the text gives undefined', () => {
  assert.equal(parseConnections(TABLE, ['192.168.2.14']), undefined)
})

test('all IPv4 connections of a table are parsed', () => {
  const six = TCP.replace('ipv4     2', 'ipv6     10')
  const found = parseConnections([six, TCP, PING, IGMP].join('\n'), 'all')
  assert.deepEqual(
    found?.map(({ protocol, port, original }) => [protocol, port, original.destination]),
    [
      [6, 80, '81.2.70.10'],
      [1, undefined, '192.168.2.6'],
      [2, undefined, '127.0.0.9'],
    ],
  )
  assert.equal(parseConnections(TABLE, 'all'), undefined)
})

test('a protocol without a tracker is identified by its number and addresses', () => {
  const [connection] = parseConnections(IGMP, 'all') ?? []
  const captured = '14000180080001007f000001080002007f0000090c0002800500010002000000'
  assert.equal(Buffer.from(readAttribute(connection!.entry, 1)!).toString('hex'), captured)
})
