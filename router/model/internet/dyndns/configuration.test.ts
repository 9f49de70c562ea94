import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Account, configuration } from './configuration.ts'
import { PROVIDERS, providerNamed } from './provider.ts'

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
const LOGIN = 'login=ada@example.org'
const SECRET = "password='se#cret,&'"
/** In the URL of a request. */
const ENCODED = "password='se%23cret%2C%26'"
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

/** The options of each provider for home.example.org, by the documentation of ddclient(8) for its protocol. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  Cloudflare: ['protocol=cloudflare', 'zone=example.org', 'login=token', SECRET],
  deSEC: ['protocol=dyndns2', 'server=update.dedyn.io', 'login=example.org', SECRET],
  DuckDNS: ['protocol=duckdns', ENCODED],
  Dyn: ['protocol=dyndns2', 'server=members.dyndns.org', LOGIN, SECRET],
  dyndns2: ['protocol=dyndns2', 'server=dyn.example.net', LOGIN, SECRET],
  Dynu: ['protocol=dyndns2', 'server=api.dynu.com', LOGIN, SECRET],
  FreeDNS: ['protocol=freedns', LOGIN, SECRET],
  Gandi: ['protocol=gandi', 'zone=example.org', SECRET],
  GoDaddy: ['protocol=godaddy', 'zone=example.org', LOGIN, SECRET],
  HE: ['protocol=dyndns2', 'server=dyn.dns.he.net', 'login=home.example.org', SECRET],
  Hetzner: ['protocol=hetzner', 'zone=example.org', SECRET],
  Namecheap: ['protocol=namecheap', 'login=example.org', ENCODED],
  NoIP: ['protocol=noip', LOGIN, SECRET],
  OVH: ['protocol=ovh', LOGIN, SECRET],
  Strato: ['protocol=dyndns2', 'server=dyndns.strato.com', 'login=example.org', SECRET],
}

test('every provider gets its own server, login and zone', () => {
  assert.deepEqual(
    PROVIDERS.map(({ name }) => name),
    Object.keys(OPTIONS),
  )
  for (const { name, secret, host } of PROVIDERS) {
    const one = account(name, { isToken: secret === 'LoginToken', server: host ?? 'dyn.example.net' })
    const lines = configuration(one, HOME, '203.0.113.5').split('\n').slice(7, -2)
    assert.deepEqual(
      lines.map((line) => line.replace(/,? \\$/, '')),
      OPTIONS[name],
      name,
    )
  }
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
