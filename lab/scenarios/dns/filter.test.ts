import assert from 'node:assert/strict'
import type { DnsBlockConfig } from '../../../router/model/dns/blocklists/contract.ts'
import type { DnsExplanation } from '../../../router/model/dns/blocklists/why.ts'
import type { DnsLogRecord } from '../../../router/model/dns/querylog/record.ts'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { base, ipOf, override, removeOverride } from './filter.fixture.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'], DeviceTags: ['child'] },
  phone: { Policies: ['wan', 'dns'] },
  camera: { Policies: ['dns'] },
})

const why = async (router: Router, name: string, device: HouseholdDevice): Promise<DnsExplanation> =>
  (await router.api(`${base}/why?name=${name}&client=${await ipOf(device)}`)) as DnsExplanation

/** The logged reason of the last response of a type to a device. */
const logged = (router: Router, device: HouseholdDevice, name: string, type: string): Promise<string> =>
  until(`${name} in the log`, async () => {
    const { body } = await router.ask({ method: 'GET', path: `/plugins/dns/log/history/${await ipOf(device)}` })
    const records: DnsLogRecord[] = Array.isArray(body) ? body : []
    return records.find(({ FirstName, Type }) => FirstName === `${name}.` && Type === type)?.Reason
  })

story('a block takes effect immediately, except for excluded devices', async (home) => {
  const { laptop, phone, router } = home
  await home.gather()
  const block = { Type: 'block', Domain: 'test' }
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await router.api(`${base}/exclusions`, await ipOf(phone))
  await override(router, block)
  assert.deepEqual(await laptop.resolves('www.test'), [])
  assert.match((await laptop.try('dig', 'www.test')).stdout, /status: NXDOMAIN/)
  assert.equal((await laptop.try('getent', 'hosts', 'www.test')).code, 2)
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  assert.partialDeepStrictEqual(await why(router, 'www.test', laptop), { Result: 'blocked', By: 'test.' })
  assert.partialDeepStrictEqual(await why(router, 'www.test', phone), { Result: 'passed', Filtering: 'none' })
  assert.deepEqual(await logged(router, laptop, 'www.test', 'BLOCKED'), 'overridden by test.')
  assert.deepEqual(await logged(router, phone, 'www.test', 'NOERROR'), 'excluded from the filter')
  await removeOverride(router, block)
  await router.api(`${base}/exclusions`, await ipOf(phone), 'DELETE')
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
})

story('a permit redirects one client to an address or a CNAME', async ({ laptop, phone, router }) => {
  const camera = '192.168.2.77'
  const permit = { Type: 'permit', Domain: 'www.test.', ResultIP: camera, ClientIP: await ipOf(laptop) }
  await override(router, permit)
  assert.deepEqual(await laptop.resolves('a.WWW.test'), [camera])
  assert.match((await laptop.try('dig', 'www.test')).stdout, /www\.test\.\s+1\s+IN\s+A\s+192\.168\.2\.77/)
  assert.deepEqual(await laptop.resolves('www.test', 'AAAA'), [])
  assert.match((await laptop.try('dig', 'www.test', 'AAAA')).stdout, /status: NOERROR/)
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  await override(router, { ...permit, ResultIP: '2001:db8::77' })
  assert.deepEqual(await laptop.resolves('www.test', 'AAAA'), ['2001:db8::77'])
  await removeOverride(router, permit)

  await override(router, { Type: 'permit', Domain: 'search.example.', ResultCNAME: 'www.test.' })
  assert.deepEqual(await laptop.resolves('search.example'), ['www.test.', WEB])
  assert.match(
    await laptop.run('drill', 'search.example', '@192.168.2.1'),
    /search\.example\.\s+1\s+IN\s+CNAME\s+www\.test\./,
  )
  await override(router, { Type: 'permit', Domain: 'search.example.', ResultCNAME: 'laptop.lan.' })
  assert.deepEqual(await phone.resolves('search.example'), ['laptop.lan.', await ipOf(laptop)])
  await removeOverride(router, { Domain: 'search.example' })
})

