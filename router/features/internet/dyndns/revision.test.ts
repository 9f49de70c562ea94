import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GivenDynDns, SPELLINGS } from '../../../model/internet/dyndns/contract.ts'
import { type DynDnsSettings, defaultDynDns, namesOf } from '../../../model/internet/dyndns/settings.ts'
import { vaultWith } from '../../../store/vault.ts'
import { revisedDynDns, shownDynDns } from './revision.ts'

const vault = vaultWith()
const put = (body: object, before = defaultDynDns()): DynDnsSettings =>
  revisedDynDns(before, GivenDynDns.parse(body), vault)

const CURRENT = {
  provider: 'cloudflare',
  login_token: 'cf-token',
  domains: [{ domain_name: 'Example.org', sub_domains: ['www', '@'] }],
  ip_url: '',
}
const PUBLISHED = {
  Provider: 'NoIP',
  Email: 'ada@example.org',
  Password: 'open-sesame!',
  Domains: [{ DomainName: 'example.org', SubDomains: ['home'] }],
  IpUrl: 'https://ip4.seeip.org',
  Interval: 600,
  RunOnce: false,
}

test('both spellings are accepted, each setting is shown once, and secrets are masked', () => {
  const settings = put(CURRENT)
  assert.deepEqual(namesOf(settings), [
    { name: 'www.example.org', domain: 'example.org' },
    { name: 'example.org', domain: 'example.org' },
  ])
  const shown = shownDynDns(settings)
  assert.deepEqual(Object.keys(shown).sort(), Object.values(SPELLINGS).toSorted())
  assert.deepEqual([shown.provider, shown.login_token, shown.password], ['Cloudflare', '**', ''])
  assert.deepEqual(shown.domains, [{ domain_name: 'example.org', sub_domains: ['www', '@'] }])
  const other = shownDynDns(put(PUBLISHED))
  assert.deepEqual([other.email, other.interval, other.run_once], ['ada@example.org', 600, true])
})

test('secrets are sealed, and the mask that is sent back changes nothing', () => {
  const settings = put(PUBLISHED)
  assert.ok(!JSON.stringify(settings).includes('open-sesame'))
  assert.equal(vault.open(settings.SealedPassword), 'open-sesame!')
  assert.deepEqual(put(shownDynDns(settings), settings), settings)
  assert.deepEqual(put({ password: '**' }, settings), settings)
  assert.equal(put({ password: '', LoginToken: 'token' }, settings).SealedPassword, '')
})

test('a stored secret is not sent to another server', () => {
  const settings = put(PUBLISHED)
  assert.throws(
    () => put({ ...shownDynDns(settings), provider: 'Dyn' }, settings),
    /^Invalid: password: is needed by Dyn$/,
  )
  const off = put({ provider: '' }, settings)
  assert.throws(() => put({ provider: 'dyndns2', server: 'evil.example' }, off), /^Invalid: password: is needed/)
  assert.equal(vault.open(put({ provider: 'NoIP' }, off).SealedPassword), 'open-sesame!')
})

test('a stored password is for one user, and a token for every user', () => {
  const settings = put(PUBLISHED)
  assert.throws(
    () => put({ ...shownDynDns(settings), email: 'eve@example.org' }, settings),
    /^Invalid: password: is needed/,
  )
  assert.notEqual(put({ email: 'eve@example.org' }, put(CURRENT)).SealedLoginToken, '')
})

test('of two spellings, the one that differs from the present value applies', () => {
  const settings = put(PUBLISHED)
  const back = shownDynDns(settings)
  assert.equal(put({ ...back, interval: 900 }, settings).Interval, 900)
  assert.equal(put({ ...back, Interval: 900 }, settings).Interval, 900)
  assert.equal(vault.open(put({ ...back, password: 'new' }, settings).SealedPassword), 'new')
  assert.throws(() => put({ ...back, interval: 900, Interval: 800 }, settings), /^Invalid: Interval: /)
})

test('an empty provider turns it off and keeps the rest', () => {
  const settings = put(PUBLISHED)
  assert.deepEqual(put({ provider: '' }, settings), { ...settings, Provider: '' })
})

test('what a provider needs and is missing is refused with the field, as the client spells it', () => {
  const refused = (body: object, field: string) =>
    assert.throws(
      () => put(body),
      (error: Error & { field?: string; issues?: { path: string[] }[] }) => {
        assert.equal(error.field ?? error.issues?.[0]?.path[0], field, JSON.stringify(body))
        return true
      },
    )
  refused({ ...CURRENT, domains: [] }, 'domains')
  refused({ ...CURRENT, login_token: undefined }, 'login_token')
  refused({ ...CURRENT, login_token: '' }, 'login_token')
  refused({ ...CURRENT, login_token: '**' }, 'login_token')
  refused({ ...CURRENT, ip_url: undefined }, 'ip_url')
  refused({ ...PUBLISHED, IpUrl: undefined }, 'IpUrl')
  refused({ ...PUBLISHED, Email: undefined }, 'Email')
  refused({ ...PUBLISHED, Provider: 'dyndns2' }, 'Server')
  refused({ ...PUBLISHED, Provider: 'Nowhere' }, 'Provider')
  for (const email of ['a b', 'a;b', 'a"b', "a'b", 'a\nb', 'a$b', 'ä', 'a,b', 'a#b'])
    refused({ ...CURRENT, email }, 'email')
  for (const Password of ['a b', "a'b", 'a\nb', 'a\\', 'a"b', 'ä', 'a`b'])
    refused({ ...PUBLISHED, Password }, 'Password')
  for (const ip_url of ['ftp://x.org', 'x', 'https://a:b@x.org/', 'https://x.org/;id', 'https://', 'https://x.org/\n'])
    refused({ ...CURRENT, ip_url }, 'ip_url')
  for (const Server of ['localhost', 'a b.org', 'x.org/path', 'x.org:0', '-x.org', 'x..org'])
    refused({ ...PUBLISHED, Server }, 'Server')
  for (const domain_name of ['', 'org', 'a b.org', 'a_b.org', 'x.org\nlogin=y', `${'x'.repeat(64)}.org`])
    refused({ ...CURRENT, domains: [{ domain_name, sub_domains: [] }] }, 'domains')
  for (const interval of [0, 59, 86401, 1.5, '300']) refused({ ...CURRENT, interval }, 'interval')
  refused({ ...CURRENT, socks5: 'localhost:1080' }, 'socks5')
  refused({ ...CURRENT, ip_type: 'IPv6' }, 'ip_type')
  const many = Array.from({ length: 32 }, (_, i) => `n${i}`)
  refused({ ...CURRENT, domains: [{ domain_name: 'x.org', sub_domains: many }, { domain_name: 'y.org' }] }, 'domains')
})
