import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')
const colours = (text: string) => new Set(text.match(/#[0-9a-f]{6}\b/g))

test('pages outside the app have the colours of the theme', () => {
  const theme = colours(read('styles/theme.ts') + read('build/themeSheet.ts'))
  for (const name of ['offline/page.css', 'offline.html', 'index.html', 'public/manifest.webmanifest'])
    for (const colour of colours(read(name))) assert.ok(theme.has(colour), `${colour} in ${name}`)
})