story('an override with an expiry ends automatically', async ({ laptop, router }) => {
  await override(router, { Type: 'block', Domain: 'www.test', Expiration: 2 })
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await until('the override’s end', async () => (await laptop.resolves('www.test')).length > 0)
  const { BlockDomains } = (await router.api(`${base}/config`)) as DnsBlockConfig
  assert.deepEqual(BlockDomains, [])
})

story('a list of overrides applies to devices with its tag, while it is enabled', async ({ laptop, phone, router }) => {
  await router.api(`${base}/overrideList/Homework`, { Tags: ['child'] })
  await override(router, { Type: 'block', Domain: '.' }, 'Homework')
  await override(router, { Type: 'permit', Domain: 'lists.test' }, 'Homework')
  assert.deepEqual(await laptop.resolves('www.test'), [])
  assert.notDeepEqual(await laptop.resolves('lists.test'), [])
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  await router.api(`${base}/overrideList/Homework`, { Enabled: false })
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await router.api(`${base}/overrideList/Homework`, undefined, 'DELETE')
})

story('a block follows CNAME and HTTPS records to the name that is blocked', async ({ laptop, phone, router }) => {
  assert.deepEqual(await laptop.resolves('metrics.test'), ['tracker.ads.test.'])
  assert.match((await laptop.resolves('service.test', 'HTTPS')).join(), /tracker\.ads\.test/)
  await override(router, { Type: 'block', Domain: 'tracker.ads.test', ClientIP: await ipOf(laptop) })
  assert.deepEqual(await laptop.resolves('metrics.test'), [])
  assert.match((await laptop.try('dig', 'metrics.test')).stdout, /status: NXDOMAIN/)
  assert.deepEqual(await laptop.resolves('service.test', 'HTTPS'), [])
  assert.match((await laptop.try('dig', 'service.test', 'HTTPS')).stdout, /status: NOERROR/)
  assert.equal(await logged(router, laptop, 'metrics.test', 'BLOCKED'), 'blocked by tracker.ads.test.')
  assert.deepEqual(await phone.resolves('metrics.test'), ['tracker.ads.test.'])
  await removeOverride(router, { Domain: 'tracker.ads.test', ClientIP: await ipOf(laptop) })
  assert.deepEqual(await laptop.resolves('metrics.test'), ['tracker.ads.test.'])
})

story('in quarantine every query returns one host, and nothing else is reachable', async (home) => {
  const { laptop, camera, router } = home
  const host = await ipOf(camera)
  camera.listen(80)
  await router.api(`${base}/exclusions`, await ipOf(laptop))
  await home.configure(laptop, { Policies: ['wan', 'dns', 'quarantine'] })
  assert.deepEqual(await laptop.resolves('www.test'), [])
  assert.ok(!(await laptop.reaches(camera, 80)))
  await router.api(`${base}/quarantineHost`, host)
  assert.deepEqual(await laptop.resolves('www.test'), [host])
  assert.ok(await laptop.reaches(camera, 80))
  assert.ok(!(await laptop.reaches(WEB, 80)))
  assert.ok(!(await camera.reaches(laptop, 80)))
  await router.api(`${base}/quarantineHost`, '')
  assert.ok(!(await laptop.reaches(camera, 80)))
  await home.configure(laptop, { Policies: ['wan', 'dns'] })
  await router.api(`${base}/exclusions`, await ipOf(laptop), 'DELETE')
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
})

story('names that resolve to home addresses, and canary domains', async ({ laptop, router }) => {
  assert.deepEqual(await laptop.resolves('rebind.test'), [])
  await override(router, { Type: 'permit', Domain: 'rebind.test' })
  assert.deepEqual(await laptop.resolves('rebind.test'), ['192.168.2.1'])
  await removeOverride(router, { Domain: 'rebind.test' })
  assert.deepEqual(await laptop.resolves('rebind.test'), [])
  await router.api(`${base}/disableRebinding?value=true`, undefined, 'PUT')
  assert.deepEqual(await laptop.resolves('rebind.test'), ['192.168.2.1'])
  await router.api(`${base}/disableRebinding?value=false`, undefined, 'PUT')
  assert.match((await laptop.try('dig', 'use-application-dns.net')).stdout, /status: NXDOMAIN/)
})
