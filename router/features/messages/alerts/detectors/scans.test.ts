import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../../events/bus.ts'
import { openSteppedClock } from '../../../../machine/stepped.fixture.ts'
import { watchScans } from './scans.ts'

const ROUTER = '203.0.113.7'

function open() {
  const bus = openBus((error) => assert.fail(String(error)))
  const clock = openSteppedClock()
  const scans: unknown[] = []
  bus.subscribe('firewall:scan', (scan) => scans.push(scan))
  watchScans({ bus, clock, isUplink: (link) => link === 'wan0' })
  const drop = (SrcIP: string, DstIP: string, port: number, more: object = {}, topic = 'nft:drop:input') =>
    bus.publish(
      topic as never,
      {
        IP: { SrcIP, DstIP },
        TCP: { SrcPort: 40_000, DstPort: port, SYN: true, ACK: false },
        ...{ InDev: 'wan0', SrcDevice: '' },
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
  assert.deepEqual(scans, [{ SrcIP: '198.51.100.9', MAC: '', Device: '', Iface: 'wan0', Side: 'uplink', ...seen }])
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

const PHONE = { InDev: 'wlan0.1', Ethernet: { SrcMAC: '02:00:00:00:00:01' }, SrcDevice: '02:00:00:00:00:01' }
const invented = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

test('forged sources fill no memory, and hide neither a scan that continues nor one at home', async () => {
  const { drop, scans, clock } = open()
  for (let port = 1; port <= 20; port++) {
    for (let n = 0; n < 1000; n++) drop(invented(port * 1000 + n), ROUTER, 80)
    drop('198.51.100.9', ROUTER, port)
  }
  assert.partialDeepStrictEqual(scans, [{ SrcIP: '198.51.100.9' }])
  await clock.step(60_000)
  for (let port = 1; port <= 20; port++) {
    for (let n = 0; n < 5000; n++) drop(invented(port * 5000 + n), ROUTER, 80)
    drop('192.168.2.6', ROUTER, port, PHONE)
  }
  assert.partialDeepStrictEqual(scans[1], { SrcIP: '192.168.2.6', Device: PHONE.SrcDevice })
})

test('a device that sends from other addresses is named by its MAC address, and the others are not accused', () => {
  const { drop, scans } = open()
  const forging = { ...PHONE, InDev: 'lan0', Ethernet: { SrcMAC: '02:66:00:00:00:01' }, SrcDevice: '' }
  for (let host = 1; host <= 20; host++) drop(`192.168.2.${host}`, `192.168.2.${4 * host}`, 22, forging, 'nft:drop:mac')
  const MAC = '02:66:00:00:00:01'
  assert.partialDeepStrictEqual(scans, [{ SrcIP: '', MAC, Device: MAC, Side: 'home', Hosts: 20 }])
  for (let port = 1; port <= 30; port++) drop('192.168.2.6', ROUTER, port, {}, 'nft:drop:spoof')
  assert.equal(scans.length, 1)
})

test('thousands of sources that scan cause five events, then one in two minutes, and hide none at home', async () => {
  const { drop, scans, clock } = open()
  const scan = (source: string, more = {}) => {
    for (let port = 1; port <= 20; port++) drop(source, ROUTER, port, more)
  }
  for (let n = 0; n < 3000; n++) scan(invented(n))
  assert.equal(scans.length, 5)
  scan('192.168.2.6', PHONE)
  assert.equal(scans.length, 6)
  await clock.step(120_000)
  for (let n = 0; n < 3000; n++) scan(invented(n))
  assert.equal(scans.length, 7)
})
