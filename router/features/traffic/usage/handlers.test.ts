import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound } from '../../../errors.ts'
import type { ByteStream, Caller } from '../../../model/operation.ts'
import type { Counts } from '../../../model/traffic/flows/change.ts'
import type { DeviceTraffic } from '../../../model/traffic/flows/destinations.ts'
import type { Flow } from '../../../model/traffic/flows/flow.ts'
import type { InsightsOverview, TrafficUsage } from '../../../model/traffic/usage/usage.ts'
import { ipToNumber } from '../../../values/ip.ts'
import { usageHandlers } from './handlers.ts'
import { HOUR_MS, openHome, PHONE, TV } from './rollup.fixture.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const WEB = '203.0.113.80'

async function open() {
  const home = await openHome()
  const rollup = home.open()
  const flow = { Interface: 'wlan0.1', SrcDomain: '', DstDomain: '', Packets: 1, Timeout: 3600, Expires: 3600 }
  const flows: Flow[] = [
    { ...flow, Src: PHONE.ip, Dst: WEB, Bytes: 40 },
    { ...flow, Src: WEB, Dst: PHONE.ip, Bytes: 4000 },
    { ...flow, Src: PHONE.ip, Dst: TV.ip, Bytes: 5 },
  ]
  // The counters of the last hour, by address: local traffic, and more of the internet than there are flows.
  const counters = new Map<string, Counts>([[PHONE.ip, [0, 5, 5000, 40]]])
  const handlers = usageHandlers({
    ...{ facts: home.facts, change: home.change, clock: home.clock, zone: () => 'UTC', rollup },
    sampler: { since: async () => counters },
    ...{ owners: home.owners, flows: { now: async () => flows }, lookup: home.lookup },
  })
  const request = { params: {}, body: undefined, caller }
  const read = (query: object) =>
    handlers.read({ ...request, query: { scale: 'hour', ...query } } as never) as Promise<TrafficUsage>
  return { home, rollup, handlers, request, read }
}

test('usage is read for all, a device or a group, with sums by device, group and network', async () => {
  const { home, rollup, read } = await open()
  await home.clock.step(60_000)
  home.receive(home.phone, 100)
  home.receive(home.tv, 300)
  rollup.count(ipToNumber(WEB), home.phone, 60)
  rollup.count(ipToNumber(WEB), home.tv, 30)
  const all = await read({})
  assert.deepEqual([all.Periods.length, all.Periods.at(-1)?.WanIn], [48, 400])
  assert.deepEqual(
    all.Devices.map(({ Name, IP, WanIn }) => [Name, IP, WanIn]),
    [
      ['tv', TV.ip, 300],
      ['phone', PHONE.ip, 100],
    ],
  )
  assert.deepEqual(
    all.Groups.map(({ Name, WanIn }) => [Name, WanIn]),
    [['family', 400]],
  )
  const other = { ASN: 0, ASNName: '', Country: '', BytesOut: 0 }
  const web = { ASN: 64500, ASNName: 'Example', Country: 'CH', BytesOut: 0 }
  assert.deepEqual(all.Networks, [
    { ...other, BytesIn: 310 },
    { ...web, BytesIn: 90 },
  ])
  const one = await read({ device: TV.mac })
  assert.equal(one.Periods.at(-1)?.WanIn, 300)
  assert.deepEqual(one.Networks, [
    { ...other, BytesIn: 270 },
    { ...web, BytesIn: 30 },
  ])
  assert.equal((await read({ group: 'family' })).Periods.at(-1)?.WanIn, 400)
  await assert.rejects(read({ group: 'nobody' }), NotFound)
  await assert.rejects(read({ device: 'nobody' }), NotFound)
  await assert.rejects(read({ from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }), Invalid)
})

test('the traffic of a deleted device stays in the sums, without its name', async () => {
  const { home, read } = await open()
  await home.clock.step(60_000)
  home.receive(home.phone, 100)
  await home.change((draft) => draft.devices.remove(PHONE.mac))
  const { Devices } = await read({ scale: 'day' })
  assert.deepEqual(
    Devices.map(({ Identity, Name, WanIn }) => [Identity, Name, WanIn]),
    [['', '', 100]],
  )
})

test('CSV has a line for each device and period, and no formulas', async () => {
  const { home, handlers, request } = await open()
  const device = home.facts.devices.get(PHONE.mac)!
  await home.change((draft) => draft.devices.put(PHONE.mac, { ...device, Name: '=1+1, "x"' }))
  await home.clock.step(60_000)
  home.receive(home.phone, 100)
  const { chunks } = (await handlers.csv({ ...request, query: { scale: 'day' } } as never)) as ByteStream
  const text = Buffer.concat(await Array.fromAsync(chunks)).toString()
  assert.equal(
    text,
    'Start,Device,Identity,LanIn,LanOut,WanIn,WanOut\r\n' +
      `2026-03-01T00:00:00.000Z,"'=1+1, ""x""",${PHONE.mac},0,0,100,0\r\n`,
  )
})

test('insights of the last hour come from flows, of longer periods from the networks by hour', async () => {
  const { home, rollup, handlers, request } = await open()
  const overview = (minutes: number) =>
    handlers.overview({ ...request, query: { minutes } } as never) as Promise<InsightsOverview>
  const { TotalIn, TotalOut, Countries, ASNs } = await overview(60)
  assert.deepEqual([TotalIn, TotalOut], [5000, 40])
  assert.deepEqual(
    ASNs.map(({ ASN, BytesIn }) => [ASN, BytesIn]),
    [
      [64500, 4000],
      [0, 1000],
    ],
  )
  assert.deepEqual(
    Countries.map(({ Country, BytesIn }) => [Country, BytesIn]),
    [
      ['CH', 4000],
      ['', 1000],
    ],
  )
  assert.deepEqual(ASNs[0]?.Devices, [{ IP: PHONE.ip, BytesIn: 4000, BytesOut: 40 }])
  await home.clock.step(60_000)
  home.receive(home.tv, 9)
  rollup.count(ipToNumber(WEB), home.tv, 7)
  await home.clock.step(3 * HOUR_MS)
  const day = await overview(1440)
  assert.deepEqual([day.TotalIn, day.Countries[0]?.ASNs[0]?.Devices[0]?.IP], [9, TV.ip])
  assert.deepEqual(
    day.ASNs.map(({ ASN, BytesIn }) => [ASN, BytesIn]),
    [
      [64500, 7],
      [0, 2],
    ],
  )
  const device = (ip: string, minutes: number) =>
    handlers.ofDevice({ ...request, params: { ip }, query: { minutes } } as never) as Promise<DeviceTraffic>
  const { Destinations: last, BytesIn } = await device(TV.ip, 1440)
  assert.equal(BytesIn, 9)
  assert.deepEqual(last, [
    {
      ...{ IP: '', Domain: '', ASN: 64500, ASNName: 'Example', Country: 'CH', BytesIn: 7, BytesOut: 0 },
      LastSeen: '2026-03-01T01:00:00.000Z',
    },
  ])
  const hour = await device(PHONE.ip, 60)
  assert.deepEqual([hour.Destinations[0]?.IP, hour.BytesIn, hour.BytesOut], [WEB, 5000, 45])
  assert.deepEqual((await device('192.168.2.254', 1440)).Destinations, [])
})
