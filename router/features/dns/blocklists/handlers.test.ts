import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { Invalid, NotFound, Unavailable } from '../../../errors.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { type DnsBlockConfig, dnsBlock } from '../../../model/dns/blocklists/contract.ts'
import type { DnsExplanation, Finding } from '../../../model/dns/blocklists/why.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { dnsBlockHandlers } from './handlers.ts'

const ADS = 'https://lists.test/ads'
const LAPTOP = '192.168.2.6'
const caller = { name: 'admin', kind: 'user', address: '127.0.0.1' } as const

function openFilter() {
  const { facts, change } = openMemoryFacts()
  const clock = openSteppedClock()
  const refreshed: string[] = []
  let finding: Finding | undefined
  const handlers = dnsBlockHandlers({
    facts,
    change,
    clock,
    blockLists: {
      status: () => undefined,
      refresh: (uri) => void refreshed.push(uri),
      accept: (uri) => void refreshed.push(`accepted ${uri}`),
      listsOf: (name) => [{ URI: ADS, Domain: name, Exception: false }],
      blockedDomains: () => 3,
      names: () => linesOf('a.test\nb.te', 'st\n', 'c.test'),
    },
    resolver: {
      explain: async () => finding,
      stats: () => ({ counters: { received: 9, blocked: 4 } }),
    },
  })
  /** As the server calls it: what is given has been through the contract. */
  const call = async (
    name: keyof typeof dnsBlock,
    given: { query?: object; body?: unknown; list?: string } = {},
  ): Promise<unknown> => {
    const { body, query } = dnsBlock[name].details as { body?: z.ZodType; query?: Record<string, z.ZodType> }
    const parsed = Object.entries(query ?? {}).map(([key, schema]) => [
      key,
      schema.parse((given.query as never)?.[key]),
    ])
    const handler = handlers[name] as (request: object) => unknown
    return handler({
      params: { list: given.list },
      query: Object.fromEntries(parsed),
      body: body?.parse(given.body),
      caller,
    })
  }
  const config = async (): Promise<DnsBlockConfig> => (await call('config')) as DnsBlockConfig
  return {
    facts,
    clock,
    call,
    config,
    refreshed,
    finds(given: Finding) {
      finding = given
    },
    put: (given: object, list?: string) =>
      call(list ? 'overrideIn' : 'override', { body: { Type: 'permit', ...given }, ...(list ? { list } : {}) }),
  }
}

function linesOf(...chunks: string[]) {
  async function* bytes() {
    for (const chunk of chunks) yield new TextEncoder().encode(chunk)
  }
  return Object.assign(bytes(), { [Symbol.dispose]() {} })
}

const said = (overrides: DnsBlockConfig['PermitDomains']): string[] =>
  overrides.map(({ Domain, ClientIP, Expiration }) => `${Domain} ${ClientIP} ${Expiration}`)

test('an override is normalised, and listed in its list and at the top level', async () => {
  const { put, config, clock } = openFilter()
  await put({ Type: ' Permit', Domain: 'ADS.Example.com', ClientIP: '', Tags: [' Child '] })
  await put({ Type: 'block', Domain: 'bücher.example', ClientIP: LAPTOP, Expiration: 3600, ResultIP: '' })
  await put({ Domain: 'v6.test.', ResultIP: '2001:DB8:0::1' })
  const { PermitDomains, BlockDomains, OverrideLists } = await config()
  assert.deepEqual(PermitDomains[0], {
    Type: 'permit',
    Domain: 'ads.example.com.',
    ResultIP: '',
    ResultCNAME: '',
    ClientIP: '*',
    Expiration: 0,
    Tags: ['child'],
  })
  assert.equal(PermitDomains[1]?.ResultIP, '2001:db8::1')
  assert.deepEqual(said(BlockDomains), [`xn--bcher-kva.example. ${LAPTOP} ${Math.floor(clock.now() / 1000) + 3600}`])
  assert.deepEqual(OverrideLists, [{ Name: 'Default', Enabled: true, Tags: [], PermitDomains, BlockDomains }])
})

