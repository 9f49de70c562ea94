import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileTree } from '../../machine/linux/tree.ts'
import { checkPaths } from './paths.ts'

const data = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-')))
mkdirSync(join(data, 'state/plugins/a/sub'), { recursive: true })
writeFileSync(join(data, 'state/plugins/a/file'), '')
symlinkSync('/etc', join(data, 'state/plugins/a/etc'))
symlinkSync('a', join(data, 'state/plugins/b'))

const check = (path: string, kind: 'mount' | 'build' | 'dockerfile' | 'environment' = 'mount') =>
  checkPaths(fileTree, data, [{ path: `${data}/${path}`, line: 7, kind }])

test('directories, files and paths that do not exist yet are accepted', () => {
  check('state/plugins/a/sub')
  check('state/plugins/a/file')
  check('state/plugins/none/sub')
  check('state/plugins/a', 'build')
  check('state/plugins/a/file', 'dockerfile')
})

test('symbolic links are refused, at the end of a path and within it', () => {
  for (const path of ['state/plugins/a/etc', 'state/plugins/a/etc/passwd', 'state/plugins/b', 'state/plugins/b/sub'])
    assert.throws(() => check(path), /line 7: .* is a symbolic link/, path)
})

test('a build needs a directory, and an environment file must be a file', () => {
  assert.throws(() => check('state/plugins/a/file', 'build'), /line 7: there is no directory/)
  assert.throws(() => check('state/plugins/a/sub', 'environment'), /line 7: there is no file/)
  assert.throws(() => check('state/none', 'dockerfile'), /line 7: there is no file/)
})
