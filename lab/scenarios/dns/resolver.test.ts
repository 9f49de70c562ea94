import assert from 'node:assert/strict'
import type { DnsLogRecord } from '../../../router/model/dns/querylog/record.ts'
import type { ResolverHealth } from '../../../router/model/dns/resolvers/health.ts'
import { FAMILY_RESOLVER, FOREIGN_RESOLVER, RESOLVER, WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { openEvents } from '../../probes/listener.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns', 'dns:family'] },
  sensor: { Policies: ['wan'] },
})

const good = { IPAddress: RESOLVER, TLSHost: 'dns.test', DisableTls: false }

story('queries are forwarded over TLS only', async (home) => {
  const { laptop, internet } = home
  await home.gather()
  await using plain = await openWitness(internet.namespace, 'meta l4proto { tcp, udp } th dport 53')
  await using secure = await openWitness(internet.namespace, 'tcp dport 853')
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  assert.deepEqual(await laptop.resolves('nowhere.test'), [])
  assert.equal(await plain.packets(), 0)
  assert.ok((await secure.packets()) > 0)
})

story('with DNS over HTTPS, queries are forwarded over HTTPS only', async (home) => {
  const { laptop, router, internet } = home
  const https = { ...good, TLSHost: 'https://dns.test/dns-query' }
  await router.api('/dnsSettings', { UpstreamProviders: [https] })
  // New connections alone: the end of the one over TLS may still arrive.
  await using others = await openWitness(internet.namespace, 'tcp dport { 53, 853 } tcp flags syn / syn,ack')
  await using datagrams = await openWitness(internet.namespace, 'udp dport { 53, 853 }')
  await using secure = await openWitness(internet.namespace, `ip daddr ${RESOLVER} tcp dport 443`)
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  assert.deepEqual(await laptop.resolves('nowhere.test'), [])
  assert.equal((await laptop.resolves('long.test', 'TXT')).length, 120)
  assert.equal((await others.packets()) + (await datagrams.packets()), 0)
  assert.ok((await secure.packets()) > 0)
  for (const TLSHost of ['https://dns.elsewhere/dns-query', 'https://dns.test/nothing-here']) {
    await assert.rejects(router.api('/dnsSettings', { UpstreamProviders: [{ ...good, TLSHost }] }), /did not answer/)
    await router.api('/dnsSettings?test=false', { UpstreamProviders: [{ ...good, TLSHost }] })
    assert.deepEqual(await laptop.resolves('lists.test'), [], TLSHost)
  }
  await router.api('/dnsSettings', { UpstreamProviders: [good] })
})

story('devices with dns:family use the family resolver', async ({ laptop, phone }) => {
  assert.deepEqual(await laptop.resolves('whoami.test'), [RESOLVER])
  assert.deepEqual(await phone.resolves('whoami.test'), [FAMILY_RESOLVER])
  assert.deepEqual(await laptop.resolves('grown-ups.test'), [WEB])
  assert.deepEqual(await phone.resolves('grown-ups.test'), [])
})

story('queries to other resolvers are redirected', async ({ laptop, sensor }) => {
  for (const how of ['+notcp', '+tcp'])
    assert.deepEqual(await laptop.resolves('whoami.test', how, `@${FOREIGN_RESOLVER}`), [RESOLVER])
  assert.deepEqual(await sensor.resolves('whoami.test', `@${FOREIGN_RESOLVER}`), [])
})

story('DNSCustom applies while it is set, for devices with dns', async (home) => {
  const { laptop, sensor } = home
  for (const device of [laptop, sensor]) await home.configure(device, { DNSCustom: FOREIGN_RESOLVER })
  // Always from the same port: queries belong to one tracked connection.
  const ask = () => laptop.resolves('whoami.test', '-b', '0.0.0.0#5300', `@${FOREIGN_RESOLVER}`)
  assert.deepEqual(await ask(), [FOREIGN_RESOLVER])
  for (const how of ['+notcp', '+tcp']) {
    // The destination of the query makes no difference: the router, the owner's other resolver, or another one.
    for (const at of ['192.168.2.1', RESOLVER, WEB])
      assert.deepEqual(await laptop.resolves('whoami.test', how, `@${at}`), [FOREIGN_RESOLVER], `${how} ${at}`)
    assert.deepEqual(await sensor.resolves('whoami.test', how, `@${FOREIGN_RESOLVER}`), [], how)
  }
  for (const device of [laptop, sensor]) await home.configure(device, { DNSCustom: '0' })
  assert.deepEqual(await ask(), [RESOLVER])
  assert.deepEqual(await laptop.resolves('whoami.test', '+tcp', `@${FOREIGN_RESOLVER}`), [RESOLVER])
})

