import { globSync } from 'node:fs'
import { ROOT } from '../process/place.ts'

/** Test files by pattern, as paths in the repository. */
export const filesOf = (patterns: readonly string[], exclude: readonly string[] = []): string[] =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', ...exclude] }).sort()

const UNIT = [
  '*.test.ts',
  'bin/**/*.test.ts',
  'router/**/*.test.ts',
  'web/**/*.test.ts',
  'search/**/*.test.ts',
  'site/*.test.ts',
  'site/{plugins,src}/**/*.test.ts',
  'lab/search/*.test.ts',
  'lab/guests/*.test.ts',
  'lab/safety/*.test.ts',
  'lab/conformance/*.test.ts',
  'lab/contract/*.test.ts',
  'plugins/**/*.test.ts',
]

/** Folders of unit tests without sockets and programs. */
const SHARED = [
  'router/{compiler,drivers,events,features,pass,presence,store,values,wire}/**/*.test.ts',
  'web/**/*.test.ts',
]
/** Tests in these folders that change or check the state of their process: the time zone, the settings of zod. */
const CHANGE_THEIR_PROCESS = ['web/client/strict.test.ts', 'web/screens/dns/log/bars.test.ts']

/**
 * Unit tests that run one after another in one process. Loading the modules of a file takes longer than most of its tests, so this
 * takes a third of the processor time. `boundaries.test.ts` checks that they leave the process as it was.
 */
export const sharedUnitTests = (): string[] => filesOf(SHARED, CHANGE_THEIR_PROCESS)

/** All other unit tests, each file in its own process. */
export function separateUnitTests(): string[] {
  const shared = new Set(sharedUnitTests())
  return filesOf(UNIT).filter((file) => !shared.has(file))
}
