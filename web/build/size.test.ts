import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LANGUAGES } from '../parts/values/language.ts'
import { inLanguage } from './translated.ts'

const DIST = join(import.meta.dirname, '../dist')
const manifestIn = (language: string): string => join(DIST, inLanguage('.vite/manifest.json', language))

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly isDynamicEntry?: boolean
}

/** The classic scripts of a page, which run before it is drawn. */
const scriptsIn = (page: string): string[] =>
  [...readFileSync(join(DIST, page), 'utf8').matchAll(/<script src="\/([^"]+)"/g)].map(([, file = '']) => file)

/** Compressed, as browsers get it: Brotli through TLS, gzip without, where they do not ask for Brotli. */
const FORMS = ['br', 'gz'] as const
const sizeOf = (file: string, form: string): number => statSync(join(DIST, `${file}.${form}`)).size

const chunksIn = (language: string): Record<string, Chunk> => JSON.parse(readFileSync(manifestIn(language), 'utf8'))

/** All files that have to be there before these parts of the build can run. A part: a source file, or the name of a chunk. */
function filesOf(parts: readonly string[], language: string): Set<string> {
  const chunks = chunksIn(language)
  const reached = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string): void => {
    if (reached.has(name)) return
    reached.add(name)
    const named = chunks[name] ?? Object.values(chunks).find((chunk) => chunk.name === name)
    const { file, imports = [], css = [] } = named ?? assert.fail(`the build has no ${name}`)
    for (const each of [file, ...css]) files.add(each)
    imports.forEach(visit)
  }
  parts.forEach(visit)
  return files
}

const skip = existsSync(manifestIn('de')) ? false : 'the admin app has not been built'

/** What is loaded before a page is shown: in KiB, and in files with the page itself. */
const PAGES = {
  'the sign-in page': { page: 'signin.html', parts: ['start', 'signin'], most: 83, files: 7 },
  'the app with Home': { page: 'index.html', parts: ['start', 'signin', 'app', 'home'], most: 183, files: 13 },
}

for (const [language, name] of Object.entries(LANGUAGES)) {
  for (const [title, { page, parts, most, files: mostFiles }] of Object.entries(PAGES)) {
    test(`${name}: ${title} takes at most ${most} KiB and ${mostFiles} requests`, { skip }, (context) => {
      const files = [inLanguage(page, language), ...scriptsIn(inLanguage(page, language)), ...filesOf(parts, language)]
      for (const form of FORMS) {
        const size = files.reduce((sum, file) => sum + sizeOf(file, form), 0) / 1024
        context.diagnostic(`${size.toFixed(1)} KiB as ${form}, ${files.length} files`)
        assert.ok(size <= most, `${size.toFixed(1)} KiB as ${form}`)
      }
      assert.ok(files.length <= mostFiles, files.join(', '))
    })

    test(`${name}: the files of ${title} are requested together`, { skip }, () => {
      const html = readFileSync(join(DIST, inLanguage(page, language)), 'utf8')
      for (const file of filesOf(parts, language)) assert.match(html, new RegExp(`(href|src)="/${file}"`))
    })
  }

  test(`${name}: the sign-in page is prerendered in its file, with the styles of its style sheet`, { skip }, () => {
    const html = readFileSync(join(DIST, inLanguage('signin.html', language)), 'utf8')
    assert.match(html, /<input [^>]*type="password"/)
    assert.match(html, /<button type="submit"[^>]* disabled=""/)
    const sheets = [...filesOf(PAGES['the sign-in page'].parts, language)].filter((file) => file.endsWith('.css'))
    const styles = sheets.map((file) => readFileSync(join(DIST, file), 'utf8')).join('')
    const classes = [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
    for (const one of classes.filter((name) => !name.startsWith('tabler-'))) assert.ok(styles.includes(`.${one}`), one)
  })

  test(`${name}: the start page loads no schemas of the contract`, { skip }, () => {
    for (const file of filesOf(PAGES['the app with Home'].parts, language)) assert.doesNotMatch(file, /zod/)
  })

  test(`${name}: at most 22 files are shared, and any screen needs at most two more`, { skip }, () => {
    const chunks = chunksIn(language)
    const entries = Object.keys(chunks).filter((name) => chunks[name]?.isDynamicEntry)
    const needs = entries.map((name) => filesOf([name], language))
    const common = filesOf(PAGES['the app with Home'].parts, language)
    for (const file of needs.flatMap((files) => [...files]))
      if (needs.filter((files) => files.has(file)).length > 1) common.add(file)
    assert.ok(common.size <= 22, [...common].join(', '))
    for (const files of needs) {
      const own = [...files].filter((file) => !common.has(file))
      assert.ok(own.length <= 2, own.join(', '))
    }
  })

  test(`${name}: pages have no inline scripts and styles, which the content security policy blocks`, { skip }, () => {
    for (const page of ['index.html', 'signin.html', 'offline.html'])
      assert.doesNotMatch(
        readFileSync(join(DIST, inLanguage(page, language)), 'utf8'),
        /<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/i,
      )
  })
}

test('libraries have no texts, and are one file for all languages', { skip }, () => {
  const fileOf = (name: string, language: string) =>
    Object.values(chunksIn(language)).find((chunk) => chunk.name === name)?.file ?? assert.fail(name)
  for (const name of ['libraries', 'framework', 'zod'])
    assert.equal(new Set(Object.keys(LANGUAGES).map((language) => fileOf(name, language))).size, 1, name)
})

test('the app has no Buffer, which only Node has', { skip }, () => {
  const scripts = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js'))
  const uses = (name: string) => /(?<![\w$.])Buffer\./.test(readFileSync(join(DIST, 'assets', name), 'utf8'))
  assert.deepEqual(scripts.filter(uses), [])
})
