import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { content } from './settings.ts'

/**
 * Whether the page at `path` below the base path exists. Pages are written together with their feature, and links to them are
 * hidden until then.
 */
export function isWritten(path: string): boolean {
  const file = join(content, path.replace(/#.*/, ''))
  return ['.md', '.mdx', '/index.md', '/index.mdx'].some((ending) => existsSync(file + ending)) || isMade(path)
}

/** Pages that are generated. */
const isMade = (path: string): boolean =>
  ['/', '/blog', '/api/0', '/search', '/blog/archive', '/blog/tags'].includes(path)
