import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '../../../machine/linux/process.ts'
import { parseSubnet } from '../../../values/subnet.ts'
import { issueAuthority, issueServer, type ServerNames } from './issue.ts'

const NOW = Date.now()
const DAY_MS = 24 * 3600_000
const HOME: ServerNames = { dns: ['spr.local', 'spr.lan'], ips: ['192.168.2.1'] }

/** What OpenSSL, the strictest judge at hand, makes of a server's certificate. */
async function verdict(authority: string, certificate: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'sallyport-tls-'))
  try {
    writeFileSync(join(dir, 'ca'), authority)
    writeFileSync(join(dir, 'server'), certificate)
    const argv = [
      'openssl',
      'verify',
      '-x509_strict',
      '-purpose',
      'sslserver',
      '-CAfile',
      join(dir, 'ca'),
      join(dir, 'server'),
    ]
    return await run(argv).then(
      () => 'good',
      (error) => String(error),
    )
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('the server certificate is valid for the router’s names and addresses only, by RFC 5280', async () => {
  const authority = issueAuthority([], NOW)
  const server = issueServer(authority, HOME, NOW)
  assert.equal(await verdict(authority.certificate, server.certificate), 'good')
  const { ca, subject, validToDate } = new X509Certificate(authority.certificate)
  assert.ok(ca)
  assert.match(subject, /^CN=Sallyport CA [0-9a-f]{8}$/)
  assert.equal(Math.round((validToDate.getTime() - NOW) / DAY_MS), 3650)
  const known = new X509Certificate(server.certificate)
  assert.ok(!known.ca && known.checkHost('spr.lan') && known.checkIP('192.168.2.1'))
  assert.ok(!known.checkHost('router.lan') && !known.checkIP('192.168.2.2'))
})

test('certificates of the CA for public names and addresses are rejected by its name constraints', async () => {
  const authority = issueAuthority([], NOW)
  for (const names of [
    { dns: ['bank.example'], ips: [] },
    { dns: ['spr.local'], ips: ['203.0.113.1'] },
  ]) {
    const stolen = issueServer(authority, names, NOW)
    assert.match(await verdict(authority.certificate, stolen.certificate), /permitted subtree violation/)
  }
})

test('the CA of a home with public addresses permits certificates for them', async () => {
  const authority = issueAuthority([parseSubnet('203.0.113.0/24')!], NOW)
  const server = issueServer(authority, { dns: ['spr.local'], ips: ['203.0.113.1'] }, NOW)
  assert.equal(await verdict(authority.certificate, server.certificate), 'good')
})

test('no certificate is good for longer than its authority', () => {
  const authority = issueAuthority([], NOW - 3600 * DAY_MS)
  const server = issueServer(authority, HOME, NOW)
  const until = (pem: string) => new X509Certificate(pem).validTo
  assert.equal(until(server.certificate), until(authority.certificate))
})
