import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const FRONT = /^---\n([\s\S]*?)\n---/
const WHEN = /^(?:last_update:\s*\n\s+date|date):\s*(\d{4}-\d\d-\d\d)/m
const IN_NAME = /^\d{4}-\d\d-\d\d/

/**
 * When a page was last changed, in milliseconds, as stated in the page. Git has it too, but an archive of the source is
 * without Git. Throws if a page does not state it: otherwise a sitemap without dates would go unnoticed.
 */
export function changedAt(file: string): number {
  const front = FRONT.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  const date = WHEN.exec(front)?.[1] ?? IN_NAME.exec(basename(file))?.[0]
  if (!date) throw new Error(`${file}: say when it was last changed, as last_update: date: in its front matter`)
  return Date.parse(date)
}
