import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { policyOf } from './policy.ts'
import { search } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'policy-'))
after(() => rmSync(folder, { recursive: true }))
writeFileSync(
  join(folder, 'a.html'),
  '<script src="/pages/main.js"></script><script type="application/ld+json">{}</script><script>go()</script>',
)

const own = { search, pageViews: undefined, fontSheet: undefined }
const directive = (policy: string, name: string): string => policy.split('; ').find((one) => one.startsWith(name)) ?? ''

test('script-src permits the site’s files and inline scripts by hash, but no data blocks', () => {
  const digest = createHash('sha256').update('go()').digest('base64')
  assert.equal(directive(policyOf(folder, own), 'script-src'), `script-src 'self' 'sha256-${digest}'`)
})

test('other hosts are permitted only if the settings name them', () => {
  assert.equal(directive(policyOf(folder, own), 'connect-src'), "connect-src 'self'")
  const others = {
    search: { ...search, hosts: ['https://search.example/below'] },
    pageViews: 'https://count.example/views',
    fontSheet: 'https://fonts.example/one.css',
  }
  const policy = policyOf(folder, others)
  assert.equal(directive(policy, 'connect-src'), "connect-src 'self' https://search.example https://count.example")
  assert.equal(directive(policy, 'font-src'), "font-src 'self' https://fonts.example")
})

test('page views may be sent to a path of the same host', () => {
  assert.equal(directive(policyOf(folder, { ...own, pageViews: '/views' }), 'connect-src'), "connect-src 'self'")
})
