import { type CheerioAPI, load } from 'cheerio/slim'
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { LEVELS, type SearchRecord } from './record.ts'

/** Long paragraphs and listings are cut into several records, between words. */
const MAX_CONTENT = 600
const MAX_HEADING = 200

const HEADING = /^h([1-6])$/
/** Elements that become one record. A table row is one record, because its cells belong together. */
const BLOCKS = new Set('p li tr pre dt dd blockquote figcaption summary caption'.split(' '))
const BREAKS = new Set(['br', 'div', ...BLOCKS])
const CELLS = new Set(['td', 'th'])
/** What belongs to the frame of a page, and not to what it says. */
const FRAME = new Set('script style template noscript svg nav footer button select form'.split(' '))
const FRAME_CLASSES = ['hash-link', 'breadcrumbs', 'theme-doc-toc-mobile', 'pagination-nav', 'table-of-contents']
/** Classes on `<html>`, set by theme-classic, of pages that list other pages. */
const LISTS =
  /\b(blog-list-page|blog-tags-\S+|blog-archive-page|blog-authors-\S+|search-page-wrapper|docs-tags-\S+|docs-tag-doc-list-page)\b/

/** The archive has no such class. */
const LIST_PATHS = /\/blog\/(archive|authors|tags|page)(\/|$)/

/**
 * The records of a built page; none where it is a list of other pages, a redirect, or not to be found. `url` is the page's, and
 * what it says itself (`rel=canonical`) goes before that. `pageRank` is how likely readers look for it.
 */
export function extractPage(html: string, url: string, pageRank = 0): SearchRecord[] {
  const $ = load(html)
  if (
    $('meta[http-equiv=refresh]').length > 0 ||
    /noindex/.test($('meta[name=robots],meta[property=robots]').attr('content') ?? '')
  )
    return []
  if (LISTS.test($('html').attr('class') ?? '')) return []
  const articles = $('article')
  // A list of posts has one for each. A page that is none, as the API reference, has its text in <main>.
  if (articles.length > 1) return []
  const root = articles.length === 1 ? articles : $('main').first()
  if (root.length === 0) return []

  const page = new URL($('link[rel=canonical]').attr('href') ?? url, url).href
  if (LIST_PATHS.test(new URL(page).pathname)) return []
  const meta = (name: string): string | undefined => $(`meta[name="docsearch:${name}"]`).attr('content')
  const sheet = new Sheet({
    page,
    pageRank,
    names: [new URL(page).pathname.split('/').at(-1)!, $('meta[name=keywords]').attr('content') ?? ''].join(' '),
    part: partOf($),
    title: tidy($('title').first().text()).split(' | ')[0] || null,
    language: meta('language') ?? $('html').attr('lang') ?? 'en',
    docusaurus_tag: meta('docusaurus_tag') ?? 'default',
    version: meta('version') ?? 'current',
  })
  read(root.get(0)!, sheet)
  return sheet.records
}

/** The part of the site that a page is in: its last open category, or its entry of the bar on top. */
function partOf($: CheerioAPI): string {
  const category = $('.menu__link--sublist.menu__link--active').last().text()
  return tidy(category) || tidy($('.navbar__link--active').first().text()) || 'Documentation'
}

/** Without the zero-width space that a heading's link to itself has. */
const tidy = (text: string): string =>
  text
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

interface Head {
  readonly page: string
  readonly pageRank: number
  readonly names: string
  readonly part: string
  /** What the page calls itself, until its first heading is read. */
  readonly title: string | null
  readonly language: string
  readonly docusaurus_tag: string
  readonly version: string
}

/** The state while a page is read: the headings above, and the current text. */
class Sheet {
  readonly #head: Head
  readonly records: SearchRecord[] = []
  readonly #headings: (string | null)[]
  #anchor: string | null = null
  /** How many blocks are open: the text is the innermost one's. */
  #depth = 0
  #text = ''

  constructor(head: Head) {
    this.#head = head
    this.#headings = [head.part, head.title, ...Array(5).fill(null)]
  }

  heading(level: number, text: string, anchor: string | null): void {
    this.#flush()
    const title = tidy(text).slice(0, MAX_HEADING)
    if (title === '') return
    this.#headings.fill(null, level)
    this.#headings[level] = title
    // The title's anchor is the page. A heading without one is reached by the one before.
    this.#anchor = level === 1 ? null : (anchor ?? this.#anchor)
    this.#add(`lvl${level}` as SearchRecord['type'], null, 100 - 10 * level)
  }

  beginBlock(): void {
    this.#flush()
    this.#depth++
  }

  /** Text outside of blocks is of the frame. */
  text(text: string): void {
    if (this.#depth > 0) this.#text += text
  }

  endBlock(): void {
    this.#flush()
    this.#depth--
  }

  #flush(): void {
    for (const part of parts(tidy(this.#text).replace(/^· /, ''))) this.#add('content', part, 0)
    this.#text = ''
  }

  #add(type: SearchRecord['type'], content: string | null, level: number): void {
    const { page, pageRank, names, language, docusaurus_tag, version } = this.#head
    const anchor = this.#anchor
    const url = anchor === null ? page : new URL(`#${encodeURIComponent(anchor)}`, page).href
    const position = this.records.length
    const hierarchy = Object.fromEntries(
      LEVELS.map((name, i) => [name, this.#headings[i] ?? null]),
    ) as SearchRecord['hierarchy']
    const objectID = `${new URL(page).pathname}#${position}`
    const weight = { pageRank, level, position }
    this.records.push({
      objectID,
      url,
      anchor,
      type,
      content,
      hierarchy,
      names: type === 'lvl1' ? names : null,
      language,
      docusaurus_tag,
      version,
      weight,
    })
  }
}

function parts(text: string): string[] {
  const found: string[] = []
  let rest = text
  while (rest.length > MAX_CONTENT) {
    const space = rest.lastIndexOf(' ', MAX_CONTENT)
    const end = space > MAX_CONTENT / 2 ? space : MAX_CONTENT
    found.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? found : [...found, rest]
}

function isFrame({ name, attribs }: Element): boolean {
  const classes = (attribs.class ?? '').split(/\s+/)
  return (
    FRAME.has(name) ||
    attribs['aria-hidden'] === 'true' ||
    'hidden' in attribs ||
    attribs['data-search'] === 'no' ||
    FRAME_CLASSES.some((frame) => classes.includes(frame))
  )
}

function read(node: AnyNode, sheet: Sheet, isInRow = false): void {
  if (isText(node)) sheet.text(node.data)
  if (!isTag(node) || isFrame(node)) return
  const level = Number(HEADING.exec(node.name)?.[1] ?? 0)
  if (level > 0) {
    sheet.heading(level, textOf(node), node.attribs.id ?? null)
    return
  }
  if (CELLS.has(node.name) && node.prev !== null) sheet.text(' · ')
  const isBlock = BLOCKS.has(node.name) && !isInRow
  if (isBlock) sheet.beginBlock()
  for (const child of node.children) read(child, sheet, isInRow || node.name === 'tr')
  if (isBlock) sheet.endBlock()
  // The end of a block also ends a word: code lines and definitions are separate elements.
  else if (BREAKS.has(node.name) || (node.attribs.class ?? '').includes('token-line') || isIn(node, 'dt'))
    sheet.text(' ')
}

const isIn = ({ parent }: Element, name: string): boolean => parent !== null && isTag(parent) && parent.name === name

function textOf(node: AnyNode): string {
  if (isText(node)) return node.data
  return isTag(node) && !isFrame(node) ? node.children.map(textOf).join('') : ''
}
