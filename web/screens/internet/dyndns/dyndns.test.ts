import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownDynDns } from '../../../../router/model/internet/dyndns/contract.ts'
import { fieldsOfProvider, requestOfDynDns, savedDynDns } from './dyndns.ts'

const SAVED = {
  ...{
    provider: 'NoIP',
    server: '',
    email: 'ada@example.org',
    password: '**',
    login_token: '',
    ip_url: '',
    interval: 300,
  },
  domains: [
    { domain_name: 'example.org', sub_domains: ['home', '@'] },
    { domain_name: 'example.net', sub_domains: ['www'] },
  ],
} as unknown as ShownDynDns

test('saved settings are sent back without the secret, and other domains are kept', () => {
  assert.deepEqual(requestOfDynDns(SAVED, savedDynDns(SAVED)), {
    ...{ provider: 'NoIP', email: 'ada@example.org', ip_url: '', interval: 300, domains: SAVED.domains },
  })
})

test('a typed secret replaces both kinds', () => {
  const fields = { ...savedDynDns(SAVED), provider: 'DuckDNS', names: ' home,  vpn ', secret: 'token' }
  const request = requestOfDynDns(SAVED, fields)
  assert.partialDeepStrictEqual(request, { provider: 'DuckDNS', password: '', login_token: 'token' })
  assert.deepEqual(request.domains?.[0], { domain_name: 'example.org', sub_domains: ['home', 'vpn'] })
  assert.ok(!('email' in request))
})

test('each provider has its fields, and turning it off keeps them', () => {
  assert.deepEqual(fieldsOfProvider('dyndns2'), { server: true, user: true, secret: 'Password' })
  assert.deepEqual(fieldsOfProvider('Cloudflare'), { server: false, user: false, secret: 'LoginToken' })
  assert.deepEqual(requestOfDynDns(SAVED, { ...savedDynDns(SAVED), provider: '' }), { provider: '' })
})
