import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DnsClient } from '../../compiler/network.ts'
import { EVERYBODY, keyOfOverride } from '../../model/dns/blocklists/key.ts'
import type { KeptOverride } from '../../model/dns/blocklists/override.ts'
import { overrideOf } from './items.fixture.ts'
import { type EnabledList, openOverrides } from './overrides.ts'

const LAPTOP = '192.168.2.6'
const PHONE = '192.168.2.10'
const client = (ip = LAPTOP, tags: string[] = []): DnsClient => ({
  ip,
  mac: '',
  family: false,
  quarantine: false,
  tags,
})
const kept = (given: Partial<KeptOverride>): KeptOverride => overrideOf({ Type: 'block', ...given })
function openTrial(...given: Partial<KeptOverride>[]) {
  const overrides = openOverrides()
  const put = (one: Partial<KeptOverride>) => overrides.set(keyOfOverride(kept(one)), kept(one))
  for (const one of given) put(one)
  const said = (name: string, who = client(), permitsOnly = false): string | undefined => {
    const found = overrides.find(name, who, permitsOnly)
    return found && `${found.Type} ${found.Domain}`
  }
  return { overrides, put, said }
}

test('a domain matches itself and its subdomains, and nothing else', () => {
  const { said } = openTrial({})
  for (const name of ['example.com', 'www.example.com', 'a.b.example.com'])
    assert.equal(said(name), 'block example.com.', name)
  for (const name of ['badexample.com', 'example.com.org', 'com', 'example.org', '.'])
    assert.equal(said(name), undefined, name)
})

test('the root matches every name', () => {
  const { said } = openTrial({ Domain: '.', ClientIP: LAPTOP }, { Type: 'permit', Domain: 'school.example.' })
  assert.equal(said('anything.test'), 'block .')
  assert.equal(said('.'), 'block .')
  assert.equal(said('www.school.example'), 'permit school.example.')
  assert.equal(said('anything.test', client(PHONE)), undefined)
})

test('in a list permits have priority, then the longest domain, then overrides for one device', () => {
  const { said, overrides } = openTrial(
    { Type: 'permit' },
    { Domain: 'ads.example.com.' },
    { Type: 'permit', Domain: 'near.example.com.', ResultIP: '192.0.2.1' },
    { Type: 'permit', Domain: 'near.example.com.', ClientIP: LAPTOP, ResultIP: '192.0.2.2' },
  )
  assert.equal(said('ads.example.com'), 'permit example.com.')
  assert.equal(overrides.find('near.example.com', client(), false)?.ResultIP, '192.0.2.2')
  assert.equal(overrides.find('near.example.com', client(PHONE), false)?.ResultIP, '192.0.2.1')
})

test('lists apply in their order, and disabled ones do not', () => {
  const { said, overrides } = openTrial({ List: 'work' }, { Type: 'permit', List: 'kids' })
  assert.equal(said('example.com'), undefined)
  const lists = (...names: string[]): EnabledList[] => names.map((Name) => ({ Name, Tags: [] }))
  overrides.order(lists('work', 'kids'))
  assert.equal(said('example.com'), 'block example.com.')
  overrides.order(lists('kids', 'work'))
  assert.equal(said('example.com'), 'permit example.com.')
  overrides.order([{ Name: 'kids', Tags: ['child'] }, ...lists('work')])
  assert.equal(said('example.com'), 'block example.com.')
  assert.equal(said('example.com', client(LAPTOP, ['child'])), 'permit example.com.')
})

test('while the filter is paused, permits hold and blocks do not', () => {
  const { said } = openTrial({}, { Type: 'permit', Domain: 'a.example.com.' })
  assert.equal(said('example.com', client(), true), undefined)
  assert.equal(said('a.example.com', client(), true), 'permit a.example.com.')
})

test('an override of one client can be replaced and removed', () => {
  const { overrides, put } = openTrial()
  put({ ClientIP: LAPTOP })
  put({ ClientIP: LAPTOP, Domain: 'b.example.' })
  put({ ClientIP: LAPTOP, Type: 'permit' })
  assert.equal(overrides.size, 2)
  overrides.remove(keyOfOverride(kept({ ClientIP: LAPTOP })))
  overrides.remove(keyOfOverride(kept({ ClientIP: LAPTOP, Domain: 'b.example.' })))
  assert.equal(overrides.find('b.example', client(), false), undefined)
})

/** The same by walking all of them: what the rules say, word by word. */
function slowly(
  all: readonly KeptOverride[],
  lists: readonly EnabledList[],
  name: string,
  who: DnsClient,
  permitsOnly: boolean,
) {
  const isFor = (tags: readonly string[]) => tags.length === 0 || tags.some((tag) => who.tags.includes(tag))
  const labels = `${name}.`.split('.')
  for (const list of lists.filter(({ Tags }) => isFor(Tags)))
    for (const type of permitsOnly ? ['permit'] : ['permit', 'block'])
      for (let first = 0; first < labels.length; first++)
        for (const ip of [who.ip, EVERYBODY]) {
          const Domain = labels.slice(first).join('.') || '.'
          const found = all.find(
            (one) =>
              one.List === list.Name &&
              one.Type === type &&
              one.Domain === Domain &&
              one.ClientIP === ip &&
              isFor(one.Tags),
          )
          if (found) return found
        }
  return undefined
}

test('the index finds the same override as a linear search', () => {
  const label = fc.constantFrom('a', 'b', 'ab', 'ba')
  const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
  const tags = fc.subarray(['t', 'u'])
  const override = fc.record({
    Type: fc.constantFrom('permit' as const, 'block' as const),
    Domain: fc.oneof({ weight: 9, arbitrary: name.map((text) => `${text}.`) }, fc.constant('.')),
    ClientIP: fc.constantFrom(EVERYBODY, LAPTOP, PHONE),
    Tags: tags,
    List: fc.constantFrom('Default', 'kids'),
  })
  const lists = fc.shuffledSubarray([
    { Name: 'Default', Tags: [] },
    { Name: 'kids', Tags: ['t'] },
  ])
  fc.assert(
    fc.property(
      fc.array(override, { maxLength: 12 }),
      lists,
      name,
      tags,
      fc.boolean(),
      (given, order, asked, has, permitsOnly) => {
        const overrides = openOverrides()
        overrides.order(order)
        const all = new Map(given.map((one) => [keyOfOverride(kept(one)), kept(one)]))
        for (const [key, one] of all) overrides.set(key, one)
        const who = client(LAPTOP, has)
        assert.deepEqual(
          overrides.find(asked, who, permitsOnly),
          slowly([...all.values()], order, asked, who, permitsOnly),
        )
      },
    ),
    { numRuns: 2000 },
  )
})
