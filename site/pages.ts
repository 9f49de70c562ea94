import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { content } from './settings.ts'

/**
 * Whether the page at `path` below the base path has been written. Pages come with what they tell of, and so do the links
 * to them.
 */
export function isWritten(path: string): boolean {
  const file = join(content, path.replace(/#.*/, ''))
  return ['.md', '.mdx', '/index.md', '/index.mdx'].some((ending) => existsSync(file + ending)) || isMade(path)
}

/** Pages without a text of their own. */
const isMade = (path: string): boolean =>
  ['/', '/blog', '/api/0', '/search', '/blog/archive', '/blog/tags'].includes(path)