story('a response too long for UDP is returned over TCP', async ({ laptop }) => {
  assert.equal((await laptop.resolves('long.test', 'TXT')).length, 120)
})

story('public names that resolve to home addresses are blocked', async ({ laptop }) => {
  assert.deepEqual(await laptop.resolves('rebind.test'), [])
  assert.deepEqual(await laptop.resolves('modem.test'), [])
})

story('a resolver with an invalid certificate is not used', async ({ laptop, router }) => {
  await router.api('/dnsSettings?test=false', { UpstreamProviders: [{ ...good, TLSHost: 'dns.elsewhere' }] })
  assert.deepEqual(await laptop.resolves('lists.test'), [])
  await router.api('/dnsSettings', { UpstreamProviders: [good] })
  assert.deepEqual(await laptop.resolves('lists.test'), [WEB])
})

story('a resolver is tested before it is saved, and rejected with the reason', async (home) => {
  const { router, laptop, internet } = home
  await internet.namespace.ip('route add blackhole 81.2.70.251/32')
  const plain = { ...good, TLSHost: '', DisableTls: true }
  const refused = [
    [{ ...plain, IPAddress: '81.2.70.251' }, /no answer in time/],
    [{ ...plain, IPAddress: WEB }, /connection refused/],
    [{ ...good, TLSHost: 'dns.elsewhere' }, /its certificate is not for dns\.elsewhere/],
  ] as const
  for (const [provider, reason] of refused) {
    const { status, body } = await router.ask({
      method: 'PUT',
      path: '/dnsSettings',
      body: { UpstreamProviders: [provider] },
    })
    assert.equal(status, 400)
    assert.match(String(body), reason)
  }
  assert.equal((await router.ask({ method: 'PUT', path: '/firewall/systemDnsOverride', body: WEB })).status, 400)
  assert.deepEqual(await laptop.resolves('whoami.test'), [RESOLVER])
  await router.api('/dnsSettings', { UpstreamProviders: [{ ...plain, IPAddress: FOREIGN_RESOLVER }] })
  assert.deepEqual(await laptop.resolves('whoami.test'), [FOREIGN_RESOLVER])
  await router.api('/dnsSettings', { UpstreamProviders: [good] })
})

story('while no resolver responds, health and DNS log give the reason', async ({ router, laptop }) => {
  const health = async () => (await router.api('/dnsSettings/health')) as ResolverHealth
  assert.equal((await until('health', async () => ((await health()).Healthy ? health() : undefined))).Reason, '')
  await router.api('/dnsSettings?test=false', { UpstreamProviders: [{ ...good, TLSHost: 'dns.elsewhere' }] })
  await using listener = await openEvents(router)
  for (let time = 0; time < 3; time++) assert.deepEqual(await laptop.resolves(`${time}.fresh.test`), [])
  const reason = `${RESOLVER} (dns.elsewhere): its certificate is not for dns.elsewhere`
  assert.equal(await until('a reason', async () => (await health()).Reason || undefined), reason)
  const { Upstreams } = await health()
  assert.partialDeepStrictEqual(Upstreams, [{ IPAddress: RESOLVER, Healthy: false }])
  const ip = (await laptop.address()) ?? ''
  const logged = await until('the log', async () => {
    const { body } = await router.ask({ method: 'GET', path: `/plugins/dns/log/history/${ip}` })
    const records: DnsLogRecord[] = Array.isArray(body) ? body : []
    return records.find(({ FirstName }) => FirstName === '2.fresh.test.')
  })
  assert.deepEqual([logged.Type, logged.Reason], ['OTHERERROR', `no answer from upstream: ${reason}`])
  await router.api('/dnsSettings', { UpstreamProviders: [good] })
  assert.deepEqual(await laptop.resolves('lists.test'), [WEB])
  await until('health again', async () => (await health()).Healthy)
  const { MedianMs, P95Ms, LastAnswer } = await until('an answer', async () => {
    const [one] = (await health()).Upstreams
    return one && one.LastAnswer > 0 ? one : undefined
  })
  assert.ok(MedianMs > 0 && P95Ms >= MedianMs && Math.abs(LastAnswer - Date.now() / 1000) < 60)
  for (const Healthy of [false, true])
    assert.partialDeepStrictEqual(JSON.parse((await listener.event('dns:health')).Data), { Healthy })
})
