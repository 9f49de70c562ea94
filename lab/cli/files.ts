import { globSync } from 'node:fs'
import { ROOT } from '../process/place.ts'

/** Test files by pattern, as paths in the repository. */
export const filesOf = (patterns: readonly string[], exclude: readonly string[] = []): string[] =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', ...exclude] }).sort()

const UNIT = [
  '*.test.ts',
  'bin/**/*.test.ts',
  'install/**/*.test.ts',
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

/** Every unit test. They open no homes. */
export const unitTests = (): string[] => filesOf(UNIT)
