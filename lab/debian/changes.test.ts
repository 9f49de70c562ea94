import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { changesOf } from './changes.ts'

test('what an overlay adds and changes is listed, and what it only copied is not', () => {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'sallyport-changes-'))
  const write = (path: string, content: string): void => {
    mkdirSync(join(dir.path, path, '..'), { recursive: true })
    writeFileSync(join(dir.path, path), content)
  }
  for (const side of ['lower', 'upper']) write(`${side}/etc/network/copied`, 'the same')
  write('lower/etc/network/appeared-later', 'by the machine below')
  write('lower/etc/hosts', 'before')
  write('upper/etc/hosts', 'after!')
  write('upper/etc/router/settings', 'new')
  symlinkSync('a', join(dir.path, 'lower/etc/current'))
  symlinkSync('b', join(dir.path, 'upper/etc/current'))
  assert.deepEqual(changesOf(join(dir.path, 'upper'), join(dir.path, 'lower'), 'etc'), [
    'other etc/current',
    'other etc/hosts',
    'with etc/router',
    'with etc/router/settings',
  ])
})
