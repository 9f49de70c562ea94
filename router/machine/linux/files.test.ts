import assert from 'node:assert/strict'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { diskSpace, listDirectories, listFiles, removeDirectory, writeFile } from './files.ts'

const dir = mkdtempSync(join(tmpdir(), 'files-'))
after(() => rmSync(dir, { recursive: true }))

test('files and directories are listed separately, and a directory is removed with its contents', () => {
  mkdirSync(join(dir, 'run/first'), { recursive: true })
  writeFileSync(join(dir, 'run/first/uplink.lease'), '')
  writeFileSync(join(dir, 'run/file'), '')
  assert.deepEqual(listDirectories(join(dir, 'run')), ['first'])
  assert.deepEqual(listFiles(join(dir, 'run')), ['file'])
  removeDirectory(join(dir, 'run/first'))
  assert.ok(!existsSync(join(dir, 'run/first')))
  removeDirectory(join(dir, 'run/first'))
  assert.deepEqual(listDirectories(join(dir, 'absent')), [])
})

test('a file is written in the place of a link that another program has prepared', () => {
  const [secret, path] = [join(dir, 'secret'), join(dir, 'token')]
  writeFileSync(secret, 'unchanged')
  symlinkSync(secret, `${path}.new`)
  symlinkSync(secret, path)
  writeFile(path, 'value', 0o600)
  assert.equal(readFileSync(secret, 'utf8'), 'unchanged')
  assert.equal(readFileSync(path, 'utf8'), 'value')
  assert.ok(lstatSync(path).isFile())
})

test('the space of the file system of a directory is in bytes', () => {
  const { free, total } = diskSpace(dir)
  assert.ok(free > 0 && total >= free && total > 1e6)
  assert.throws(() => diskSpace(join(dir, 'absent')), /ENOENT/)
})
