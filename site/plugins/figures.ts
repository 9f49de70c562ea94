import { readFileSync } from 'node:fs'

/** As far as it matters here: https://github.com/syntax-tree/mdast, and the elements that MDX adds. */
interface Node {
  readonly type: string
  readonly name?: string
  readonly attributes?: readonly { readonly name: string; readonly value: string }[]
  children?: Node[]
}

const FIGURES = new URL('../../docs/figures.md', import.meta.url)

/** What `npm run bench` measured: by the figure's name, ours and the peer's, as `docs/figures.md` has them. */
export type Figures = ReadonlyMap<string, { readonly ours: string; readonly peer: string }>

export const readFigures = (markdown = readFileSync(FIGURES, 'utf8')): Figures =>
  new Map(
    [...markdown.matchAll(/^\| ([^|]+?) *\| ([^|]+?) *\| ([^|]*?) *\|/gm)].map(
      ([, name = '', ours = '', peer = '']) => [name, { ours, peer }],
    ),
  )

/**
 * Turns `<Figure of="…" />` into the figure of that name, and `<Figure of="…" side="peer" />` into what it was measured
 * beside, so that a page does not repeat a number that a later measurement changes. Throws for a name that is not there.
 */
export function figures({ all = readFigures() }: { all?: Figures } = {}) {
  const replaceIn = (node: Node): void => {
    if (!node.children) return
    node.children = node.children.map((child) => (child.name === 'Figure' ? textOf(child, all) : child))
    node.children.forEach(replaceIn)
  }
  return replaceIn
}

function textOf({ attributes = [] }: Node, all: Figures): Node {
  const { of: name = '', side = 'ours' } = Object.fromEntries(attributes.map(({ name, value }) => [name, value]))
  const value = all.get(name)?.[side as 'ours' | 'peer']
  if (!value) throw new Error(`docs/figures.md has no figure "${name}" (${side})`)
  return { type: 'text', value } as Node
}
