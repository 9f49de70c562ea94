import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '../../router/model/operation.ts'
import { contracts } from '../../router/model/operations.ts'
import { extractPage } from '../../search/extract.ts'
import type { SearchRecord } from '../../search/record.ts'
import { ROOT } from '../process/place.ts'

const SITE = 'https://router.example/pages/'
/** The built site, or its sources if it has not been built. */
const BUILT = join(ROOT, 'site/dist/pages/search-records.json')
const UNBUILT = ['site/{docs,blog,articles}/**/*.{md,mdx}']
const BESIDE = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/*.md']
/** The READMEs of npm packages that are installed. */
const THEIRS = ['node_modules/*/{README,readme,Readme}.md', 'node_modules/@*/*/{README,readme,Readme}.md']

/** The texts of this project: site, README and API descriptions. */
export const ownText = (): SearchRecord[] => [
  ...(existsSync(BUILT) ? JSON.parse(readFileSync(BUILT, 'utf8')) : [...pages(UNBUILT), ...reference()]),
  ...pages(BESIDE),
]

/** The same, with documentation of npm packages added up to `count` records. */
export const moreText = (count: number): SearchRecord[] => [...ownText(), ...pages(THEIRS)].slice(0, count)

const pages = (patterns: readonly string[]): SearchRecord[] =>
  globSync(patterns, { cwd: ROOT })
    .sort()
    .flatMap((file) => {
      const path = file.replace(/\.mdx?$/, '')
      return extractPage(
        article(renderMarkdown(readFileSync(join(ROOT, file), 'utf8'), path)),
        new URL(path, SITE).href,
      )
    })

function reference(): SearchRecord[] {
  const operations = Object.values(contracts).flatMap((contract) => Object.values(contract) as Operation[])
  const parts = operations.map(
    ({ method, path, details }) =>
      `<h2 id="${method}-${escapeHtml(path)}">${method} ${escapeHtml(path)}</h2>` +
      [details.summary, details.description].map((text) => `<p>${escapeHtml(text ?? '')}</p>`).join(''),
  )
  return extractPage(article(`<h1>API</h1>${parts.join('')}`), new URL('api/0', SITE).href)
}

const article = (html: string): string => `<html lang="en"><body><article>${html}</article></body></html>`
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const plain = (text: string): string =>
  escapeHtml(text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`_]{1,3}(\S(?:.*?\S)?)[*`_]{1,3}/g, '$1'))

/** Parses the part of Markdown that is needed for headings, paragraphs, lists, tables and code. */
function renderMarkdown(text: string, name: string): string {
  const [, front = '', body = ''] = /^(?:---\n([\s\S]*?)\n---\n)?([\s\S]*)$/.exec(text) ?? []
  const title = /^title: *(.*)$/m.exec(front)?.[1]
  const blocks = body
    .split(/^(```[\s\S]*?^```)/m)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n\s*\n/)))
  const html = blocks.map((block, i) => renderBlock(block.trim(), `${i}`)).join('\n')
  return html.includes('<h1') ? html : `<h1>${plain(title ?? name)}</h1>${html}`
}

function renderBlock(block: string, id: string): string {
  if (block === '' || block.startsWith('<')) return ''
  if (block.startsWith('```')) return `<pre>${escapeHtml(block.replace(/^```.*|```$/gm, ''))}</pre>`
  const [, marks, heading] = /^(#{1,6}) +(.*)/.exec(block) ?? []
  if (marks !== undefined) {
    const rest = block.slice(block.indexOf('\n') + 1 || block.length)
    return `<h${marks.length} id="${id}">${plain(heading ?? '')}</h${marks.length}>${renderBlock(rest.trim(), id)}`
  }
  if (/^\|/.test(block)) {
    const rows = block.split('\n').filter((row) => !/^[|\s:-]+$/.test(row))
    return `<table>${rows.map((row) => `<tr><td>${plain(row)}</td></tr>`).join('')}</table>`
  }
  if (/^([-*+]|\d+\.) /.test(block))
    return `<ul>${block
      .split(/^\s*(?:[-*+]|\d+\.) /m)
      .map((item) => `<li>${plain(item)}</li>`)
      .join('')}</ul>`
  return `<p>${plain(block)}</p>`
}
