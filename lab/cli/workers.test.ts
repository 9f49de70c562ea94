import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ROOT } from '../process/place.ts'
import { runFiles } from './workers.ts'

/** Runs test files with these contents in one worker, and returns their results, with the numbers of the files. */
async function resultsOf(t: TestContext, contents: readonly string[], only?: string): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'workers-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const files = contents.map((content, index) => {
    const path = join(directory, `${index}.test.mjs`)
    writeFileSync(path, `import { test } from 'node:test'\n${content}`)
    return relative(ROOT, path)
  })
  const results: string[] = []
  const add = (what: string) => (file: string, title: string | number, reason?: string, output?: string) =>
    void results.push(
      [files.indexOf(file), what, title === file ? 'the file' : title, reason?.split('\n')[0], output?.trim()].join(
        ' ',
      ),
    )
  const listener = { passed: add('passed'), skipped: add('skipped'), failed: add('failed') }
  const ended = (file: string): void => void results.push(`${files.indexOf(file)} ended`)
  await runFiles(files, { atOnce: 1, sealed: false, only }, { ...listener, ended }, new AbortController().signal)
  return results.map((result) => result.trim())
}

test('files run one after another, and each result is received before the end of its file', async (t) => {
  const results = await resultsOf(t, [
    `test('one', () => {})\ntest('two', { skip: true }, () => {})`,
    `test('three', () => { console.log('printed'); throw new Error('wrong') })`,
  ])
  assert.deepEqual(results, [
    '0 passed one',
    '0 skipped two',
    '0 ended',
    '1 failed three Error: wrong printed',
    '1 ended',
  ])
})

test('a file that cannot be loaded fails, and so does one whose process is killed; the next file runs in a new process', async (t) => {
  const results = await resultsOf(t, [
    `throw new Error('broken')`,
    `test('ends', () => process.kill(process.pid, 'SIGKILL'))`,
    `test('four', () => {})`,
  ])
  assert.deepEqual(results, [
    '0 failed the file Error: broken',
    '0 ended',
    '1 failed the file its process ended (SIGKILL)',
    '1 ended',
    '2 passed four',
    '2 ended',
  ])
})

test('a single test can be chosen by its title, and a file without it ends', async (t) => {
  const results = await resultsOf(
    t,
    [`test('one (1)', () => {})\ntest('two', () => {})`, `test('three', () => {})`],
    'one (1)',
  )
  assert.deepEqual(results, ['0 passed one (1)', '0 ended', '1 ended'])
})
