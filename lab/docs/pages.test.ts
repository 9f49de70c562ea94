import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { SALLYPORT } from '../home/opened.ts'
import { ROOT } from '../process/place.ts'
import { pageOf, placeOfBlock, readPages, shows } from './pages.ts'

/** Files that pages name or quote exist, and each block is marked. instructions.test.ts and instructions.all.test.ts run the commands. */
const pages = readPages()
const blocks = pages.flatMap((page) => page.blocks)

/** Permitted marks of a block, by language; a `title` names the quoted file. */
const MARKS: Readonly<Record<string, RegExp>> = {
  // run: in the virtual home; refused: the same, must fail; hardware: on a router; repository: takes minutes, or does not end.
  sh: /^(run|run refused|hardware|repository)$/,
  // answer: the output of the command before it; without a mark, a text drawing.
  text: /^(answer)?$/,
  ini: /^hardware$/,
  yaml: /^(hardware|title="[^"]+")$/,
  ...Object.fromEntries(['ts', 'js', 'json'].map((language) => [language, /^title="[^"]+"$/])),
}

test('every code block has a known mark', () => {
  const strays = blocks.filter(({ language, mark }) => !MARKS[language]?.test(mark))
  assert.deepEqual(strays.map(placeOfBlock), [])
})

test('every page has a title and a description, and the description is of a size that search engines show', () => {
  for (const { path, text } of pages) {
    const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
    assert.match(front, /^title: \S/m, path)
    const [, description = ''] = /^description: (.*)$/m.exec(front) ?? []
    assert.ok(description.length >= 40 && description.length <= 170, `${path}: ${description.length} characters`)
  }
})

/** Generated pages. */
const MADE: Readonly<Record<string, string>> = {
  '/api/0': 'site/src/api/ApiPage.tsx',
  '/blog': 'site/blog',
  '/articles': 'site/articles/index.md',
}
/** What links to files of the site begin with, so that Docusaurus leaves them as they are. */
const FILES = 'pathname:///pages/'

/** The source of a path of the site. */
const sited = (path: string): string | undefined =>
  path.startsWith('/img/') ? join('site/static', path) : (MADE[path] ?? join('site', `${path}.md`))

test('links lead to existing pages and pictures', () => {
  for (const { path, prose } of pages)
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      const [file = ''] = target.split('#')
      if (file === '' || /^(https?|mailto):/.test(target)) continue
      const found = file.startsWith(FILES)
        ? join('site/static', file.slice(FILES.length))
        : file.startsWith('/')
          ? sited(file)
          : normalize(join(dirname(path), file))
      assert.ok(found && existsSync(join(ROOT, found)), `${path} leads to ${target}`)
    }
})

test('files that a page names exist', () => {
  // What a build makes is not there before it.
  for (const { path, prose } of pages)
    for (const [, file = ''] of prose.matchAll(/`((?:router|lab|web|site|docs|bin)\/[\w./-]+)`/g))
      if (!file.endsWith('/dist')) assert.ok(existsSync(join(ROOT, file)), `${path} names ${file}`)
})

test('links and files that README, CONTRIBUTING and docs name exist', () => {
  for (const path of ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT })]) {
    const { prose } = pageOf(path, readFileSync(join(ROOT, path), 'utf8'))
    const links = [...prose.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to = '']) => join(dirname(path), to))
    const named = [...prose.matchAll(/`((?:router|lab|web|site|search|docs|bin)\/[\w./-]+)`/g)].map(
      ([, file = '']) => file,
    )
    for (const file of [...links, ...named]) assert.ok(existsSync(join(ROOT, file)), `${path} names ${file}`)
  }
})

test('quoted code is in the file that is named', () => {
  const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
  for (const block of blocks) {
    const [, file] = /^title="([^"]+)"$/.exec(block.mark) ?? []
    if (file === undefined) continue
    const source = squeeze(readFileSync(join(ROOT, file), 'utf8'))
    for (const part of block.text.split(/^\s*(?:\/\/|#) …$/m))
      assert.ok(source.includes(squeeze(part)), `${placeOfBlock(block)} is not in ${file}`)
  }
})

test('commands for the repository use existing scripts and subcommands', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  const { stdout: usage } = spawnSync(process.execPath, [SALLYPORT, '--help'], { encoding: 'utf8' })
  for (const block of blocks.filter(({ mark }) => mark === 'repository'))
    for (const [, run, word = '', file] of block.text.matchAll(
      /\b(?:(npm(?: run)?|npx sallyport) (\w+)|node ((?:lab|bin)\/\S+\.[jt]s))/g,
    )) {
      const known = file
        ? existsSync(join(ROOT, file))
        : run === 'npx sallyport'
          ? usage.includes(`  ${word} `)
          : word in scripts || ['install', 'ci'].includes(word)
      assert.ok(known, `${placeOfBlock(block)}: ${word || file}`)
    }
})

test('every command is valid shell syntax', () => {
  for (const block of blocks.filter(({ language }) => language === 'sh')) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: block.text, encoding: 'utf8' })
    assert.equal(status, 0, `${placeOfBlock(block)}: ${stderr}`)
  }
})

test('a page is parsed into blocks, and output is compared line by line', () => {
  const { blocks, prose } = pageOf('a.md', 'one\n```sh run\nls\n```\ntwo')
  assert.deepEqual(blocks, [{ page: 'a.md', line: 2, language: 'sh', mark: 'run', text: 'ls' }])
  assert.equal(prose, 'one\ntwo')
  assert.throws(() => pageOf('a.md', '```sh\nls'), /a\.md:1/)
  assert.ok(shows('x\n{"a":1,"b":2}\nend', '{"a":1,…}\n…\nend'))
  assert.ok(shows('a    b', 'a b'))
  assert.ok(!shows('end\nx', 'x\nend'), 'the order counts')
  assert.ok(!shows('{"a":1}', '{"a":2}'))
})

/** Labels in steps that belong to other programs, and words that are in bold where they are defined. */
const FOREIGN = new Set([
  'Dashboards',
  'New',
  'Import',
  'General',
  'Certificate Trust Settings',
  'tailscale',
  'household link',
  'policy',
  'tag',
])

test('labels of steps in the app are labels of the app', () => {
  const labels = new Set(
    globSync('web/{texts.ts,texts/**/*.ts}', { cwd: ROOT, exclude: ['web/texts/de/**'] }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/'([^'\n]+)'|`([^`]+)`/g)].map(
        (match) => match[1] ?? match[2]!,
      ),
    ),
  )
  const wrong = pages.flatMap(({ path, prose }) =>
    [...prose.matchAll(/\*\*[^*]+\*\*(?:,\s+\*\*[^*]+\*\*)+/g)].flatMap(([steps]) =>
      [...steps.matchAll(/\*\*([^*]+)\*\*/g)]
        .map(([, label = '']) => label.replace(/\s+/g, ' '))
        .filter((label) => !labels.has(label) && !FOREIGN.has(label))
        .map((label) => `${path}: ${label}`),
    ),
  )
  assert.deepEqual(wrong, [])
})
