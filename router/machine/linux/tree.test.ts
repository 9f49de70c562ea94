import assert from 'node:assert/strict'
import { linkSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileTree } from './tree.ts'

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'sallyport-'))
  mkdirSync(join(path, 'a/b'), { recursive: true })
  writeFileSync(join(path, 'a/file'), 'x'.repeat(10_000))
  linkSync(join(path, 'a/file'), join(path, 'a/same'))
  symlinkSync('/etc', join(path, 'a/link'))
  return path
}

test('lists a tree without following links', async () => {
  const entries = await Array.fromAsync(fileTree.walk(directory()))
  assert.deepEqual(entries.map(({ path, kind }) => `${kind} ${path}`).sort(), [
    'directory a',
    'directory a/b',
    'file a/file',
    'file a/same',
    'link a/link',
  ])
})

test('counts a file with two names once, and stops after so many entries', async () => {
  const path = directory()
  const { bytes, entries } = await fileTree.sizeOf(path, 1000)
  assert.equal(entries, 5)
  assert.ok(bytes >= 10_000 && bytes < 40_000, String(bytes))
  assert.ok((await fileTree.sizeOf(path, 2)).entries <= 3)
  assert.deepEqual(await fileTree.sizeOf(join(path, 'none'), 10), { bytes: 0, entries: 0 })
})

test('the owner of a link is not changed', () => {
  const path = directory()
  assert.throws(() => fileTree.changeOwner(join(path, 'a/link'), 0), /ELOOP|ENOTDIR/)
  assert.throws(() => fileTree.changeOwner(join(path, 'a/file'), 0), /ENOTDIR/)
})
