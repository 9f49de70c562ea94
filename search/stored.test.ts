import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerQueries } from './answer.ts'
import { extractPage } from './extract.ts'
import { indexRecords } from './index.ts'
import { readIndex, writeIndex } from './stored.ts'

const html = (
  title: string,
): string => `<html lang="en"><body><article><h1>${title}</h1><p>The ${title} of a router.</p>
  <h2 id="more">More — größer</h2><p>Rules &amp; ports.</p></article></body></html>`
const records = ['Firewall', 'DNS', 'Wifi'].flatMap((title) =>
  extractPage(html(title), `https://router.example/pages/docs/${title}`),
)

test('a stored index answers like the original', () => {
  const made = indexRecords(records)
  const file = writeIndex(made)
  // As a file may lie in a larger buffer.
  for (const shift of [0, 1, 2, 3]) {
    const buffer = new Uint8Array(file.length + shift)
    buffer.set(file, shift)
    const read = readIndex(buffer.subarray(shift))!
    for (const query of ['rout', 'firewlal', 'größer', 'ports rules', '']) {
      const body = { requests: [{ indexName: 'x', query, facets: ['*'], distinct: false }] }
      const hitsOf = (index: typeof made) => {
        const { processingTimeMS: _, ...result } = answerQueries({ name: 'x', index }, body).results[0]!
        return result
      }
      assert.deepEqual(hitsOf(read), hitsOf(made), query)
    }
  }
})

test('loading an index parses no records', () => {
  const text = Buffer.from(writeIndex(indexRecords(records)))
  const broken = Buffer.concat([text.subarray(0, text.lastIndexOf('{"objectID"')), Buffer.alloc(500, 'x')])
  assert.equal(readIndex(broken)!.records.length, records.length)
})

test('a file of another version is rejected', () => {
  assert.equal(readIndex(Buffer.from('{"version":0}\n')), undefined)
  assert.throws(() => readIndex(Buffer.from('no index')))
})
