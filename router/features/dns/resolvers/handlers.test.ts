import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Locked } from '../../../errors.ts'
import type { Examination, Findings } from '../../../model/dns/resolvers/examination.ts'
import type { Reported, ResolverHealth } from '../../../model/dns/resolvers/health.ts'
import { GivenSettings, type ShownSettings } from '../../../model/dns/resolvers/revision.ts'
import type { DnsProvider } from '../../../model/dns/resolvers/settings.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { unreachableFindings } from '../../../servers/dns/examine.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { dnsHandlers } from './handlers.ts'

const quad9 = { IPAddress: '9.9.9.9', TLSHost: 'dns.quad9.net', DisableTls: false }
const cloudflare = { IPAddress: '1.1.1.1', TLSHost: 'cloudflare-dns.com', DisableTls: false }
const family = { IPAddress: '1.1.1.3', TLSHost: 'family.cloudflare-dns.com', DisableTls: false }
const caller = { name: 'admin', kind: 'user', address: '127.0.0.1' } as const

const sound: Findings = {
  ...{ Reachable: true, Failure: '', FirstMs: 30, LatencyMs: 10 },
  ...{ DNSSEC: 'yes', Altered: 'no', Remark: '' },
}

const latency = { averageMs: 12, medianMs: 10, p95Ms: 40, lastAnswer: 7 }
const healthy = { healthy: true, asked: 5, failed: 0, lastFailure: undefined, ...latency }

function openDns(UpstreamProviders = [quad9], { done = true } = {}) {
  const { facts, change } = openMemoryFacts({ dns: { UpstreamProviders, FamilyProviders: [family] }, setup: { done } })
  const probed: string[] = []
  const examined: string[] = []
  const silent = new Set<string>()
  const standing: Reported = {
    notListening: undefined,
    upstreams: [{ ...quad9, ...healthy }],
    familyUpstreams: [{ ...family, ...healthy }],
  }
  const handlers = dnsHandlers({
    facts,
    change,
    resolver: {
      async probe({ IPAddress }) {
        probed.push(IPAddress)
        return silent.has(IPAddress)
          ? phrase('machine.about', IPAddress, phrase('internet.answerTimeout')).toJSON()
          : undefined
      },
      async examine({ IPAddress }) {
        examined.push(IPAddress)
        await Promise.resolve()
        return silent.has(IPAddress) ? unreachableFindings(phrase('internet.answerTimeout')) : sound
      },
      stats: () => standing,
    },
  })
  return {
    get: async () => handlers.getDnsSettings({ params: {}, query: {}, body: undefined, caller }) as ShownSettings,
    probed,
    examined,
    examine: async (Providers: DnsProvider[]) =>
      (await handlers.testDnsProviders({ params: {}, query: {}, body: { Providers }, caller })) as Examination[],
    silent,
    standing,
    health: async () => handlers.getDnsHealth({ params: {}, query: {}, body: undefined, caller }) as ResolverHealth,
    put: async (body: unknown, test?: 'true' | 'false') =>
      (await handlers.updateDnsSettings({
        params: {},
        query: { test },
        body: GivenSettings.parse(body),
        caller,
      })) as ShownSettings,
  }
}

test('the settings are returned in the fields of old and new clients', async () => {
  assert.deepEqual(await openDns().get(), {
    UpstreamTLSHost: 'dns.quad9.net',
    UpstreamIPAddress: '9.9.9.9',
    TlsDisable: false,
    DisableTls: false,
    UpstreamFamilyTLSHost: 'family.cloudflare-dns.com',
    UpstreamFamilyIPAddress: '1.1.1.3',
    DisableFamilyTls: false,
    UpstreamProviders: [quad9],
    FamilyProviders: [family],
  })
})

test('the three fields of API 0.3.0 replace the first provider and leave the rest', async () => {
  const dns = openDns([quad9, cloudflare])
  const reply = await dns.put({ UpstreamTLSHost: '', UpstreamIPAddress: '192.0.2.53', TlsDisable: true })
  const plain = { IPAddress: '192.0.2.53', TLSHost: '', DisableTls: true }
  assert.deepEqual(reply.UpstreamProviders, [plain, cloudflare])
  assert.deepEqual(reply.FamilyProviders, [family])
  assert.equal(reply.DisableTls, true)
  assert.deepEqual(await dns.get(), reply)
})

