import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Every line of the site's checklist names tests that exist. */
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const rows = read('../docs/site-checklist.md')
  .split('\n')
  .filter((line) => /^\| (?!behavior)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

const sources = new Map<string, string>()
const sourceOf = (file: string): string => sources.get(file) ?? sources.set(file, read(`../${file}`)).get(file)!

/** Whether `file` has a test that is called so. */
const isTest = (file: string, name: string): boolean =>
  [`'`, '`', '"'].some((quote) => {
    const at = sourceOf(file).indexOf(`${quote}${name}${quote}`)
    return at > 0 && /\b(test|walk|story)\(\s*$/.test(sourceOf(file).slice(0, at))
  })

test('each line of the checklist names existing tests, or is marked as read in the source', () => {
  assert.ok(rows.length > 90)
  for (const [behavior = '', implementation = '', tests = ''] of rows) {
    assert.ok(behavior && implementation, behavior)
    if (implementation.startsWith('**read**')) continue
    for (const proof of tests.split('<br />')) {
      const [, file = '', name = ''] = /^\s*`([^`]+)` › (.+?)\s*$/.exec(proof) ?? []
      assert.ok(name && isTest(file, name), `${behavior}: ${proof}`)
    }
  }
})

test('a title counts only if a test has it', () => {
  assert.equal(isTest('site/checklist.test.ts', 'a title counts only if a test has it'), true)
  assert.equal(isTest('site/checklist.test.ts', 'a title counts only'), false)
  assert.equal(isTest('site/checklist.test.ts', 'behavior'), false)
})
