import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { filesOf, unitTests } from './files.ts'
import type { Stage, Step } from './run.ts'
import { TOOLS, type Tool } from './tools.ts'

/** Kinds of test files, in the order in which they run. */
const KINDS = ['units', 'commands', 'site', 'stories'] as const
type Kind = (typeof KINDS)[number]

/**
 * How the files of each kind run. Units have busy threads. The others run side by side, since they wait a third of their time: for
 * programs, pages, leases, uplinks and rejections.
 */
const WORKERS: Readonly<Record<Kind, { readonly atOnce: number; readonly sealed: boolean }>> = {
  units: { atOnce: 2, sealed: false },
  commands: { atOnce: 1, sealed: false },
  site: { atOnce: 1, sealed: false },
  stories: { atOnce: 3, sealed: true },
}

const filesOfKind = (kind: Kind): string[] =>
  ({
    units: unitTests,
    commands: () => filesOf(['lab/{cli,docs}/*.test.ts']),
    site: () => filesOf(['lab/site/*.test.ts']),
    stories: () => filesOf(['lab/scenarios/**/*.test.ts']),
  })[kind]()

/** Tests of variants, which only `npm run test:all` runs, are in separate files: `name.all.test.ts`. */
export const isVariant = (file: string): boolean => file.endsWith('.all.test.ts')

export interface FileStep extends Step {
  readonly kind: Kind
  readonly sealed: boolean
}
export interface ToolStep extends Step {
  readonly tool: Tool
}

/** The stages of a run, in their order. */
export type Plan = readonly Stage<FileStep | ToolStep>[]

const toolSteps = (belongs: (tool: Tool) => boolean): ToolStep[] =>
  TOOLS.filter(belongs).map((tool) => ({ title: tool.title, names: [tool.title], atOnce: 1, tool }))

const fileSteps = (belongs: (file: string, kind: Kind) => boolean, title = (kind: Kind): string => kind): FileStep[] =>
  KINDS.map((kind) => ({
    kind,
    title: title(kind),
    names: filesOfKind(kind).filter((file) => belongs(file, kind)),
    ...WORKERS[kind],
  })).filter(({ names }) => names.length > 0)

/** Units first, then all other files side by side. */
function stagesOf(steps: readonly FileStep[]): Plan {
  const [units, others] = [steps.filter(({ kind }) => kind === 'units'), steps.filter(({ kind }) => kind !== 'units')]
  return [units, others].filter((stage) => stage.length > 0)
}

/** `npm test`: each promise once. The tools have one busy thread each. */
const promises = (): Plan => [
  toolSteps(({ group }) => group === 'format' || group === 'types'),
  ...stagesOf(fileSteps((file) => !isVariant(file))),
]

/** What `npm run test:all` runs after that. The virtual machine is alone: beside stories it is four times as slow. */
const variants = (): Plan => [
  ...stagesOf(fileSteps(isVariant, (kind) => `variants of ${kind}`)),
  toolSteps(({ group }) => group === 'vm'),
]

/**
 * Whether a file belongs to a feature or an area: it or a folder is named after it, as `features/home/devices`, `servers/dns` and
 * `vpn-mobile.test.ts` are for "devices", "dns" and "vpn".
 */
export const belongsTo = (file: string, feature: string): boolean =>
  file
    .replace(/(\.all)?\.test\.ts$/, '')
    .split('/')
    .some((name) => name === feature || name.split('-').includes(feature))

/**
 * The steps for the words of the command line: names of steps, kinds of tests, paths, and features. A feature selects the types and
 * all tests that belong to it. Without words, all of `npm test`. Returns the first word that selects nothing as `unknown`.
 */
export function plan(words: readonly string[], isAll: boolean): { readonly plan: Plan; readonly unknown?: string } {
  if (words.length === 0) return { plan: isAll ? [...promises(), ...variants()] : promises() }
  const isTool = (word: string) => (tool: Tool) => tool.title === word || tool.group === word
  const isPath = (word: string): boolean => existsSync(join(ROOT, word)) && /[/.]/.test(word)
  const selects = (word: string) => (file: string, kind: Kind) =>
    isPath(word)
      ? file === word || file.startsWith(`${word}/`)
      : (KINDS.includes(word as Kind) ? word === kind : belongsTo(file, word)) && (isAll || !isVariant(file))
  const unknown = words.find((word) => !TOOLS.some(isTool(word)) && fileSteps(selects(word)).length === 0)
  if (unknown !== undefined) return { plan: [], unknown }
  const isFeature = (word: string): boolean =>
    !TOOLS.some(isTool(word)) && !isPath(word) && !KINDS.includes(word as Kind)
  const isWithTypes = words.some(isFeature)
  return {
    plan: [
      toolSteps((tool) => words.some((word) => isTool(word)(tool)) || (isWithTypes && tool.group === 'types')),
      ...stagesOf(fileSteps((file, kind) => words.some((word) => selects(word)(file, kind)))),
    ].filter((stage) => stage.length > 0),
  }
}
