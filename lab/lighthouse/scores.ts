import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'

const PLACE = join(ROOT, 'lab/lighthouse')

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

/** Lighthouse's results for a page on a phone; see `run.js`. */
export interface Scores extends Readonly<Record<Category, number>> {
  readonly wrong: readonly string[]
  readonly blockingMs: number
  readonly shift: number
  readonly bytes: number
}

interface Asked {
  readonly pages: Readonly<Record<string, string>>
  /** The entry in the local storage and the cookie of a browser that is signed in. */
  readonly session?: { readonly stored: string; readonly cookie: object } | undefined
  readonly categories: readonly Category[]
}

/** Runs a program with `input`, and returns its output. */
type Run = (argv: readonly string[], options: { readonly input: string; readonly timeoutMs: number }) => Promise<string>

/** Whether Lighthouse is installed. It is large, and installed for benchmarks only (`bench/start.ts`). */
export function hasLighthouse(): boolean {
  const isThere = existsSync(join(PLACE, 'node_modules'))
  if (!isThere) console.log('Lighthouse is not installed, and could not be: there are no rows of it')
  return isThere
}

/** The results of each page, by its name. */
export const scoresOf = async (run: Run, asked: Asked): Promise<Record<string, Scores>> =>
  JSON.parse(await run([process.execPath, join(PLACE, 'run.js')], { input: JSON.stringify(asked), timeoutMs: 240_000 }))
