import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { PARAMETERS } from './parameters.ts'

const PAGE = new URL('../site/docs/development/contribute/site.md', import.meta.url)

test('the documentation lists how each parameter is handled', () => {
  const rows = new Map(
    [...readFileSync(PAGE, 'utf8').matchAll(/^\| (supported|ignored|rejected)([^|]*)\| (.+) \|$/gm)].map(
      ([, use = '', rest = '', names = '']) => [use + (rest.includes('except') ? ' except' : ''), names],
    ),
  )
  const namesIn = (row: string): string[] =>
    [...(rows.get(row) ?? '').replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, name]) => name!)
  const namesOf = (row: string): string[] =>
    [...PARAMETERS].filter(([, { use, unless }]) => use + (unless ? ' except' : '') === row).map(([name]) => name)
  for (const row of ['supported', 'ignored', 'rejected', 'refused except'])
    assert.deepEqual(namesIn(row).sort(), namesOf(row).sort(), row)
})
