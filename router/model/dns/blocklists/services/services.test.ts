import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileFilter } from '../../../../compiler/filter.ts'
import { compilePfw } from '../../../../compiler/pfwrules.ts'
import { openMemoryFacts } from '../../../../store/memory.fixture.ts'
import { RuleInput } from '../../../firewall/rules/pfwrule.ts'
import { BUILT_IN, Catalogue } from './catalogue.ts'
import { redirectsOf } from './safesearch.ts'

const { Services } = BUILT_IN

test('the built-in list is valid, and each service has a source and a date', () => {
  assert.deepEqual(Catalogue.parse(BUILT_IN), BUILT_IN)
  assert.ok(Services.length >= 25)
})

test('no domain is listed twice, or below another one of its service', () => {
  const all = Services.flatMap(({ Domains }) => Domains)
  assert.deepEqual(
    all.filter((domain, index) => all.indexOf(domain) !== index),
    [],
  )
  for (const { Id, Domains } of Services)
    for (const domain of Domains)
      assert.ok(!Domains.some((other) => other !== domain && domain.endsWith(`.${other}`)), `${Id}: ${domain}`)
})

test('no service lists a domain that other services need', () => {
  const shared = ['google.com', 'googleapis.com', 'amazon.com', 'amazonaws.com', 'akamaized.net', 'akamaihd.net']
  const all = new Set(Services.flatMap(({ Domains }) => Domains))
  for (const domain of [...shared, 'cloudfront.net', 'fastly.net', 'microsoft.com', 'live.com', 'gstatic.com'])
    assert.ok(!all.has(domain), domain)
})

test('safe search redirects the hosts of search engines, each once', () => {
  const all = redirectsOf({ Google: true, Bing: true, DuckDuckGo: true, YouTube: 'strict' })
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length)
  const targetOf = (name: string) => all.find((one) => one.name === name)?.target
  assert.equal(targetOf('www.google.com'), 'forcesafesearch.google.com')
  assert.equal(targetOf('www.google.co.uk'), 'forcesafesearch.google.com')
  assert.equal(targetOf('www.bing.com'), 'strict.bing.com')
  assert.equal(targetOf('duckduckgo.com'), 'safe.duckduckgo.com')
  assert.equal(targetOf('m.youtube.com'), 'restrict.youtube.com')
  assert.equal(targetOf('maps.google.com'), undefined)
  const moderate = redirectsOf({ Google: false, Bing: false, DuckDuckGo: false, YouTube: 'moderate' })
  assert.deepEqual([...new Set(moderate.map(({ target }) => target))], ['restrictmoderate.youtube.com'])
  assert.deepEqual(redirectsOf({ Google: false, Bing: false, DuckDuckGo: false, YouTube: 'off' }), [])
})

async function compiled(Do: object, catalogue: Catalogue | null = null) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    draft.set('dnsServices', { Catalogue: catalogue })
    draft.pfwRules.put('1', { ...RuleInput.parse({ Name: 'Kids', Do }), Id: '1', Order: 1, Skips: [], Number: 0 })
  })
  return compileFilter(facts, compilePfw(facts))
}

test('the domains of services come after the lists of the owner', async () => {
  const filter = await compiled({ Kind: 'services', Services: ['roblox'] })
  assert.deepEqual(filter.overrideLists.at(-1), { Name: 'pfw:1', Tags: ['pfw:1'] })
  assert.ok(filter.overrideLists.length > 1)
  assert.partialDeepStrictEqual(filter.overrides.get('roblox.com. * pfw:1'), { Type: 'block', By: 'service Roblox' })
})

test('an uploaded list replaces the built-in one, and services that it lacks have no effect', async () => {
  const own: Catalogue = {
    Version: '2026-11-24',
    Services: [{ ...Services[0]!, Id: 'roblox', Name: 'Roblox', Domains: ['roblox.example'] }],
  }
  const { overrides } = await compiled({ Kind: 'services', Services: ['roblox', 'tiktok'] }, own)
  assert.deepEqual([...overrides.keys()], ['roblox.example. * pfw:1'])
})

test('of two rules for the same search engine, the first decides', async () => {
  const { safeSearch } = await compiled({ Kind: 'safesearch', YouTube: 'strict' })
  assert.deepEqual(safeSearch.get('www.youtube.com'), [{ tag: 'pfw:1', target: 'restrict.youtube.com' }])
})
