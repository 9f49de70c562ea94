import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'

/** A fenced block of a page. */
export interface Block {
  /** The page, by repository path, and the line that the block begins on. */
  readonly page: string
  readonly line: number
  /** The first word of the info string. */
  readonly language: string
  /** The rest of the info string. */
  readonly mark: string
  readonly text: string
}

export interface Page {
  readonly path: string
  readonly text: string
  /** The text between blocks. */
  readonly prose: string
  readonly blocks: readonly Block[]
}

/** Every page of the documentation, the articles and the blog, by path. */
export const readPages = (): Page[] =>
  globSync('site/{docs,articles,blog}/**/*.{md,mdx}', { cwd: ROOT })
    .sort()
    .map((path) => pageOf(path, readFileSync(join(ROOT, path), 'utf8')))

/** Parses a page into blocks; fences are three backticks at the beginning of a line. */
export function pageOf(path: string, text: string): Page {
  const blocks: Block[] = []
  const prose: string[] = []
  let open: { line: number; info: string; lines: string[] } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line)
    if (!fence) (open?.lines ?? prose).push(line)
    else if (!open) open = { line: index + 1, info: fence[1]!.trim(), lines: [] }
    else {
      const [, language = '', mark = ''] = /^(\S*)\s*(.*)$/.exec(open.info)!
      blocks.push({ page: path, line: open.line, language, mark, text: open.lines.join('\n') })
      open = undefined
    }
  }
  if (open) throw new Error(`${path}:${open.line}: the block has no end`)
  return { path, text, prose: prose.join('\n'), blocks }
}

export const placeOfBlock = ({ page, line }: Block): string => `${page}:${line}`

/**
 * Whether the output contains these lines, in this order, each within a separate line. `…` matches anything within a line; a line
 * of nothing else matches any lines.
 */
export function shows(printed: string, expected: string): boolean {
  const lines = printed.split('\n')
  let next = 0
  return expected
    .split('\n')
    .filter((line) => line.trim() !== '' && line.trim() !== '…')
    .every((line) => {
      const words = line.trim().replaceAll(/\s+/g, ' ')
      const pattern = new RegExp(words.split('…').map(RegExp.escape).join('.*').replaceAll('\\x20', '\\s+'))
      const found = lines.findIndex((one, index) => index >= next && pattern.test(one))
      next = found + 1
      return found >= 0
    })
}
