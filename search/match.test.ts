import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { admitted, parseFacetTest } from './filter.ts'
import { indexRecords } from './index.ts'
import { DEFAULT_MATCHING, match } from './match.ts'
import { DEFAULT_SYNTAX, parseQuery } from './query.ts'
import type { SearchRecord } from './record.ts'

const record = (i: number, title: string, content: string | null, tag: string): SearchRecord => ({
  objectID: `${i}`,
  url: `https://router.example/pages/${i % 5}#${i % 7}`,
  anchor: null,
  type: content === null ? 'lvl1' : 'content',
  content,
  hierarchy: { lvl0: null, lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
  language: 'en',
  docusaurus_tag: tag,
  version: 'current',
  names: content === null ? `${i % 5}` : null,
  weight: { pageRank: i % 3, level: content === null ? 90 : 0, position: i },
})

/** Synonyms and other forms are not found by looking at every record for a word. */
const LITERAL = { ...DEFAULT_MATCHING, hasSynonyms: false, hasForms: false }

// Of three letters at most, so that nothing is taken for a typo.
const word = fc.string({ unit: fc.constantFrom('q', 'w', 'x'), minLength: 1, maxLength: 3 })
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const records = fc
  .array(fc.tuple(text, fc.option(text), fc.constantFrom('docs', 'blog')), { maxLength: 40 })
  .map((all) => all.map(([title, content, tag], i) => record(i, title, content, tag)))

/** The words of a record, field by field. */
const fieldsOf = ({ hierarchy, content, names }: SearchRecord): string[][] =>
  [hierarchy.lvl1, content, names].map((field) => field?.split(' ') ?? [])

test('property: matches equal those of a full scan', () => {
  fc.assert(
    fc.property(
      records,
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('docs', 'blog', undefined),
      (all, words, tag) => {
        const index = indexRecords(all)
        const filters = tag === undefined ? [] : [[parseFacetTest(`docusaurus_tag:${tag}`)!]]
        const found = match(
          index,
          parseQuery(words.join(' '), DEFAULT_SYNTAX),
          admitted(index, filters),
          LITERAL,
        ).records

        const wanted = [...new Set(words)].map((each) => ({ each, isPrefix: each === words.at(-1) }))
        const has = (one: SearchRecord): number =>
          wanted.filter(({ each, isPrefix }) =>
            fieldsOf(one)
              .flat()
              .some((other) => other === each || (isPrefix && other.startsWith(each))),
          ).length
        const admittedOnes = all.filter(({ docusaurus_tag }) => tag === undefined || docusaurus_tag === tag)
        const most = Math.max(1, ...admittedOnes.map(has))
        const expected = new Set(admittedOnes.filter((one) => has(one) === most).map(({ url }) => url))
        assert.deepEqual(new Set(found.map((i) => all[i]!.url)), expected)
        assert.equal(found.length, expected.size, 'each section once')
      },
    ),
    { numRuns: 500 },
  )
})

test('property: phrases and exclusions equal those of a full scan', () => {
  fc.assert(
    fc.property(records, fc.array(word, { minLength: 1, maxLength: 3 }), word, (all, phrase, excluded) => {
      const index = indexRecords(all)
      const query = parseQuery(`"${phrase.join(' ')}" -${excluded}`, { ...DEFAULT_SYNTAX, isAdvanced: true })
      const found = match(index, query, admitted(index, []), LITERAL).records
      const expected = all.filter((one) => {
        const fields = fieldsOf(one).map((words) => ` ${words.join(' ')} `)
        return (
          fields.some((field) => field.includes(` ${phrase.join(' ')} `)) &&
          !fields.some((field) => field.includes(` ${excluded} `))
        )
      })
      assert.deepEqual(new Set(found.map((i) => all[i]!.url)), new Set(expected.map(({ url }) => url)))
    }),
    { numRuns: 500 },
  )
})
