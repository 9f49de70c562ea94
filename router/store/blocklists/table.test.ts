import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { writeName } from '../../wire/dns/name.ts'
import { openTableBuilder } from './build.ts'
import { isSound } from './layout.ts'
import { openBlockListMatcher } from './matcher.ts'
import { openListReader } from './reader.ts'
import { type BlockListTable, openTable } from './table.ts'

const SEED = [0x5eed, -7] as const

/** Lists by URI, with their text, as one file. */
function compiled(
  lists: Readonly<Record<string, string>>,
  limits?: { names: number; sets: number },
): Uint8Array<ArrayBuffer> {
  const builder = openTableBuilder(SEED, limits && { limits })
  for (const [URI, text] of Object.entries(lists)) {
    const reader = openListReader(builder.begin({ URI, version: '1' }))
    reader.push(Buffer.from(text))
    reader.end()
  }
  return builder.finish()
}
const tableOf = (...given: Parameters<typeof compiled>): BlockListTable => openTable(compiled(...given).buffer)!

const list = (URI: string, more: object = {}) => ({
  URI,
  Enabled: true,
  Tags: [],
  Category: '',
  DontBlock: false,
  ...more,
})

/** Settings by URI, and what is then said of a name. */
function openTrial(lists: Readonly<Record<string, string>>, settings: Readonly<Record<string, object>> = {}) {
  const matcher = openBlockListMatcher()
  matcher.useTable(tableOf(lists))
  for (const URI of Object.keys(lists)) matcher.set(list(URI, settings[URI]))
  return {
    matcher,
    by: (name: string, tags: readonly string[] = []) => matcher.match(writeName(name), 0, tags)?.by,
    categories: (name: string, tags: readonly string[] = []) => matcher.match(writeName(name), 0, tags)?.categories,
  }
}

test('a name and its subdomains are blocked, and no other names', () => {
  const { by, matcher } = openTrial({ one: 'ads.example\n' })
  assert.equal(by('ads.example'), 'one')
  assert.equal(by('a.b.ads.example'), 'one')
  for (const other of ['example', 'bads.example', 'ads.example.com', 'ads.examples', '.'])
    assert.equal(by(other), undefined)
  const shouted = Buffer.from(writeName('x.ads.example').toString('latin1').toUpperCase(), 'latin1')
  assert.deepEqual(matcher.match(shouted, 0, []), { by: 'one', at: 2, categories: [] })
})

test('a name that one list exempts is not blocked by any list, nor are its subdomains', () => {
  const { by } = openTrial({ one: 'ads.example\n', two: '@@||good.ads.example^\nother.example\n@@||other.example^\n' })
  assert.equal(by('ads.example'), 'one')
  assert.equal(by('good.ads.example'), undefined)
  assert.equal(by('very.good.ads.example'), undefined)
  assert.equal(by('other.example'), undefined)
})

test('an important block is not lifted by an exception, except by an important one', () => {
  const { by, matcher } = openTrial({
    one: '||ads.example^$important\nb.example\n||b.example^$important\n||c.example^$important\n',
    two: '@@||ads.example^\n@@||a.ads.example^\n@@||b.example^\n@@||c.example^$important\n',
  })
  assert.equal(by('ads.example'), 'one')
  assert.equal(by('a.ads.example'), 'one')
  assert.equal(by('b.example'), 'one')
  assert.equal(by('c.example'), undefined)
  assert.equal(matcher.blockedNames(), 2)
  assert.deepEqual(
    tableOf({ one: 'b.example\n||b.example^$important\n' }).directory.lists.map(({ names }) => names),
    [1],
  )
})

test('a rule that is cancelled has no effect, before and after, and in other lists it has', () => {
  const { by, matcher } = openTrial({
    one: '||a.example^$badfilter\n||a.example^\n||b.example^\n||b.example^$badfilter\n@@||c.example^\n@@||c.example^$badfilter\n',
    two: 'b.example\nc.example\nd.example\n||d.example^$important,badfilter\n||nothing.example^$badfilter\n',
  })
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'nothing'].map((name) => by(`${name}.example`)),
    [undefined, 'two', 'two', 'two', undefined],
  )
  assert.equal(matcher.blockedNames(), 3)
})

test('a list with tags applies to devices with one of them', () => {
  const { by } = openTrial({ one: 'ads.example', two: 'games.example' }, { two: { Tags: ['kids', 'guests'] } })
  assert.equal(by('games.example'), undefined)
  assert.equal(by('games.example', ['kids']), 'two')
  assert.equal(by('games.example', ['cast', 'guests']), 'two')
  assert.equal(by('ads.example', ['kids']), 'one')
})

test('a list may only set a category, and all lists that apply do', () => {
  const { by, categories } = openTrial(
    { ads: 'ads.example\n', social: 'chat.example\n@@||ads.example^\n', sport: 'ads.example', off: 'ads.example' },
    {
      ads: { Category: 'advertising' },
      social: { Category: 'social', DontBlock: true },
      sport: { Category: 'sport', Tags: ['kids'], DontBlock: true },
      off: { Category: 'off', Enabled: false },
    },
  )
  assert.equal(by('chat.example'), undefined)
  assert.deepEqual(categories('www.chat.example'), ['social'])
  // A list that does not block does not spare either.
  assert.equal(by('ads.example'), 'ads')
  assert.deepEqual(categories('ads.example'), ['advertising'])
  assert.deepEqual(categories('ads.example', ['kids']), ['advertising', 'sport'])
})

