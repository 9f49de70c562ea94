import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { SteeredClient } from '../../../search/client.ts'
import { search as settings } from '../../settings.ts'
import { askThrough, isServiceMissing } from './ask.ts'
import { lasting } from './failure.ts'
import { direct } from './hosts.ts'
import { tidySaved } from './saved.ts'

type Cache = Record<'get' | 'set', (host: unknown, value: unknown) => Promise<unknown>>
const newClient = (): SteeredClient => ({
  transporter: { hosts: [{ url: 'provider.example', protocol: 'https', accept: 'readWrite' }], hostsCache: {} },
})

test('configured hosts replace the provider’s, in order', () => {
  const client = newClient()
  const hosts = ['http://one.example:81/below/', 'https://two.example', 'https://three.example']
  direct(client, { ...settings, hosts })
  const [first, ...others] = client.transporter.hosts
  assert.deepEqual(first, { url: 'one.example:81/below', protocol: 'http', accept: 'readWrite' })
  assert.deepEqual(others.map(({ url }) => url).sort(), ['three.example', 'two.example'])
})

test('the provider’s client keeps its hosts', () => {
  const client = newClient()
  direct(client, { ...settings, isHosted: true })
  assert.deepEqual(
    client.transporter.hosts.map(({ url }) => url),
    ['provider.example'],
  )
})

test('host states persist when the search box is opened again', async () => {
  const [first, second] = [newClient(), newClient()]
  for (const client of [first, second]) direct(client, { ...settings, hosts: ['https://one.example'] })
  const host = first!.transporter.hosts[0]
  await (first!.transporter.hostsCache as Cache).set(host, 'down')
  const state = await (second!.transporter.hostsCache as Cache).get(host, async () => 'unknown')
  assert.equal(state, 'down')
})

test('a failure is reported after the box is in its loading state, and the call never settles', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const reported: Error[] = []
    let hasEnded = false
    const refused = Promise.reject(new Error('refused'))
    lasting(refused)
      .catch((error: Error) => {
        reported.push(error)
        throw error
      })
      .then(() => {
        hasEnded = true
      })
    await new Promise(setImmediate)
    mock.timers.tick(200)
    assert.equal(reported.length, 0)
    mock.timers.tick(200)
    assert.deepEqual(
      reported.map(({ name }) => name),
      ['RetryError'],
    )
    await new Promise(setImmediate)
    assert.equal(hasEnded, false)
  } finally {
    mock.timers.reset()
  }
})

test('results are passed on', async () => {
  assert.equal(await lasting(Promise.resolve('found')).catch(() => 'failed'), 'found')
})

test('only the hit is stored', () => {
  const hit = { objectID: '1', hierarchy: { lvl1: 'Firewall' } }
  const asked = { __autocomplete_algoliaCredentials: {}, __autocomplete_indexName: 'site', __autocomplete_queryID: 'q' }
  const marked = { ...hit, ...asked, __docsearch_parent: { ...hit, _highlightResult: {} } }
  const kept = new Map([[`__DOCSEARCH_RECENT_SEARCHES__site`, JSON.stringify([marked])]])
  tidySaved('site', {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  })
  assert.deepEqual(JSON.parse(kept.get('__DOCSEARCH_RECENT_SEARCHES__site')!), [hit])
})

const record = {
  objectID: '1',
  url: 'http://192.168.2.1/pages/docs/intro',
  anchor: null,
  type: 'lvl1',
  content: null,
  hierarchy: { lvl0: 'Documentation', lvl1: 'Firewall', lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
  names: 'intro',
  language: 'en',
  docusaurus_tag: 'default',
  version: 'current',
  weight: { pageRank: 4, level: 90, position: 0 },
}
const records = `data:application/json,${encodeURIComponent(JSON.stringify([record]))}`
const question = { requests: [{ indexName: settings.indexName, query: 'firewal' }] }
const failing = (failure: object) => async (): Promise<never> => {
  throw Object.assign(new Error('no'), failure)
}

test('a failing service is not mistaken for a static host', async () => {
  const dead = { transporterStackTrace: [{ response: { status: 0 } }] }
  for (const failure of [{ status: 403 }, dead, {}])
    await assert.rejects(askThrough(failing(failure), settings, records)(question), /no/)
  assert.equal(isServiceMissing(), false)
})

test('on a static host, the page searches in the browser and does not retry the service', async () => {
  type Found = { readonly results: readonly { readonly nbHits: number }[] }
  const { results } = await askThrough<Found>(failing({ status: 404 }), settings, records)(question)
  assert.equal(results[0]!.nbHits, 1)
  assert.equal(isServiceMissing(), true)
  const never = async (): Promise<Found> => assert.fail('it asked')
  assert.equal((await askThrough<Found>(never, settings, records)(question)).results[0]!.nbHits, 1)
})
