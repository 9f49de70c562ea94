import assert from 'node:assert/strict'
import type { DnsBlockConfig } from '../../../router/features/dnsblock/contract.ts'
import type { DnsExplanation } from '../../../router/features/dnsblock/why.ts'
import type { DnsLogRecord } from '../../../router/features/dnslog/record.ts'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { openListener } from '../../probes/listener.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'], DeviceTags: ['child'] },
  phone: { Policies: ['wan', 'dns'] },
  camera: { Policies: ['dns'] },
})

const base = '/plugins/dns/block'
const ipOf = async (device: HouseholdDevice): Promise<string> => (await device.address()) ?? ''
const say = (router: Router, override: object, list = ''): Promise<unknown> =>
  router.api(`${base}/override${list && `/${list}`}`, override)
const takeBack = (router: Router, override: object): Promise<unknown> =>
  router.api(`${base}/override`, override, 'DELETE')
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
  await say(router, block)
  assert.deepEqual(await laptop.resolves('www.test'), [])
  assert.match((await laptop.try('dig', 'www.test')).stdout, /status: NXDOMAIN/)
  assert.equal((await laptop.try('getent', 'hosts', 'www.test')).code, 2)
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  assert.partialDeepStrictEqual(await why(router, 'www.test', laptop), { Result: 'blocked', By: 'test.' })
  assert.partialDeepStrictEqual(await why(router, 'www.test', phone), { Result: 'passed', Filtering: 'none' })
  assert.deepEqual(await logged(router, laptop, 'www.test', 'BLOCKED'), 'overridden by test.')
  assert.deepEqual(await logged(router, phone, 'www.test', 'NOERROR'), 'excluded from the filter')
  await takeBack(router, block)
  await router.api(`${base}/exclusions`, await ipOf(phone), 'DELETE')
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
})

story('a permit redirects one client to an address or a CNAME', async ({ laptop, phone, router }) => {
  const camera = '192.168.2.77'
  const permit = { Type: 'permit', Domain: 'www.test.', ResultIP: camera, ClientIP: await ipOf(laptop) }
  await say(router, permit)
  assert.deepEqual(await laptop.resolves('a.WWW.test'), [camera])
  assert.match((await laptop.try('dig', 'www.test')).stdout, /www\.test\.\s+1\s+IN\s+A\s+192\.168\.2\.77/)
  assert.deepEqual(await laptop.resolves('www.test', 'AAAA'), [])
  assert.match((await laptop.try('dig', 'www.test', 'AAAA')).stdout, /status: NOERROR/)
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  await say(router, { ...permit, ResultIP: '2001:db8::77' })
  assert.deepEqual(await laptop.resolves('www.test', 'AAAA'), ['2001:db8::77'])
  await takeBack(router, permit)

  await say(router, { Type: 'permit', Domain: 'search.example.', ResultCNAME: 'www.test.' })
  assert.deepEqual(await laptop.resolves('search.example'), ['www.test.', WEB])
  assert.match(
    await laptop.run('drill', 'search.example', '@192.168.2.1'),
    /search\.example\.\s+1\s+IN\s+CNAME\s+www\.test\./,
  )
  await say(router, { Type: 'permit', Domain: 'search.example.', ResultCNAME: 'laptop.lan.' })
  assert.deepEqual(await phone.resolves('search.example'), ['laptop.lan.', await ipOf(laptop)])
  await takeBack(router, { Domain: 'search.example' })
})

story('an override with an expiry ends automatically', async ({ laptop, router }) => {
  await say(router, { Type: 'block', Domain: 'www.test', Expiration: 2 })
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await until('the override’s end', async () => (await laptop.resolves('www.test')).length > 0)
  const { BlockDomains } = (await router.api(`${base}/config`)) as DnsBlockConfig
  assert.deepEqual(BlockDomains, [])
})

story('a permanent override applies again after a temporary one, also across a restart', async ({ laptop, router }) => {
  const domain = { Domain: 'www.test.', ClientIP: await ipOf(laptop) }
  const shown = async () => {
    const { PermitDomains, BlockDomains } = (await router.api(`${base}/config`)) as DnsBlockConfig
    return [...PermitDomains, ...BlockDomains].map(({ Type, Expiration }) => `${Type} ${Expiration}`)
  }
  await say(router, { Type: 'block', ...domain })
  await say(router, { Type: 'permit', ...domain, Expiration: 3600 })
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await takeBack(router, domain)
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await say(router, { Type: 'permit', ...domain, Expiration: 2 })
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await router.kill()
  await router.start()
  await until('the block again', async () => (await laptop.resolves('www.test')).length === 0)
  assert.deepEqual(await shown(), ['block 0'])

  await say(router, { Type: 'permit', ...domain, ResultIP: '192.168.2.77' })
  await say(router, { Type: 'block', ...domain, Expiration: 2 })
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await until('the redirection again', async () => (await laptop.resolves('www.test')).join() === '192.168.2.77')
  assert.deepEqual(await shown(), ['permit 0'])
  await takeBack(router, domain)
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
})

