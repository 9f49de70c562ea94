import assert from 'node:assert/strict'
import { openStories } from '../../home/story.ts'
import { say } from '../../probes/group-listener.ts'
import { until } from '../../process/until.ts'
import { announcement, base, kindOf, MDNS, signalsOf } from './kinds.fixture.ts'

const SSDP = '239.255.255.250:1900'

const story = await openStories({
  printer: { wired: true, unknown: true },
  television: { wired: true, unknown: true },
})

story('an unknown device is recognised by its DHCP request and its announcement', async ({ router, printer }) => {
  await assert.rejects(kindOf(router, printer), /404/)
  await printer.connect()
  await printer.lease(20_000, '-V', 'Hewlett-Packard JetDirect')
  assert.partialDeepStrictEqual(await kindOf(router, printer), {
    ...{ Category: 'Printer', Vendor: 'HP', Confidence: 'High', UserCorrection: false },
    SuggestedPolicies: ['dns'],
  })
  await say(printer, MDNS, announcement('_pdl-datastream._tcp', ['ty=HP LaserJet M404', 'pdl=application/pdf']))
  const { Model, Evidence } = await until('the announced model', async () => {
    const kind = await kindOf(router, printer)
    return kind.Model === '' ? undefined : kind
  })
  assert.equal(Model, 'HP LaserJet M404')
  assert.ok(Evidence.includes('It announces _pdl-datastream._tcp.'))
  assert.ok(Evidence.includes('Its DHCP vendor class is “Hewlett-Packard JetDirect”.'))
  const { Hostname, ParamReqList, RandomMAC } = await signalsOf(router, printer)
  assert.deepEqual([Hostname, RandomMAC], ['printer', true])
  assert.match(ParamReqList, /^1,3,6/)
})

story('a television is recognised by SSDP, and a correction by the owner stays', async ({ router, television }) => {
  await television.join()
  const headers = ['NT: urn:dial-multiscreen-org:service:dial:1', 'NTS: ssdp:alive', 'SERVER: WebOS/1.5 UPnP/1.0']
  await say(television, SSDP, ['NOTIFY * HTTP/1.1', ...headers, '', ''].join('\r\n'))
  await until('the kind', async () => (await kindOf(router, television)).Category === 'TV')
  await router.api(`${base}/${television.mac}/correction`, { Category: 'Computer', Model: 'Monitor' })
  await say(television, MDNS, announcement('_viziocast._tcp', ['x=1']))
  await until('the signal', async () => (await signalsOf(router, television)).Services.includes('_viziocast._tcp'))
  assert.partialDeepStrictEqual(await kindOf(router, television), { Category: 'Computer', Pinned: true })
  await router.daemon.stop()
  await router.start()
  assert.partialDeepStrictEqual(await kindOf(router, television), { Category: 'Computer', Pinned: true })
  await router.api(`${base}/${television.mac}/correction`, undefined, 'DELETE')
  assert.equal((await kindOf(router, television)).Category, 'TV', 'the signals are stored as well')
})
