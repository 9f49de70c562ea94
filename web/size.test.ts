import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const DIST = join(import.meta.dirname, 'dist')
const MANIFEST = join(DIST, '.vite/manifest.json')

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** Compressed, as a browser gets it. */
const sizeOf = (file: string): number => statSync(join(DIST, `${file}.br`)).size

/** All files that have to be there before these parts of the build can run. */
function filesOf(parts: readonly string[]): Set<string> {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const reached = new Set<string>()
  const files = new Set(['index.html'])
  const visit = (name: string): void => {
    if (reached.has(name)) return
    reached.add(name)
    const { file, imports = [], css = [] } = chunks[name] ?? assert.fail(`the build has no ${name}`)
    for (const each of [file, ...css]) files.add(each)
    imports.forEach(visit)
  }
  parts.forEach(visit)
  return files
}

const kibOf = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1024

const skip = existsSync(MANIFEST) ? false : 'the admin app has not been built'

test('signing in and the start page take 200 KiB at most', { skip }, () => {
  const screens = ['screens/system/LoginScreen.tsx', 'parts/Shell.tsx', 'screens/home/HomeScreen.tsx']
  const size = kibOf(filesOf(['index.html', ...screens]))
  assert.ok(size <= 200, `${size.toFixed(1)} KiB`)
})

test('no part of the build is in a page: the content policy would not let it run', { skip }, () => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8')
  assert.doesNotMatch(page, /<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/i)
})
