import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../process/place.ts'
import { carryOut, RECIPES, sourcesOf, testsOf } from './recipes.ts'

const CONTRIBUTING = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('\n')
const read = (file: string): string | undefined =>
  existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined

test('the recipes of CONTRIBUTING list the files that are changed, which are few and have a test', () => {
  for (const recipe of RECIPES) {
    const { row, mostSources, listed, edits } = recipe
    const words = CONTRIBUTING.find((line) => line.startsWith(`| ${row} |`)) ?? assert.fail(`no row for ${row}`)
    for (const name of Object.values(listed)) assert.ok(words.includes(name), `${row}: ${name}`)
    assert.deepEqual(Object.keys(listed).sort(), [...new Set(edits.map(({ file }) => file))].sort(), row)
    const sources = sourcesOf(recipe)
    assert.ok(sources.length <= mostSources, `${row}: ${sources.join(', ')}`)
    assert.ok(
      testsOf(recipe).some((file) => !file.startsWith('lab/')),
      `${row} has no unit test`,
    )
  }
})

test('the recipes fit the files that they change', () => {
  for (const { edits } of RECIPES) {
    const changed = new Map<string, string>()
    for (const edit of edits) changed.set(edit.file, carryOut(edit, changed.get(edit.file) ?? read(edit.file)))
  }
})
