import { create, insertMultiple, search } from '@orama/orama'
import { Document } from 'flexsearch'
import MiniSearch from 'minisearch'
import { LEVELS } from '../../search/record.ts'
import { MAX_RECORDS } from './search-ours.ts'

// Not TypeScript: the packages of this folder, and their types, are installed by `npm run bench` only.

/** @typedef {readonly import('../../search/record.ts').SearchRecord[]} Records */
/** @typedef {import('./search-ours.ts').Find} Find */

const FIELDS = [...LEVELS.slice(1), 'content']

/** A record for the other engines: flat, without empty fields. */
const flat = ({ hierarchy, content }, id) => ({
  id,
  ...Object.fromEntries(
    Object.entries({ ...hierarchy, content }).filter(([name, text]) => name !== 'lvl0' && text !== null),
  ),
})

/**
 * Configured like ours as far as possible: headings first, the same typo tolerance, prefix search for the last word.
 * @param {Records} records
 * @returns {Find}
 */
export function openMiniSearch(records) {
  const boost = { lvl1: 6, lvl2: 5, lvl3: 4, lvl4: 3, lvl5: 3, lvl6: 3 }
  const index = new MiniSearch({ fields: FIELDS })
  index.addAll(records.map(flat))
  return (query) =>
    index
      .search(query, {
        boost,
        combineWith: 'AND',
        prefix: (_term, i, terms) => i === terms.length - 1,
        fuzzy: (term) => (term.length < 4 ? false : term.length < 8 ? 1 : 2),
      })
      .slice(0, MAX_RECORDS)
      .map(({ id }) => id)
}

/**
 * @param {Records} records
 * @returns {Find}
 */
export function openOrama(records) {
  const db = create({ schema: Object.fromEntries(FIELDS.map((name) => [name, 'string'])) })
  insertMultiple(
    db,
    records.map((record, i) => ({ ...flat(record, i), id: `${i}` })),
    1_000_000,
  )
  const boost = { lvl1: 6, lvl2: 5, lvl3: 4, lvl4: 3, lvl5: 3, lvl6: 3 }
  return (term) => {
    const found = search(db, { term, tolerance: 1, threshold: 0, limit: MAX_RECORDS, boost })
    if (found instanceof Promise)
      throw new Error('Orama returns a promise: it was not configured for synchronous queries')
    return found.hits.map(({ id }) => Number(id))
  }
}

/**
 * @param {Records} records
 * @returns {Find}
 */
export function openFlexSearch(records) {
  const index = new Document({ document: { id: 'id', index: FIELDS }, tokenize: 'forward' })
  records.forEach((record, i) => {
    index.add(flat(record, i))
  })
  return (query) => [
    ...new Set(index.search(query, { limit: MAX_RECORDS, suggest: true }).flatMap(({ result }) => result.map(Number))),
  ]
}