test('each of the three fields is required where no list is given', async () => {
  const whole = { UpstreamTLSHost: 'dns.quad9.net', UpstreamIPAddress: '9.9.9.9', TlsDisable: false }
  for (const field of Object.keys(whole)) {
    await assert.rejects(openDns().put({ ...whole, [field]: undefined }), (error: Invalid) => error.field === field)
  }
  assert.ok(await openDns().put({ UpstreamProviders: [cloudflare] }))
})

test('of the list and the single fields, those that the client changed apply', async () => {
  const plain = openDns([{ IPAddress: '192.0.2.53', TLSHost: '', DisableTls: true }])
  const old = { ...(await plain.get()), TlsDisable: false, UpstreamTLSHost: 'dns.example' }
  assert.equal((await plain.put(old)).UpstreamProviders[0]?.DisableTls, false)

  const dns = openDns()
  const before = await dns.get()
  assert.deepEqual((await dns.put({ ...before, UpstreamProviders: [cloudflare] })).UpstreamProviders, [cloudflare])
  const after = await dns.get()
  assert.equal(after.UpstreamIPAddress, '1.1.1.1')
  const single = { ...after, UpstreamIPAddress: '9.9.9.9', UpstreamTLSHost: 'dns.quad9.net' }
  assert.deepEqual((await dns.put(single)).UpstreamProviders, [quad9])
})

test('the family resolver can be set in the single fields, and removed', async () => {
  const dns = openDns()
  const shown = await dns.get()
  const other = { ...shown, UpstreamFamilyIPAddress: '9.9.9.11', UpstreamFamilyTLSHost: 'dns11.quad9.net' }
  assert.equal((await dns.put(other)).FamilyProviders[0]?.IPAddress, '9.9.9.11')
  assert.deepEqual(
    (await dns.put({ ...(await dns.get()), FamilyProviders: [], UpstreamFamilyIPAddress: '' })).FamilyProviders,
    [],
  )
})

test('a URL as the TLS host selects DNS over HTTPS, also in the single fields', async () => {
  const dns = openDns()
  const url = 'https://dns.quad9.net/dns-query'
  const given = { UpstreamTLSHost: `${url}{?dns}`, UpstreamIPAddress: '9.9.9.9', TlsDisable: false }
  const reply = await dns.put(given)
  assert.deepEqual(reply.UpstreamProviders, [{ ...quad9, TLSHost: url }])
  assert.equal(reply.UpstreamTLSHost, url)
  assert.deepEqual(await dns.put({ ...reply, UpstreamIPAddress: '9.9.9.10' }), await dns.get())
  assert.deepEqual((await dns.get()).UpstreamProviders, [{ ...quad9, IPAddress: '9.9.9.10', TLSHost: url }])
})

test('invalid settings are rejected, and nothing changes', async () => {
  const dns = openDns()
  const before = await dns.get()
  const good = { UpstreamTLSHost: 'dns.quad9.net', UpstreamIPAddress: '9.9.9.9', TlsDisable: false }
  for (const bad of [
    { UpstreamIPAddress: '9.9.9.256' },
    { UpstreamIPAddress: 'dns.quad9.net' },
    { UpstreamIPAddress: '224.0.0.251' },
    { UpstreamIPAddress: '192.168.2.1' },
    { TlsDisable: true },
    { UpstreamTLSHost: '' },
    { UpstreamTLSHost: 'not a host' },
    { UpstreamTLSHost: '9.9.9.9' },
    { UpstreamTLSHost: 'https://9.9.9.9/dns-query' },
    { UpstreamTLSHost: 'http://dns.quad9.net/dns-query' },
    { UpstreamTLSHost: 'https://dns.quad9.net/dns-query', TlsDisable: true },
  ]) {
    await assert.rejects(dns.put({ ...good, ...bad }), Invalid, JSON.stringify(bad))
  }
  await assert.rejects(dns.put({ UpstreamProviders: [], FamilyProviders: [] }), Invalid)
  assert.deepEqual(await dns.get(), before)
})

