import assert from 'node:assert/strict'
import { test } from 'node:test'
import { address, LAPTOP, openTrial, TABLET, type UpstreamReply } from '../chain.fixture.ts'
import { clientItem, overrideItem } from '../items.fixture.ts'

const STRICT = '216.239.38.120'
const upstream = (name: string): UpstreamReply =>
  name === 'forcesafesearch.google.com' ? address(STRICT)(name) : address('192.0.2.7')(name)

function openSearch() {
  const trial = openTrial(upstream)
  trial.state.set(clientItem(TABLET, { tags: ['pfw:1'] }))
  trial.state.set({
    ...{ kind: 'safesearch', name: 'www.google.com' },
    redirects: [{ tag: 'pfw:1', target: 'forcesafesearch.google.com' }],
  })
  return trial
}

test('a search engine becomes its filtered service, for clients of the rule only', async () => {
  const { ask, events } = openSearch()
  const { rcode, answers, ttl } = await ask('www.google.com', TABLET)
  assert.deepEqual([rcode, answers, ttl], ['NOERROR', ['forcesafesearch.google.com', STRICT], 1])
  assert.deepEqual((await ask('www.google.com', LAPTOP)).answers, ['192.0.2.7'])
  assert.deepEqual(
    events.map(({ topic }) => topic),
    ['dns:override:event'],
  )
})

test('other hosts of the domain are not redirected', async () => {
  const { ask } = openSearch()
  for (const name of ['maps.google.com', 'google.com', 'www.www.google.com'])
    assert.deepEqual((await ask(name, TABLET)).answers, ['192.0.2.7'], name)
})

test('HTTPS and SVCB records do not lead around it, and are not asked for', async () => {
  const { ask, asked } = openSearch()
  for (const type of ['HTTPS', 'SVCB'] as const)
    assert.deepEqual((await ask('www.google.com', TABLET, type as 'A')).answers, ['forcesafesearch.google.com'], type)
  assert.deepEqual(asked, [])
})

test('an IPv6 address is that of the filtered service', async () => {
  const { ask, asked } = openSearch()
  await ask('www.google.com', TABLET, 'AAAA')
  assert.deepEqual(asked, ['forcesafesearch.google.com'])
})

test('a block of the name comes first, and a permit of it ends safe search', async () => {
  const { ask, state } = openSearch()
  state.set(overrideItem({ Type: 'block', Domain: 'google.com.' }))
  assert.equal((await ask('www.google.com', TABLET)).rcode, 'NXDOMAIN')
  state.set(overrideItem({ Type: 'permit', Domain: 'google.com.' }))
  assert.deepEqual((await ask('www.google.com', TABLET)).answers, ['192.0.2.7'])
})

test('it stays in force while blocking is paused, and not for excluded devices', async () => {
  const { ask, state } = openSearch()
  state.set({ kind: 'paused', ip: '*' })
  assert.deepEqual((await ask('www.google.com', TABLET)).answers, ['forcesafesearch.google.com', STRICT])
  state.set({ kind: 'excluded', ip: TABLET })
  assert.deepEqual((await ask('www.google.com', TABLET)).answers, ['192.0.2.7'])
})

test('without the rule, the name is itself again', async () => {
  const { ask, state } = openSearch()
  state.remove({ kind: 'safesearch', name: 'www.google.com', redirects: [] })
  assert.deepEqual((await ask('www.google.com', TABLET)).answers, ['192.0.2.7'])
})
