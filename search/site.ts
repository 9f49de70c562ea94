import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractPage } from './extract.ts'
import type { SearchRecord } from './record.ts'

/**
 * The records of a built site: of every page in `folder`, served at `url` (such as `https://router.example/pages/`, with the
 * slash). The not-found page is skipped. `rankOf` returns, by a page's path below `url`, how
 * likely it is the wanted page.
 */
export const readSite = (folder: string, url: string, rankOf: (path: string) => number): SearchRecord[] =>
  globSync('**/*.html', { cwd: folder })
    .filter((file) => file !== '404.html')
    .sort()
    .map((file) => ({ path: pathOf(file), html: readFileSync(join(folder, file), 'utf8') }))
    .flatMap(({ path, html }) => extractPage(html, new URL(path, url).href, rankOf(path)))

/** `docs/intro.html` is the page `docs/intro`. */
const pathOf = (file: string): string => file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')
