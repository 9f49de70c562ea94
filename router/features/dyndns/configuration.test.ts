import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Account, configuration } from './configuration.ts'
import { providerNamed } from './provider.ts'

const account = (name: string, more: Partial<Account> = {}): Account => {
  const provider = providerNamed(name)!
  return {
    provider,
    server: provider.host ?? '',
    user: 'ada@example.org',
    secret: 'se#cret,&',
    isToken: false,
    ...more,
  }
}
const HOME = { name: 'home.example.org', domain: 'example.org' }

test('the secret is alone on its line, and the name is the last', () => {
  assert.equal(
    configuration(account('noip'), HOME, '203.0.113.5'),
    [
      'daemon=0',
      'ssl=yes',
      'ssl_ca_file=/etc/authorities.pem',
      'cache=/tmp/ddclient.cache',
      'use=no',
      'usev4=ipv4',
      'ipv4=203.0.113.5',
      'protocol=noip, \\',
      'login=ada@example.org, \\',
      "password='se#cret,&' \\",
      'home.example.org',
      '',
    ].join('\n'),
  )
})

test('each provider gets the login, the zone and the name in its form', () => {
  const optionsOf = (one: Account, name = HOME) =>
    configuration(one, name, '203.0.113.5')
      .split('\n')
      .slice(7, -1)
      .map((line) => line.replace(/,? \\$/, ''))
  assert.deepEqual(optionsOf(account('Cloudflare', { isToken: true })), [
    ...['protocol=cloudflare', 'zone=example.org', 'login=token', "password='se#cret,&'", 'home.example.org'],
  ])
  assert.ok(optionsOf(account('Cloudflare')).includes('login=ada@example.org'))
  assert.deepEqual(optionsOf(account('DuckDNS'), { name: 'ada.duckdns.org', domain: 'duckdns.org' }), [
    ...['protocol=duckdns', "password='se%23cret%2C%26'", 'ada'],
  ])
  assert.deepEqual(optionsOf(account('dyndns2', { server: 'dyn.example.net:8443' })), [
    ...['protocol=dyndns2', 'server=dyn.example.net:8443', 'login=ada@example.org', "password='se#cret,&'"],
    'home.example.org',
  ])
  assert.ok(optionsOf(account('HE')).includes('login=home.example.org'))
  assert.ok(optionsOf(account('Namecheap')).includes('login=example.org'))
})