test('a provider that does not answer is refused with the reason, and nothing changes', async () => {
  const dns = openDns()
  dns.silent.add('192.0.2.53')
  const plain = { IPAddress: '192.0.2.53', TLSHost: '', DisableTls: true }
  const single = { UpstreamTLSHost: '', UpstreamIPAddress: '192.0.2.53', TlsDisable: true }
  await assert.rejects(dns.put(single), (error: Invalid) => {
    assert.equal(error.field, 'UpstreamIPAddress')
    assert.match(error.message, /did not answer a test question: 192\.0\.2\.53: no answer in time$/)
    return true
  })
  await assert.rejects(dns.put({ UpstreamProviders: [quad9], FamilyProviders: [plain] }), {
    field: 'UpstreamFamilyIPAddress',
  })
  assert.deepEqual((await dns.get()).UpstreamProviders, [quad9])
  assert.deepEqual((await dns.put(single, 'false')).UpstreamProviders, [plain])
})

test('only new providers are tested, and none before setup is done', async () => {
  const dns = openDns([quad9])
  dns.silent.add('9.9.9.9')
  await dns.put({ UpstreamProviders: [quad9, cloudflare] })
  assert.deepEqual(dns.probed, ['1.1.1.1'])
  const unset = openDns([quad9], { done: false })
  unset.silent.add('1.1.1.1')
  await unset.put({ UpstreamProviders: [cloudflare] })
  assert.deepEqual(unset.probed, [])
})

test('the resolver is healthy while one provider of each kind is, and says why not otherwise', async () => {
  const { health, standing } = openDns()
  assert.partialDeepStrictEqual(await health(), {
    Healthy: true,
    Reason: '',
    Upstreams: [{ IPAddress: '9.9.9.9', Asked: 5 }],
  })
  const gone = { ...quad9, healthy: false, asked: 9, failed: 4, lastFailure: phrase('dns.connectionRefused').toJSON() }
  Object.assign(standing, { upstreams: [gone, { ...cloudflare, ...healthy }] })
  assert.equal((await health()).Healthy, true)
  Object.assign(standing, { upstreams: [gone] })
  const { Healthy, Reason, Upstreams } = await health()
  assert.deepEqual([Healthy, Reason], [false, '9.9.9.9 (dns.quad9.net): connection refused'])
  assert.partialDeepStrictEqual(Upstreams, [{ Healthy: false, Asked: 9, Failed: 4, LastFailure: 'connection refused' }])
  Object.assign(standing, {
    upstreams: [],
    notListening: phrase('dns.addressNotListening', '192.168.2.1', 53, 'EADDRINUSE').toJSON(),
  })
  assert.equal((await health()).Reason, '192.168.2.1 port 53: EADDRINUSE')
})

test('a test reports each resolver, and saves nothing', async () => {
  const dns = openDns()
  dns.silent.add('1.1.1.1')
  assert.deepEqual(await dns.examine([quad9, cloudflare]), [
    { ...quad9, ...sound },
    { ...cloudflare, ...unreachableFindings(phrase('internet.answerTimeout')) },
  ])
  assert.deepEqual((await dns.get()).UpstreamProviders, [quad9])
})

test('one test runs at a time', async () => {
  const dns = openDns()
  const first = dns.examine([quad9])
  await assert.rejects(dns.examine([cloudflare]), Locked)
  await first
  assert.equal((await dns.examine([cloudflare])).length, 1)
})

test('a test of an address of the router, or of a special address, is rejected', async () => {
  const dns = openDns()
  for (const IPAddress of ['127.0.0.1', '169.254.169.254', '0.0.0.0', '224.0.0.251', '192.168.2.1'])
    await assert.rejects(
      dns.examine([quad9, { IPAddress, TLSHost: '', DisableTls: true }]),
      (error: Invalid) => error.field === 'Providers[1].IPAddress',
    )
  assert.deepEqual(dns.examined, [])
})
