import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { licensesOf } from './licenses.ts'

function openPackages() {
  const dir = mkdtempDisposableSync(join(tmpdir(), 'sallyport-licenses-'))
  return {
    add(name: string, description: object, files: Readonly<Record<string, string>> = {}): string {
      const folder = join(dir.path, 'node_modules', name)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...description }))
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
      return join(folder, 'index.js')
    },
    [Symbol.dispose]: () => dir.remove(),
  }
}

test('each package is listed once, with its version and the text of its license', () => {
  using packages = openPackages()
  const one = packages.add('@a/b', { license: 'MIT' }, { LICENSE: 'Permission is granted', NOTICE: 'Made by A' })
  const other = packages.add('c', { license: 'ISC', author: { name: 'C' }, repository: { url: 'git:c' } })
  const text = licensesOf([other, one, join(one, '../more/part.js'), '/src/own.ts', '\0virtual'])
  assert.equal(text.match(/^\S+ 1\.0\.0/gm)?.join(), '@a/b 1.0.0,c 1.0.0')
  assert.match(text, /@a\/b 1\.0\.0 \(MIT\)\n\nPermission is granted\n\nMade by A\n/)
  assert.match(text, /c 1\.0\.0 \(ISC\)\n\nC, git:c\n/)
})

test('a package without a license is refused', () => {
  using packages = openPackages()
  assert.throws(() => licensesOf([packages.add('d', {})]), /the package d has no license/)
})