test('a domain and a client have one override, which the next one takes the place of', async () => {
  const { put, config, call } = openFilter()
  await put({ Domain: 'example.com.' })
  await put({ Domain: 'example.com', Type: 'block' })
  await put({ Domain: 'example.com.', ClientIP: LAPTOP })
  const { PermitDomains, BlockDomains } = await config()
  assert.deepEqual(said(PermitDomains), [`example.com. ${LAPTOP} 0`])
  assert.deepEqual(said(BlockDomains), ['example.com. * 0'])
  await assert.rejects(call('lift', { body: { Domain: 'example.com', Type: 'permit' } }), NotFound)
  await call('lift', { body: { Domain: 'example.com', Type: 'BLOCK', ClientIP: '*' } })
  assert.deepEqual((await config()).BlockDomains, [])
  await assert.rejects(call('lift', { body: { Domain: 'example.com' } }), NotFound)
})

test('a temporary override suspends a permanent one, which applies again when it is deleted', async () => {
  for (const [Type, other] of [
    ['block', 'permit'],
    ['permit', 'block'],
    ['block', 'block'],
  ] as const) {
    const { put, config, call, facts, clock } = openFilter()
    const shown = async () => {
      const { PermitDomains, BlockDomains } = await config()
      return [...PermitDomains, ...BlockDomains]
    }
    await put({ Type, Domain: 'a.test', Tags: ['child'] })
    const permanent = await shown()
    await put({ Type: other, Domain: 'a.test', Expiration: 3600 })
    await put({ Type: other, Domain: 'a.test', Expiration: 60 })
    const Expiration = Math.floor(clock.now() / 1000) + 60
    assert.deepEqual(await shown(), [{ ...permanent[0]!, Type: other, Expiration, Tags: [] }])
    await call('lift', { body: { Domain: 'a.test' } })
    assert.deepEqual(await shown(), permanent)
    await put({ Type: other, Domain: 'a.test', Expiration: 60 })
    await put({ Type: other, Domain: 'a.test' })
    assert.partialDeepStrictEqual(await shown(), [{ Type: other, Expiration: 0 }])
    await call('lift', { body: { Domain: 'a.test' } })
    assert.equal(facts.overrides.size, 0, 'a permanent override replaces both')
  }
})

test('an expiry in the past is rejected, and expired overrides are not listed', async () => {
  const { put, config, clock } = openFilter()
  const now = Math.floor(clock.now() / 1000)
  await put({ Domain: 'a.test', Expiration: 60 })
  await put({ Domain: 'b.test', Expiration: now + 30 })
  await assert.rejects(put({ Domain: 'c.test', Expiration: 1_000_000_001 }), Invalid)
  assert.equal((await config()).PermitDomains[0]?.Expiration, now + 60)
  await clock.step(60_000)
  assert.deepEqual((await config()).PermitDomains, [])
})

test('lists of overrides are added, renamed, and deleted with their overrides', async () => {
  const { put, config, call, facts } = openFilter()
  await call('putOverrideList', { list: 'Kids', body: { Tags: ['Child'] } })
  await call('putOverrideList', { list: 'Work', body: {} })
  await put({ Domain: 'a.test', Type: 'block' }, 'Kids')
  await put({ Domain: 'a.test' })
  await call('putOverrideList', { list: 'Kids', body: { Name: 'Children', Enabled: false } })
  const { OverrideLists, PermitDomains } = await config()
  assert.deepEqual(
    OverrideLists.map(({ Name, Enabled, Tags, BlockDomains }) => [Name, Enabled, Tags, said(BlockDomains)]),
    [
      ['Default', true, [], []],
      ['Children', false, ['child'], ['a.test. * 0']],
      ['Work', true, [], []],
    ],
  )
  assert.equal(PermitDomains.length, 1)
  await assert.rejects(call('putOverrideList', { list: 'Work', body: { Name: 'Children' } }), Invalid)
  await assert.rejects(call('putOverrideList', { list: 'Default', body: { Name: 'Other' } }), Invalid)
  await assert.rejects(call('removeOverrideList', { list: 'Default' }), Invalid)
  await assert.rejects(call('removeOverrideList', { list: 'Kids' }), NotFound)
  await call('putOverrideList', { list: 'Default', body: { Enabled: false } })
  await call('removeOverrideList', { list: 'Children' })
  assert.equal(facts.overrides.size, 1)
  assert.equal((await config()).OverrideLists[0]?.Enabled, false)
})

