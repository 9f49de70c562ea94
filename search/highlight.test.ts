import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { escapeHtml, highlight, type Sought, snip } from './highlight.ts'
import { tokensOf } from './words.ts'

const tags = { pre: '<mark>', post: '</mark>' }
/** Words as they were typed, each the beginning of the terms that follow it. */
const soughtOf = (words: readonly string[], terms: readonly string[]): Sought => ({
  words,
  terms: new Map(
    terms.flatMap((term) => {
      const bits = words.reduce((all, word, i) => all | (term.startsWith(word) ? 1 << i : 0), 0)
      return bits === 0
        ? []
        : [
            [
              term,
              {
                words: bits,
                length: Math.max(...words.filter((word) => term.startsWith(word)).map(({ length }) => length)),
              },
            ],
          ]
    }),
  ),
})

test('only the typed prefix is highlighted', () => {
  assert.deepEqual(highlight('Forwarding a port', soughtOf(['forw', 'port'], ['forwarding', 'port']), tags), {
    value: '<mark>Forw</mark>arding a <mark>port</mark>',
    matchLevel: 'full',
    fullyHighlighted: false,
    matchedWords: ['forw', 'port'],
  })
})

test('accents are ignored in matching and kept in the text', () => {
  assert.equal(highlight('Un café', soughtOf(['cafe'], ['cafe']), tags).value, 'Un <mark>café</mark>')
})

test('a snippet is centered on the match, with ellipses', () => {
  const text = 'one two three four five six seven eight nine ten'
  const of = (...words: string[]) => snip(text, soughtOf(words, words), { tags, length: 3, ellipsis: '…' })
  assert.deepEqual(of('five'), { value: '…four <mark>five</mark> six…', matchLevel: 'full' })
  assert.equal(of('one').value, '<mark>one</mark> two three…')
  assert.equal(of('ten').value, '…eight nine <mark>ten</mark>')
  assert.equal(of('zero').value, 'one two three…')
  assert.equal(of('two', 'seven', 'eight').value, '…<mark>seven</mark> <mark>eight</mark> nine…')
})

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', 'ß', '\u0301', ' ', '.', '<', '&', '😀'),
  maxLength: 60,
})
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'e', 's'), minLength: 1, maxLength: 3 })

test('property: without tags, a highlight is the escaped text', () => {
  fc.assert(
    fc.property(
      letters,
      fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 9 }),
      (text, words, length) => {
        const sought = soughtOf(
          words,
          tokensOf(text).map((token) => token.word),
        )
        const bare = (value: string): string => value.replaceAll('<mark>', '').replaceAll('</mark>', '')
        assert.equal(bare(highlight(text, sought, tags).value), escapeHtml(text))

        const { value } = snip(text, sought, { tags, length, ellipsis: '#' })
        assert.ok(escapeHtml(text).includes(bare(value).replace(/^#/, '').replace(/#$/, '')))
        const found = tokensOf(text).some((token) => sought.terms.has(token.word))
        assert.equal(value.includes('<mark>'), found, 'what was found is in the snippet')
      },
    ),
    { numRuns: 1000 },
  )
})
