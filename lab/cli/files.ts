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
  'lab/**/*.test.ts',
  'plugins/**/*.test.ts',
]

/** Their tests open homes, pages or virtual machines, and are in other steps. */
const NO_UNITS = ['lab/{cli,docs,scenarios,site,tailnet,vm}/**']

/** Every unit test. They open no homes. */
export const unitTests = (): string[] => filesOf(UNIT, NO_UNITS)