test('fields that are missing in an update of a block list stay unchanged', async () => {
  const { call, refreshed } = openFilter()
  await call('putBlockList', { body: { URI: ADS, Tags: ['Child'], Category: 'ads' } })
  const changed = await call('putBlockLists', { body: { URI: ADS, Enabled: false } })
  assert.deepEqual(changed, [{ URI: ADS, Enabled: false, Tags: ['child'], Category: 'ads', DontBlock: false }])
  assert.deepEqual(await call('blockList'), changed)
  await assert.rejects(call('refresh', { body: { URI: ADS } }), Invalid)
  await call('putBlockList', { body: { URI: ADS, Enabled: true } })
  await call('refresh', { body: { URI: ADS, Accept: null } })
  await call('refresh', { body: { URI: ADS, Accept: true } })
  assert.deepEqual(refreshed, [ADS, `accepted ${ADS}`])
  assert.deepEqual(await call('removeBlockLists', { body: { URI: ADS } }), [])
  await assert.rejects(call('removeBlockList', { body: { URI: ADS } }), NotFound)
})

test('the number of block lists, override lists and overrides is limited', async () => {
  const { call, put } = openFilter()
  for (let n = 0; n < 64; n++) await call('putBlockList', { body: { URI: `${ADS}/${n}` } })
  await assert.rejects(call('putBlockList', { body: { URI: ADS } }), Invalid)
  await call('putBlockList', { body: { URI: `${ADS}/0`, Enabled: false } })
  for (let n = 1; n < 64; n++) await call('putOverrideList', { list: `list ${n}`, body: {} })
  await assert.rejects(call('putOverrideList', { list: 'one more', body: {} }), Invalid)
  for (let n = 0; n < 5000; n++) await put({ Domain: `n${n}.test` })
  await assert.rejects(put({ Domain: 'more.test' }), Invalid)
  await put({ Domain: 'n0.test', Type: 'block' })
})

test('an excluded client is listed once, and can be removed once', async () => {
  const { call, facts } = openFilter()
  await call('exclude', { body: LAPTOP })
  await call('exclude', { body: LAPTOP })
  assert.deepEqual(await call('exclusions'), [LAPTOP])
  await call('include', { body: LAPTOP })
  await assert.rejects(call('include', { body: LAPTOP }), Invalid)
  assert.deepEqual(facts.setting('dnsBlock').ClientIPExclusions, [])
})

test('a pause ends at its time, or before', async () => {
  const { call, clock, config } = openFilter()
  await call('pause', { body: { ClientIP: LAPTOP, Minutes: 10 } })
  assert.deepEqual(await call('pause', { body: { Minutes: 5 } }), {
    ClientIP: '*',
    Until: Math.ceil(clock.now() / 1000) + 300,
  })
  assert.equal((await config()).Pauses.length, 2)
  await call('resume', { body: { ClientIP: LAPTOP } })
  await assert.rejects(call('resume', { body: { ClientIP: LAPTOP } }), NotFound)
  assert.equal(((await call('pauses')) as []).length, 1)
  await clock.step(300_000)
  assert.deepEqual(await call('pauses'), [])
})

test('single settings are set and leave the others', async () => {
  const { call, facts } = openFilter()
  await call('setRefresh', { query: { seconds: '86400' } })
  await call('disableRebinding', { query: { value: 'true' } })
  await call('answerCanaries', { query: { value: 'false' } })
  await call('quarantineHost', { body: '192.168.2.1' })
  assert.deepEqual(facts.setting('dnsBlock'), {
    RefreshSeconds: 86_400,
    QuarantineHostIP: '192.168.2.1',
    RebindingCheckDisable: true,
    ClientIPExclusions: [],
    AnswerCanaries: false,
  })
  await assert.rejects(call('quarantineHost', { body: '0.0.0.0' }), Invalid)
  await call('quarantineHost', { body: '' })
  assert.equal(facts.setting('dnsBlock').QuarantineHostIP, '')
})

