import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../errors.ts'
import { mostInOneTurn } from '../turns.fixture.ts'
import { parseListing, partsOf } from './nft-text.ts'

/** As libnftables prints it: with a space after each comma and colon. */
const printed = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([{[]) | (?=[}\]])/g, '$1')
const set = (name: string, elements: number) => ({
  set: {
    family: 'inet',
    name,
    table: 'sallyport',
    type: 'ipv4_addr',
    elem: Array.from({ length: elements }, (_, i) => ({
      elem: { val: `10.0.0.${i}`, counter: { packets: i, bytes: 0 } },
    })),
  },
})
/** Its statement and its comment look like the beginning of an object of the list. */
const rule = {
  rule: {
    family: 'inet',
    table: 'sallyport',
    chain: 'input',
    comment: 'x, {"set": {"family": "inet"',
    expr: [
      { accept: null },
      { set: { op: 'add', elem: 'a', set: '@talkers' } },
      { snat: { family: 'ip', addr: '1.2.3.4' } },
    ],
  },
}
const LISTING = {
  nftables: [
    { metainfo: { version: '1.0.6' } },
    { table: { family: 'inet', name: 'sallyport' } },
    ...Array.from({ length: 40 }, (_, i) => [set(`set${i}`, 20), rule]).flat(),
  ],
}

test('a list that is parsed part by part is the same as one parsed whole', async () => {
  const text = printed(LISTING)
  for (const most of [0, 100, 1000, 5000, text.length]) {
    const objects = [...partsOf(text, most)].flatMap((part) => JSON.parse(part).nftables)
    assert.deepEqual({ nftables: objects }, LISTING, `${most}`)
  }
  assert.deepEqual(await parseListing(text), LISTING)
})

test('a part is longer than the limit by one object at most', () => {
  const longest = Math.max(...[...partsOf(printed(LISTING), 1000)].map(({ length }) => length))
  assert.ok(longest < 1000 + printed(set('set10', 20)).length + printed(rule).length, `${longest}`)
})

test('of a long list one part is parsed in a turn of the event loop', async (context) => {
  const text = printed({ nftables: Array.from({ length: 2000 }, (_, i) => set(`set${i}`, 10)) })
  const { parse } = JSON
  const most = await mostInOneTurn(async (counted) => {
    context.mock.method(JSON, 'parse', (part: string) => {
      counted()
      assert.ok(part.length < 70_000, `${part.length}`)
      return parse(part)
    })
    await parseListing(text)
  })
  assert.equal(most, 1)
})

test('an empty line is no list', async () => {
  await assert.rejects(parseListing('\n'), Unavailable)
  await assert.rejects(parseListing('{}'), Unavailable)
})
