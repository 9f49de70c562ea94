import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
const namesIn = (text: string): Set<string> => new Set(text.match(/\bSITE_[A-Z_]+\b/g))

test('the documentation lists exactly the variables that a build reads', () => {
  const known = namesIn(read('settings.ts') + read('links.ts'))
  assert.deepEqual(namesIn(read('docs/development/contribute/site.md')), known)
})