test('invalid overrides and block lists are rejected', async () => {
  const { call, put, config } = openFilter()
  const before = await config()
  for (const bad of [
    {},
    { Domain: '' },
    { Domain: 'exa mple.com' },
    { Domain: 'a..b' },
    { Domain: '*.example.com' },
    { Domain: `${'a'.repeat(64)}.com` },
    { Domain: 'a.test', Type: 'allow' },
    { Domain: 'a.test', ResultIP: '1.2.3' },
    { Domain: 'a.test', ResultIP: '1.2.3.4', ResultCNAME: 'b.test' },
    { Domain: 'a.test', ClientIP: 'laptop' },
    { Domain: 'a.test', Expiration: -1 },
    { Domain: 'a.test', Expiration: 1.5 },
    { Domain: 'a.test', Tags: ['!'] },
  ])
    await assert.rejects(put(bad), JSON.stringify(bad))
  for (const URI of [
    '',
    'lists.test',
    'ftp://lists.test/x',
    'file:///etc/passwd',
    'https://me:secret@lists.test/x',
    'https://',
  ])
    await assert.rejects(call('putBlockList', { body: { URI } }), URI)
  for (const Minutes of [0, 1441, 1.5, '10', undefined]) await assert.rejects(call('pause', { body: { Minutes } }))
  for (const seconds of ['599', 'soon', '1e99', undefined])
    await assert.rejects(call('setRefresh', { query: { seconds } }))
  for (const value of ['yes', '', undefined]) await assert.rejects(call('disableRebinding', { query: { value } }))
  await assert.rejects(call('why', { query: { name: 'a..b' } }), Invalid)
  assert.deepEqual(await config(), before)
})

test('the resolver and the lists say why a name is blocked', async () => {
  const { call, finds } = openFilter()
  await assert.rejects(call('why', { query: { name: 'ads.test' } }), Unavailable)
  const finding: Finding = { Result: 'blocked', By: ADS, Answers: [], Categories: [], Filtering: 'full' }
  finds(finding)
  assert.deepEqual((await call('why', { query: { name: 'Ads.test.', client: LAPTOP } })) as DnsExplanation, {
    Name: 'ads.test.',
    ClientIP: LAPTOP,
    ...finding,
    Lists: [{ URI: ADS, Domain: 'ads.test', Exception: false }],
  })
})

test('all names are sent as one array in chunks; numbers come from their counters', async () => {
  const { call } = openFilter()
  const chunks: string[] = []
  for await (const chunk of (await call('domains')) as AsyncIterable<string>) chunks.push(chunk)
  assert.ok(chunks.length > 1)
  assert.deepEqual(JSON.parse(chunks.join('')), ['a.test', 'b.test', 'c.test'])
  assert.deepEqual(await call('metrics'), { TotalQueries: 9, BlockedQueries: 4, BlockedDomains: 3 })
})

test('an override in a list that does not exist creates the list, while there is room for it', async () => {
  const { put, config, call } = openFilter()
  await put({ Domain: 'a.test', Type: 'block' }, 'New List')
  await put({ Domain: 'b.test' }, 'New List')
  const [, created] = (await config()).OverrideLists
  assert.partialDeepStrictEqual(created, { Name: 'New List', Enabled: true, Tags: [] })
  assert.deepEqual([created?.BlockDomains.length, created?.PermitDomains.length], [1, 1])
  await assert.rejects(call('liftIn', { list: 'Other', body: { Domain: 'a.test' } }), NotFound)
  for (let made = 2; made < 64; made++) await put({ Domain: 'a.test' }, `list ${made}`)
  await assert.rejects(put({ Domain: 'a.test' }, 'one too many'), Invalid)
  assert.equal((await config()).OverrideLists.length, 64)
})
