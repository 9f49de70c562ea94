import { fileURLToPath } from 'node:url'
import type { Plugin } from '@docusaurus/types'
import prism from 'prismjs'
import 'prismjs/components/prism-bash.js'
import 'prismjs/components/prism-json.js'
import 'prismjs/components/prism-typescript.js'

/** As far as it matters here: https://github.com/syntax-tree/mdast, and the elements that MDX adds. */
interface Node {
  readonly type: string
  readonly lang?: string | null
  readonly meta?: string | null
  readonly value?: string
  children?: Node[]
}

/** What code is marked as, and the grammar that it is read by. Other code is not highlighted. */
const GRAMMARS: Readonly<Record<string, string>> = {
  sh: 'bash',
  bash: 'bash',
  json: 'json',
  ts: 'typescript',
  js: 'javascript',
}

const asHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Code as HTML in which each part says what it is, for the style sheet to colour. */
export function listingOf(code: string, language: string): string {
  const name = GRAMMARS[language]
  const grammar = name === undefined ? undefined : prism.languages[name]
  return grammar && name ? prism.highlight(code, grammar, name) : asHtml(code)
}

/**
 * Blocks of code in Markdown become `<Listing>`, with colours made while the site is built: no page has to load a
 * highlighter, nor to run it before it can be used.
 */
export const listings = () => (tree: Node) => replaceIn(tree)

function replaceIn(node: Node): void {
  if (!node.children) return
  node.children = node.children.map((child) => (child.type === 'code' ? elementOf(child) : child))
  for (const child of node.children) replaceIn(child)
}

function elementOf({ lang, meta, value = '' }: Node): Node {
  const language = lang ?? 'text'
  const title = meta?.match(/\btitle="(?<title>[^"]*)"/)?.groups?.title
  const properties = { language, html: listingOf(value, language), ...(title ? { title } : {}) }
  const attributes = Object.entries(properties).map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value }))
  return { type: 'mdxJsxFlowElement', name: 'Listing', attributes, children: [] } as Node
}

const NOTHING = fileURLToPath(new URL('../src/theme/prism-include-languages/nothing.ts', import.meta.url))

/** Keeps the theme from bringing to each page what it would colour code with there, a fifth of all its scripts. */
export default function listingsPlugin(): Plugin {
  return { name: 'listings', configureWebpack: () => ({ resolve: { alias: { 'prism-react-renderer$': NOTHING } } }) }
}
