import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { watchScans } from './scans.ts'

const ROUTER = '203.0.113.7'

function open() {
  const bus = openBus((error) => assert.fail(String(error)))
  const clock = openSteppedClock()
  const scans: unknown[] = []
  bus.subscribe('firewall:scan', (scan) => scans.push(scan))
  watchScans({ bus, clock, isUplink: (link) => link === 'wan0' })
  const drop = (SrcIP: string, DstIP: string, port: number, more: object = {}) =>
    bus.publish(
      'nft:drop:input' as never,
      {
        IP: { SrcIP, DstIP },
        TCP: { SrcPort: 40_000, DstPort: port, SYN: true, ACK: false },
        InDev: 'wan0',
        ...more,
      } as never,
    )
  return { clock, scans, drop }
}

test('twenty ports of one host within a minute are a scan from the uplink', async () => {
  const { drop, scans, clock } = open()
  for (let port = 19; port >= 1; port--) drop('198.51.100.9', ROUTER, port)
  for (let n = 0; n < 100; n++) drop('198.51.100.9', ROUTER, 1)
  assert.deepEqual(scans, [])
  await clock.step(30_000)
  drop('198.51.100.9', ROUTER, 443)
  const Ports = [...Array.from({ length: 19 }, (_, n) => n + 1), 443]
  const seen = { Ports, Count: 20, Hosts: 1, Seconds: 30 }
  assert.deepEqual(scans, [{ SrcIP: '198.51.100.9', MAC: '', Iface: 'wan0', Side: 'uplink', ...seen }])
})

test('one port of twenty hosts is a scan of a device at home', () => {
  const { drop, scans } = open()
  const inside = { InDev: 'lan0', Ethernet: { SrcMAC: '02:00:00:00:00:01' } }
  for (let host = 1; host <= 20; host++) drop('192.168.2.6', `192.168.2.${4 * host}`, 22, inside)
  assert.partialDeepStrictEqual(scans, [{ MAC: '02:00:00:00:00:01', Side: 'home', Ports: [22], Count: 1, Hosts: 20 }])
})

test('slow packets, late answers, broadcasts and packets of the router are no scan', async () => {
  const { drop, scans, clock } = open()
  for (let port = 1; port <= 100; port++) {
    drop('198.51.100.9', ROUTER, port)
    await clock.step(4000)
  }
  for (let port = 50_000; port < 50_100; port++) {
    drop('198.51.100.1', ROUTER, port, { TCP: { SrcPort: 443, DstPort: port, SYN: true, ACK: true } })
    drop('198.51.100.2', ROUTER, port, { TCP: undefined, UDP: { SrcPort: 53, DstPort: port } })
    drop('192.168.2.6', '239.255.255.250', port)
    drop('192.168.2.6', '192.168.2.255', port)
    drop(ROUTER, '198.51.100.3', port, { InDev: '' })
  }
  assert.deepEqual(scans, [])
})

test('a source is reported once in ten minutes', async () => {
  const { drop, scans, clock } = open()
  const scan = () => {
    for (let port = 1; port <= 1000; port++) drop('198.51.100.9', ROUTER, port)
  }
  scan()
  await clock.step(599_000)
  scan()
  assert.equal(scans.length, 1)
  await clock.step(2000)
  scan()
  assert.equal(scans.length, 2)
})

test('forged sources do not fill the memory, nor hide a scan that goes on', () => {
  const { drop, scans } = open()
  for (let port = 1; port <= 20; port++) {
    for (let n = 0; n < 400; n++) drop(`10.${port}.${n >> 8}.${n & 255}`, ROUTER, 80)
    drop('198.51.100.9', ROUTER, port)
  }
  assert.equal(scans.length, 1)
})
