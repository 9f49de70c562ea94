import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Whether the page at `path` below the base path has been written. Pages come with what they tell of, and so do the links
 * to them.
 */
export function isWritten(path: string): boolean {
  const file = fileURLToPath(new URL(`.${path.replace(/#.*/, '')}`, import.meta.url))
  return ['.md', '.mdx', '/index.md', '/index.mdx'].some((ending) => existsSync(file + ending)) || isMade(path)
}

/** Pages without a text of their own. */
const isMade = (path: string): boolean =>
  ['/', '/blog', '/api/0', '/search', '/blog/archive', '/blog/tags'].includes(path)
