import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRESETS } from '../../../../router/model/dns/resolvers/presets.ts'
import { draftOfProvider, providerFaultOf, providerOf } from './provider.ts'

const providers = [
  { IPAddress: '9.9.9.9', TLSHost: 'dns.quad9.net', DisableTls: false },
  { IPAddress: '9.9.9.9', TLSHost: 'https://dns.quad9.net/dns-query', DisableTls: false },
  { IPAddress: '192.168.1.1', TLSHost: '', DisableTls: true },
]

test('a provider passes through the form unchanged, and its protocol is recognized', () => {
  assert.deepEqual(
    providers.map((provider) => providerOf(draftOfProvider(provider, 0))),
    providers,
  )
  assert.deepEqual(
    providers.map((provider) => draftOfProvider(provider, 0).kind),
    ['tls', 'https', 'plain'],
  )
})

test('the form rejects the addresses and hosts that the router would reject', () => {
  const draft = { key: 0, kind: 'tls', address: '9.9.9.9', host: 'dns.quad9.net' } as const
  assert.equal(providerFaultOf(draft), undefined)
  assert.equal(providerFaultOf({ ...draft, address: '9.9.9' }), 'address')
  assert.equal(providerFaultOf({ ...draft, host: '9.9.9.9' }), 'host')
  assert.equal(providerFaultOf({ ...draft, kind: 'https' }), 'host')
  assert.equal(providerFaultOf({ ...draft, kind: 'plain', host: '' }), undefined)
})

test('the form accepts every preset', () => {
  for (const { IPv4, TLSHost } of PRESETS.flatMap(({ Variants }) => Variants))
    for (const IPAddress of IPv4)
      assert.equal(providerFaultOf(draftOfProvider({ IPAddress, TLSHost, DisableTls: false }, 0)), undefined, TLSHost)
})
