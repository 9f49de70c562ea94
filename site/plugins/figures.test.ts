import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { figures, readFigures } from './figures.ts'

const all = readFigures(
  '| figure | ours | peer |\n|---|---|---|\n| DNS, memory (beside x)   | 21 MiB  | 80 MiB | 0.26 |\n',
)
const figure = (attributes: Record<string, string>) => ({
  type: 'root',
  children: [
    {
      type: 'mdxJsxTextElement',
      name: 'Figure',
      attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
    },
  ],
})
const textOf = (attributes: Record<string, string>): unknown => {
  const tree = figure(attributes)
  figures({ all })(tree)
  return tree.children[0]
}

test('a page shows the measured figure, or that of the reference', () => {
  assert.deepEqual(textOf({ of: 'DNS, memory (beside x)' }), { type: 'text', value: '21 MiB' })
  assert.deepEqual(textOf({ of: 'DNS, memory (beside x)', side: 'peer' }), { type: 'text', value: '80 MiB' })
})

test('a missing figure fails the build', () => {
  assert.throws(() => textOf({ of: 'DNS, speed' }), /docs\/figures\.md has no figure "DNS, speed" \(ours\)/)
})

test('the figures of this repository can be parsed', () => {
  assert.match(readFigures().get('DNS, memory for a million names (beside dnsmasq)')?.ours ?? '', /^\d+ MiB$/)
})

const SITE = join(import.meta.dirname, '..')
const UNIT = /\d[\d.,]* ?(ns|µs|ms|MiB|[GM]bit\/s|new leases|renewals)/
/** The paragraphs and tables of a page that quote measurements: those that name the figures, and the table after such a paragraph. */
function quoting(markdown: string): string[] {
  const parts = markdown.split(/\n{2,}/)
  const names = (part: string | undefined): boolean => /docs\/figures\.md|<Figure /.test(part ?? '')
  return parts.filter((part, index) => names(part) || (part.startsWith('|') && names(parts[index - 1])))
}

test('pages, posts and articles quote measurements by name, not as numbers that a later measurement changes', () => {
  const written = globSync('{docs,blog,articles}/**/*.md', { cwd: SITE }).flatMap((path) =>
    quoting(readFileSync(join(SITE, path), 'utf8'))
      .map((part) => UNIT.exec(part.replaceAll(/<Figure [^>]*>/g, ''))?.[0])
      .flatMap((number) => (number === undefined ? [] : [`${path}: ${number}`])),
  )
  assert.deepEqual(written, [])
})

test('every figure that a page, a post or an article names exists', () => {
  const measured = readFigures()
  const missing = globSync('{docs,blog,articles}/**/*.md', { cwd: SITE }).flatMap((path) =>
    [...readFileSync(join(SITE, path), 'utf8').matchAll(/<Figure of="([^"]+)"(?: side="(peer)")? \/>/g)].flatMap(
      ([, name = '', side = 'ours']) =>
        measured.get(name)?.[side as 'ours' | 'peer'] ? [] : [`${path}: ${name} (${side})`],
    ),
  )
  assert.deepEqual(missing, [])
})
