import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleRouter } from '../../bin/bundle.js'
import { ROOT } from '../process/place.ts'
import { longestFirst, readDurations, saveDurations } from './durations.ts'
import { type FileStep, plan, type ToolStep } from './plan.ts'
import { openRun, type StepRun } from './run.ts'
import { runTool } from './tool.ts'
import { runFiles } from './workers.ts'

const USAGE = `usage: npm test -- [word ...] [--only TITLE] [--all] [--save]

  npm test                     each promise once
  npm run test:all             the same, then all variants, and the virtual machine
  npm run nightly              what takes longer
  npm test -- devices          the types, and the tests of a feature
  npm test -- FILE             a file or folder of tests
  npm test -- FILE --only X    a test; of a story, also those before it, since each starts where the one before it ended
  npm test -- stories          a step: format, types, units, commands, site, stories, vm

  --all    with the variants
  --save   save how long each file took, to predict the end
`

/** Where lab/home/story.ts saves the evidence of a failing scenario. */
const EVIDENCE = join(ROOT, '.sallyport/failures')

const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
})

const chosen = plan(words, values.all)
if (chosen.unknown !== undefined) {
  process.stderr.write(`"${chosen.unknown}" is no feature, file or step\n\n${USAGE}`)
  process.exit(1)
}

const abandoned = new AbortController()
for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) process.once(event, () => abandoned.abort())

const durations = readDurations()
const measured: Record<string, { seconds: number; tests: number }> = {}
const run = openRun(chosen.plan, durations)
rmSync(EVIDENCE, { recursive: true, force: true })
await bundleRouter()
for (const stage of chosen.plan) {
  if (abandoned.signal.aborted) process.exit(130)
  await Promise.all(stage.map(check))
}
if (values.save) saveDurations(durations, measured)
process.exit(run.finish() ? 0 : 1)

async function check(step: FileStep | ToolStep): Promise<void> {
  const part = run.begin(step)
  const ended = (name: string, ms: number, tests: number): void => {
    part.ended(name, ms)
    measured[name] = { seconds: Math.round(ms / 100) / 10, tests }
  }
  await ('tool' in step ? checkTool(step, part, ended) : checkFiles(step, part, ended))
  part.close()
}

/** Receives how long a file or tool took, and how many tests it had. */
type Ended = (name: string, ms: number, tests: number) => void

async function checkTool({ tool }: ToolStep, part: StepRun, ended: Ended): Promise<void> {
  const began = performance.now()
  const { passed, failed, output } = await runTool(tool, abandoned.signal)
  part.passed(passed)
  if (failed > 0) part.failed(tool.title, output, `npm test -- '${tool.title}'`, failed)
  ended(tool.title, performance.now() - began, passed + failed)
}

async function checkFiles({ names, atOnce, sealed }: FileStep, part: StepRun, ended: Ended): Promise<void> {
  const tests = new Map<string, number>()
  const count = (file: string): unknown => tests.set(file, (tests.get(file) ?? 0) + 1)
  await runFiles(
    longestFirst(names, durations),
    { atOnce, sealed, only: values.only },
    {
      passed(file) {
        count(file)
        part.passed()
      },
      skipped(file) {
        count(file)
        part.skipped()
      },
      failed(file, title, reason, output) {
        count(file)
        const only = title === file ? '' : ` --only ${quoted(title)}`
        part.failed(`${file}: ${title}`, output ? `${reason}\n${output}` : reason, `npm test -- ${file}${only}`)
      },
      ended: (file, ms) => ended(file, ms, tests.get(file) ?? 0),
    },
    abandoned.signal,
  )
}

/** A word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
