import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainsIn, refusalOfDomains } from './sources.ts'

test('domains are read from lines, without what is no plain domain', () => {
  const text = `# a comment
tiktok.com
full:p16.tiktokcdn.com   # one host
domain:TikTokCDN.com
www.tiktok.com
include:bytedance
keyword:tiktok
regexp:^cdn\\d\\.example$
ads.example @ads

com
not a domain
`
  assert.deepEqual(domainsIn(text), ['tiktok.com', 'tiktokcdn.com'])
})

test('a source that has lost most domains is not used', () => {
  assert.equal(refusalOfDomains(['a.example', 'b.example'], ['a.example', 'c.example']), undefined)
  assert.equal(refusalOfDomains(['cdn.a.example', 'b.example'], ['a.example']), undefined)
  assert.equal(refusalOfDomains(['a.example', 'b.example', 'c.example'], ['a.example']), 'it lacks 2 of 3 domains')
  assert.equal(refusalOfDomains(['a.example'], []), 'it has no domains')
})
