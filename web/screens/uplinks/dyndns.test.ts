import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownDynDns } from '../../../router/features/dyndns/contract.ts'
import { fieldsOf, requestOf, savedDynDns } from './dyndns.ts'

const SAVED = {
  ...{
    Provider: 'NoIP',
    Server: '',
    Email: 'ada@example.org',
    Password: '**',
    LoginToken: '',
    IpUrl: '',
    Interval: 300,
  },
  Domains: [
    { DomainName: 'example.org', SubDomains: ['home', '@'] },
    { DomainName: 'example.net', SubDomains: ['www'] },
  ],
} as unknown as ShownDynDns

test('saved settings are sent back without the secret, and other domains are kept', () => {
  assert.deepEqual(requestOf(SAVED, savedDynDns(SAVED)), {
    ...{ Provider: 'NoIP', Email: 'ada@example.org', IpUrl: '', Interval: 300, Domains: SAVED.Domains },
  })
})

test('a typed secret replaces both kinds', () => {
  const fields = { ...savedDynDns(SAVED), provider: 'DuckDNS', names: ' home,  vpn ', secret: 'token' }
  const request = requestOf(SAVED, fields)
  assert.partialDeepStrictEqual(request, { Provider: 'DuckDNS', Password: '', LoginToken: 'token' })
  assert.deepEqual(request.Domains?.[0], { DomainName: 'example.org', SubDomains: ['home', 'vpn'] })
  assert.ok(!('Email' in request))
})

test('each provider has its fields, and turning it off keeps them', () => {
  assert.deepEqual(fieldsOf('dyndns2'), { server: true, user: true, secret: 'Password' })
  assert.deepEqual(fieldsOf('Cloudflare'), { server: false, user: false, secret: 'LoginToken' })
  assert.deepEqual(requestOf(SAVED, { ...savedDynDns(SAVED), provider: '' }), { Provider: '' })
})