story('a list of overrides applies to devices with its tag, while it is enabled', async ({ laptop, phone, router }) => {
  await router.api(`${base}/overrideList/Homework`, { Tags: ['child'] })
  await say(router, { Type: 'block', Domain: '.' }, 'Homework')
  await say(router, { Type: 'permit', Domain: 'lists.test' }, 'Homework')
  assert.deepEqual(await laptop.resolves('www.test'), [])
  assert.notDeepEqual(await laptop.resolves('lists.test'), [])
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  await router.api(`${base}/overrideList/Homework`, { Enabled: false })
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await router.api(`${base}/overrideList/Homework`, undefined, 'DELETE')
})

story('a pause applies to one device or all, also across a restart', async ({ laptop, phone, router }) => {
  await say(router, { Type: 'block', Domain: 'www.test' })
  await router.api(`${base}/pause`, { ClientIP: await ipOf(laptop), Minutes: 5 })
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  assert.deepEqual(await phone.resolves('www.test'), [])
  await router.kill()
  await router.start()
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  assert.deepEqual(await phone.resolves('www.test'), [])
  await router.api(`${base}/pause`, { ClientIP: '', Minutes: 5 })
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  await router.api(`${base}/pause`, undefined, 'DELETE')
  await router.api(`${base}/pause`, { ClientIP: await ipOf(laptop) }, 'DELETE')
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await takeBack(router, { Domain: 'www.test' })
})

story('a block follows CNAME and HTTPS records to the name that is blocked', async ({ laptop, phone, router }) => {
  assert.deepEqual(await laptop.resolves('metrics.test'), ['tracker.ads.test.'])
  assert.match((await laptop.resolves('service.test', 'HTTPS')).join(), /tracker\.ads\.test/)
  await say(router, { Type: 'block', Domain: 'tracker.ads.test', ClientIP: await ipOf(laptop) })
  assert.deepEqual(await laptop.resolves('metrics.test'), [])
  assert.match((await laptop.try('dig', 'metrics.test')).stdout, /status: NXDOMAIN/)
  assert.deepEqual(await laptop.resolves('service.test', 'HTTPS'), [])
  assert.match((await laptop.try('dig', 'service.test', 'HTTPS')).stdout, /status: NOERROR/)
  assert.equal(await logged(router, laptop, 'metrics.test', 'BLOCKED'), 'blocked by tracker.ads.test.')
  assert.deepEqual(await phone.resolves('metrics.test'), ['tracker.ads.test.'])
  await takeBack(router, { Domain: 'tracker.ads.test', ClientIP: await ipOf(laptop) })
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

story('names that resolve to 100.64.0.0/10 or to the router’s uplink address are blocked', async (home) => {
  const { laptop, router, internet } = home
  const uplink = await router.uplinkAddress()
  await internet.names.lead('doorway.test', uplink)
  for (const [name, ip] of [
    ['shared.test', '100.64.7.7'],
    ['doorway.test', uplink],
  ] as const) {
    assert.deepEqual(await laptop.resolves(name), [], name)
    await say(router, { Type: 'permit', Domain: name })
    assert.deepEqual(await laptop.resolves(name), [ip])
    await takeBack(router, { Domain: name })
    assert.deepEqual(await laptop.resolves(name), [], name)
  }
})

story('names that resolve to home addresses, and canary domains', async ({ laptop, router }) => {
  assert.deepEqual(await laptop.resolves('rebind.test'), [])
  await say(router, { Type: 'permit', Domain: 'rebind.test' })
  assert.deepEqual(await laptop.resolves('rebind.test'), ['192.168.2.1'])
  await takeBack(router, { Domain: 'rebind.test' })
  assert.deepEqual(await laptop.resolves('rebind.test'), [])
  await router.api(`${base}/disableRebinding?value=true`, undefined, 'PUT')
  assert.deepEqual(await laptop.resolves('rebind.test'), ['192.168.2.1'])
  await router.api(`${base}/disableRebinding?value=false`, undefined, 'PUT')
  assert.match((await laptop.try('dig', 'use-application-dns.net')).stdout, /status: NXDOMAIN/)
})

story('events report blocked and redirected names', async ({ laptop, router }) => {
  const ip = await ipOf(laptop)
  await using listener = await openListener(router.console, '/ws_events_all')
  listener.send(router.login)
  assert.equal(await listener.next(), 'success')
  await say(router, { Type: 'block', Domain: 'www.test' })
  await say(router, { Type: 'permit', Domain: 'nas.test', ResultIP: '192.168.2.77' })
  await laptop.resolves('www.test')
  await laptop.resolves('nas.test')
  /** Events come in batches, which may contain earlier events and those of other devices. */
  const eventFor = async (topic: string, name: string): Promise<unknown> => {
    const payload = JSON.parse((await listener.event(topic)).Data)
    return payload.Name === name && payload.ClientIP === ip ? payload : eventFor(topic, name)
  }
  assert.deepEqual(await eventFor('dns:block:event', 'www.test.'), { ClientIP: ip, Name: 'www.test.' })
  const led = { ClientIP: ip, IP: '192.168.2.77', Name: 'nas.test.' }
  assert.deepEqual(await eventFor('dns:override:event', 'nas.test.'), led)
})
