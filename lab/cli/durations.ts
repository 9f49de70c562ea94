import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'

/** How long a test file or a tool took on an idle machine with two cores, and how many tests it has. */
export interface Duration {
  readonly seconds: number
  readonly tests: number
}

/** Durations by file or name of a stage. They order the files and predict the end; no test depends on them. */
export type Durations = Readonly<Record<string, Duration>>

const FILE = join(ROOT, 'lab/cli/durations.json')
const UNKNOWN: Duration = { seconds: 2, tests: 3 }

export const readDurations = (): Durations =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Durations) : {}

export const durationOf = (durations: Durations, name: string): Duration => durations[name] ?? UNKNOWN

/** Saves new durations. Those of files that no longer exist are dropped. */
export function saveDurations(before: Durations, measured: Durations): void {
  const kept = Object.entries({ ...before, ...measured })
    .filter(([name]) => !name.endsWith('.ts') || existsSync(join(ROOT, name)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(
    FILE,
    `{\n${kept.map(([name, each]) => `  ${JSON.stringify(name)}: ${JSON.stringify(each)}`).join(',\n')}\n}\n`,
  )
}

/** Files with the longest first, so that the last ones to run are short. */
export const longestFirst = (files: readonly string[], durations: Durations): string[] =>
  files.toSorted((a, b) => durationOf(durations, b).seconds - durationOf(durations, a).seconds)