test('changed settings of a list take effect immediately with the same table', () => {
  const { by, matcher } = openTrial({ one: 'ads.example', two: 'ads.example\nmore.example' })
  assert.equal(matcher.blockedNames(), 2)
  matcher.set(list('one', { Enabled: false }))
  assert.equal(by('ads.example'), 'two')
  matcher.remove('two')
  assert.equal(by('ads.example'), undefined)
  assert.equal(matcher.blockedNames(), 0)
  matcher.set(list('one'))
  assert.equal(by('ads.example'), 'one')
  matcher.useTable(undefined)
  assert.equal(by('ads.example'), undefined)
})

test('all lists that contain a name are returned', () => {
  const { matcher } = openTrial(
    { one: 'ads.example', two: '@@||a.ads.example^', three: 'b.ads.example' },
    { one: { Enabled: false } },
  )
  assert.deepEqual(matcher.holders(writeName('x.a.ads.example'), 0), [
    { URI: 'one', spared: false, at: 4 },
    { URI: 'two', spared: true, at: 2 },
  ])
})

test('the result of a list counts each name once, and the ignored lines', () => {
  const { directory, names } = tableOf({
    one: 'a.example\nA.example\n@@||b.example^\nnonsense\n',
    two: 'a.example\nb.example',
  })
  assert.equal(names, 2)
  assert.deepEqual(directory.lists, [
    { URI: 'one', version: '1', names: 1, spared: 1, ignored: 1, left: 0 },
    { URI: 'two', version: '1', names: 2, spared: 0, ignored: 0, left: 0 },
  ])
})

test('names over the limit are omitted and counted', () => {
  const table = tableOf(
    { one: 'a.example\nb.example\nc.example\n', two: 'a.example\nd.example' },
    { names: 2, sets: 9 },
  )
  assert.deepEqual(
    table.directory.lists.map(({ names, left }) => [names, left]),
    [
      [2, 1],
      [1, 1],
    ],
  )
  const few = tableOf({ one: 'a.example\nb.example', two: 'a.example\nc.example' }, { names: 9, sets: 1 })
  assert.deepEqual(
    few.directory.lists.map(({ names, left }) => [names, left]),
    [
      [2, 0],
      [0, 2],
    ],
  )
})

test('a damaged, truncated or foreign file is rejected', () => {
  const file = compiled({ one: 'ads.example\nmore.example\n' })
  assert.ok(isSound(file))
  for (let at = 0; at < file.length; at++) {
    if (at >= 32 && at < 64) continue // reserved
    const damaged = file.slice()
    damaged[at]! ^= 1
    assert.ok(!isSound(damaged), `byte ${at}`)
  }
  for (const length of [0, 1, 63, 64, file.length - 1]) assert.ok(!isSound(file.slice(0, length)))
  assert.equal(openTable(new ArrayBuffer(64)), undefined)
})

test('matches the same names as a search of every list', () => {
  const label = fc.constantFrom('a', 'b', 'c', 'ads', 'x-1')
  const name = fc.array(label, { minLength: 2, maxLength: 5 }).map((labels) => labels.join('.'))
  const lines = fc.array(fc.record({ name, spared: fc.boolean() }), { maxLength: 12 })
  const flags = fc.record({ Enabled: fc.boolean(), DontBlock: fc.boolean(), Tags: fc.subarray(['kids', 'guests']) })
  fc.assert(
    fc.property(
      fc.array(fc.record({ lines, flags }), { maxLength: 4 }),
      fc.array(name, { maxLength: 10 }),
      fc.subarray(['kids', 'guests', 'cast']),
      (lists, asked, tags) => {
        const text = (list: (typeof lists)[number]) =>
          list.lines.map((one) => `${one.spared ? '@@' : ''}||${one.name}^\n`).join('')
        const { by } = openTrial(
          Object.fromEntries(lists.map((list, index) => [`list ${index}`, text(list)])),
          Object.fromEntries(lists.map(({ flags }, index) => [`list ${index}`, flags])),
        )
        const counting = lists.filter(
          ({ flags }) =>
            flags.Enabled &&
            !flags.DontBlock &&
            (flags.Tags.length === 0 || flags.Tags.some((tag) => tags.includes(tag))),
        )
        for (const name of asked) {
          const holds = (spared: boolean) =>
            counting.some(({ lines }) =>
              lines.some((one) => one.spared === spared && `.${name}`.endsWith(`.${one.name}`)),
            )
          assert.equal(by(name, tags) !== undefined, holds(false) && !holds(true), name)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('a hundred thousand names are found, and as many others are not', () => {
  const name = (index: number) => `n${index}.d${index % 977}.example`
  const table = tableOf({ one: Array.from({ length: 100_000 }, (_, index) => name(index)).join('\n') })
  assert.equal(table.names, 100_000)
  let found = 0
  for (let index = 0; index < 200_000; index++) found += table.find(writeName(name(index)), 0)
  assert.equal(found, 100_000)
})
