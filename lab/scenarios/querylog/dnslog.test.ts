import assert from 'node:assert/strict'
import type { DnsLogRecord } from '../../../router/model/dns/querylog/record.ts'
import type { DnsTop } from '../../../router/model/dns/querylog/toplist.ts'
import type { DeviceTraffic } from '../../../router/model/traffic/flows/destinations.ts'
import type { Flow } from '../../../router/model/traffic/flows/flow.ts'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { journalsIn } from '../../probes/dnsjournal.ts'
import { openEvents } from '../../probes/listener.ts'
import { until } from '../../process/until.ts'

const log = '/plugins/dns/log'
const data = '/run/dnslog'
const story = await openStories(
  { laptop: { Policies: ['wan', 'dns'] }, phone: { Policies: ['wan', 'dns'] }, camera: { Policies: ['dns'] } },
  { data, minuteMs: 500 },
)

const addressOf = async (device: HouseholdDevice): Promise<string> => (await device.address()) ?? ''
const history = async (router: Router, device: HouseholdDevice): Promise<DnsLogRecord[]> =>
  router.api(`${log}/history/${await addressOf(device)}`).catch(() => []) as Promise<DnsLogRecord[]>
const entryOf = (router: Router, device: HouseholdDevice, name: string) =>
  until(`${name} in the log`, async () =>
    (await history(router, device)).find(({ FirstName }) => FirstName === `${name}.`),
  )

/** The lines in the journals of the log. */
const onDisk = () => journalsIn(data)

story('queries and responses of a device are in its history, newest first', async (home) => {
  const { laptop, router } = home
  await home.gather()
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  assert.deepEqual(await laptop.resolves('nowhere.test', 'AAAA'), [])
  assert.deepEqual(await laptop.resolves('www.test', '+tcp'), [WEB], 'from the cache')
  await entryOf(router, laptop, 'nowhere.test')
  const [cached, none, first] = await until('three records', async () => {
    const records = await history(router, laptop)
    return records.length === 3 && records
  })
  const ip = await addressOf(laptop)
  assert.partialDeepStrictEqual(first, {
    Q: [{ Name: 'www.test.', Qtype: 1, Qclass: 1 }],
    A: [{ Hdr: { Name: 'www.test.', Rrtype: 1, Class: 1, Rdlength: 4 }, A: WEB }],
    Type: 'NOERROR',
    FirstAnswer: WEB,
    Local: '192.168.2.1:53',
    Reason: '',
  })
  assert.match(first!.Remote, new RegExp(`^${ip}:[1-9]`))
  assert.partialDeepStrictEqual(none, { Q: [{ Qtype: 28 }], Type: 'NXDOMAIN', FirstAnswer: '' })
  assert.match(cached!.Remote, new RegExp(`^${ip}:[1-9]`))
  assert.ok(Math.abs(Date.parse(first!.Timestamp) - Date.now()) < 60_000, first!.Timestamp)
})

story('queries are sent as events while there are subscribers', async ({ phone, router }) => {
  const ip = await addressOf(phone)
  await using listener = await openEvents(router)
  await phone.resolves('www.test')
  const { Data } = await listener.event(`dns:serve:${ip}`)
  assert.partialDeepStrictEqual(JSON.parse(Data), { FirstName: 'www.test.', FirstAnswer: WEB, Type: 'NOERROR' })
})

story('traffic is listed by the domains that each device looked up', async ({ laptop, router }) => {
  const ip = await addressOf(laptop)
  await laptop.run('curl', '-s', '-m', '5', '-o', '/dev/null', 'http://www.test/')
  const there = await until('a flow with its name', async () => {
    const flows = (await router.api('/iptraffic')) as Flow[]
    return flows.some(({ Src, Dst, DstDomain }) => Src === ip && Dst === WEB && DstDomain === 'www.test') && flows
  })
  assert.ok(there.some(({ Src, Dst, SrcDomain }) => Src === WEB && Dst === ip && SrcDomain === 'www.test'))
  const { Destinations } = (await router.api(`/traffic/device/${laptop.mac}`)) as DeviceTraffic
  assert.equal(Destinations.find(({ IP }) => IP === WEB)?.Domain, 'www.test')
})

story('the deciding rule is logged for each device', async ({ laptop, phone, router }) => {
  const block = '/plugins/dns/block'
  await router.api(`${block}/override`, { Type: 'block', Domain: 'ads.test' })
  await router.api(`${block}/exclusions`, await addressOf(phone))
  assert.deepEqual(await laptop.resolves('tracker.ads.test'), [])
  assert.deepEqual(await phone.resolves('tracker.ads.test'), [WEB])
  assert.partialDeepStrictEqual(await entryOf(router, laptop, 'tracker.ads.test'), {
    Type: 'BLOCKED',
    Reason: 'overridden by ads.test.',
  })
  assert.partialDeepStrictEqual(await entryOf(router, phone, 'tracker.ads.test'), {
    Type: 'NOERROR',
    Reason: 'excluded from the filter',
    FirstAnswer: WEB,
  })
  const { BlockedQueries } = (await router.api(`${log}/top`)) as DnsTop
  assert.equal(BlockedQueries, 1)
})

story('private clients and ignored domains are not logged', async ({ laptop, camera, router }) => {
  const ip = await addressOf(camera)
  await router.api(`${log}/host_privacy_list`, [ip])
  await router.api(`${log}/domain_ignore/noise.test.`, {})
  await camera.resolves('www.test')
  await laptop.resolves('noise.test')
  await laptop.resolves('after.test')
  await entryOf(router, laptop, 'after.test')
  const names = (await history(router, laptop)).map(({ FirstName }) => FirstName)
  assert.ok(!names.includes('noise.test.'), names.join())
  assert.deepEqual(await history(router, camera), [])
  await router.api(`${log}/host_privacy_list`, [])
  await camera.resolves('www.test')
  await entryOf(router, camera, 'www.test')
})

story('the most frequent names and clients come first', async ({ laptop, router }) => {
  for (let time = 0; time < 5; time++) await laptop.resolves('often.test')
  const top = await until('the counts', async () => {
    const counts = (await router.api(`${log}/top?hours=1&limit=1&client=${await addressOf(laptop)}`)) as DnsTop
    return counts.Domains[0]?.Name === 'often.test' && counts.Domains[0].Count === 5 && counts
  })
  assert.equal(top.Clients.length, 1)
})

story('logged queries survive a kill of the router', async ({ laptop, router }) => {
  await laptop.resolves('last.test')
  await entryOf(router, laptop, 'last.test')
  await until('it to be on the disk', () => onDisk().includes('\x04last\x04test'))
  const before = await history(router, laptop)
  await router.kill()
  await router.start()
  assert.deepEqual(await history(router, laptop), before)
})

story('the log of a device is deleted with the device, or on request', async ({ laptop, camera, router }) => {
  const ip = await addressOf(camera)
  await router.api(`${log}/history/${await addressOf(laptop)}`, undefined, 'DELETE')
  assert.deepEqual(await history(router, laptop), [])
  await router.api(`${log}/host_privacy_list`, [ip])
  await router.api(`/device?identity=${camera.mac}`, undefined, 'DELETE')
  await assert.rejects(router.api(`${log}/history/${ip}`), /404/)
  assert.deepEqual(await router.api(`${log}/host_privacy_list`), [])
})
