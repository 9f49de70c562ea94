import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Lexicon } from './lexicon.ts'

const lexiconOf = (...words: string[]): Lexicon => new Lexicon([...new Set(words)].sort())
const found = (lexicon: Lexicon, word: string, typos: number, isPrefix = false): string[] =>
  lexicon.near(word, typos, isPrefix).map(({ term, typos: t }) => `${lexicon.terms[term]} ${t}`)

test('an inserted, missing, wrong or swapped letter is one typo', () => {
  const lexicon = lexiconOf('firewall', 'fire', 'printer')
  for (const typed of ['pinter', 'prrinter', 'prinder', 'pirnter'])
    assert.deepEqual(found(lexicon, typed, 1), ['printer 1'], typed)
})

test('a wrong first letter counts twice', () => {
  assert.deepEqual(found(lexiconOf('printer'), 'brinter', 1), ['printer 2'])
})

test('prefixes may contain typos', () => {
  const lexicon = lexiconOf('forward', 'forwarding', 'format')
  assert.deepEqual(found(lexicon, 'forwr', 1, true), ['forward 1', 'forwarding 1'])
})

/** The textbook's table, whole. */
function distance(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j))
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      d[i]![j] = Math.min(
        d[i - 1]![j]! + 1,
        d[i]![j - 1]! + 1,
        d[i - 1]![j - 1]! + Number(a[i - 1] !== b[j - 1]),
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? d[i - 2]![j - 2]! + 1 : Number.MAX_VALUE,
      )
    }
  return d[a.length]![b.length]!
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), minLength: 1, maxLength: 9 })

test('property: similar terms equal those of a full scan', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 40 }),
      word,
      fc.integer({ min: 0, max: 2 }),
      (words, typed, typos) => {
        const lexicon = lexiconOf(...words)
        const expected = lexicon.terms.flatMap((term) => {
          const off = distance(typed, term)
          return off > typos ? [] : [`${term} ${off === 0 ? 0 : off + Number(term[0] !== typed[0])}`]
        })
        assert.deepEqual(found(lexicon, typed, typos), expected)
      },
    ),
    { numRuns: 500 },
  )
})

test('property: similar prefixes equal those of a full scan', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 40 }),
      word,
      fc.integer({ min: 0, max: 2 }),
      (words, typed, typos) => {
        const lexicon = lexiconOf(...words)
        const nearest = (term: string): number =>
          Math.min(...Array.from({ length: term.length + 1 }, (_, length) => distance(typed, term.slice(0, length))))
        const expected = lexicon.terms.filter((term) => nearest(term) <= typos)
        assert.deepEqual(
          lexicon.near(typed, typos, true).map(({ term }) => lexicon.terms[term]),
          expected,
        )
      },
    ),
    { numRuns: 500 },
  )
})

test('without typos, only exact prefixes match', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, fc.boolean(), (words, typed, isPrefix) => {
      const lexicon = lexiconOf(...words)
      assert.deepEqual(lexicon.exactly(typed, isPrefix), lexicon.near(typed, 0, isPrefix))
    }),
  )
})
