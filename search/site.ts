import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractPage } from './extract.ts'
import type { SearchRecord } from './record.ts'

/**
 * The records of a built site: of every page in `folder`, which stands at `url` (as `https://router.example/pages/`, with the
 * slash). What is there for the not-found page is passed over.
 */
export const readSite = (folder: string, url: string): SearchRecord[] =>
  globSync('**/*.html', { cwd: folder })
    .filter((file) => file !== '404.html')
    .sort()
    .flatMap((file) => extractPage(readFileSync(join(folder, file), 'utf8'), new URL(pathOf(file), url).href))

/** `docs/intro.html` is the page `docs/intro`. */
const pathOf = (file: string): string => file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')
