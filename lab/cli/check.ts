import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../process/place.ts'
import { findSeal, startSealed } from '../process/seal.ts'
import { filesOf, separateUnitTests, sharedUnitTests } from './files.ts'

/** The result of a stage. */
interface Tally {
  readonly passed: number
  readonly failed: number
  /** Files that passed only in the second run. */
  readonly unsteady?: readonly string[]
}

const tool = (name: string): string => join(ROOT, 'node_modules/.bin', name)
const running = new Set<ChildProcess>()

/** When the output of a program is printed: while it runs, or once it has ended, since another one prints as well. */
type Printed = 'immediately' | 'at the end'

/** Prints the output of a program, and returns it with the exit status. */
function watch(child: ChildProcess, printed: Printed): Promise<{ code: number | null; text: string }> {
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (printed === 'immediately') process.stdout.write(part)
    })
  return new Promise((resolve) =>
    child.on('close', (code) => {
      running.delete(child)
      if (printed === 'at the end') process.stdout.write(text)
      resolve({ code, text })
    }),
  )
}

/** The compile cache that the processes of the test files share. */
process.env.NODE_COMPILE_CACHE = join(ROOT, '.sallyport/compiled')

const plain = (argv: readonly string[], timeout?: number): ChildProcess =>
  spawn(argv[0] ?? '', argv.slice(1), { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], timeout })

/** A tool whose exit status is the result. */
async function single(argv: readonly string[]): Promise<Tally> {
  const { code } = await watch(plain(argv), 'immediately')
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Checks the types of a project. What is unchanged since the last check is not checked again. */
const types = (project: string, name: string): Promise<Tally> =>
  single([
    ...[tool('tsc'), '-p', project, '--incremental'],
    ...['--tsBuildInfoFile', join(ROOT, '.sallyport/types', `${name}.json`)],
  ])

/** The file in which `failed.ts` lists test files with failures. */
const FAILED = join(ROOT, '.sallyport/failed')

/** A file that hangs fails. The slowest one takes a tenth of this. */
const TIMEOUT_MS = 300_000

const NODE_TEST = [
  '--test',
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  `--test-timeout=${TIMEOUT_MS}`,
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
]
/** The arguments for `files` at a time. Left to itself node:test keeps one core free, which on a machine with two is half of them. */
const nodeTest = (files: number): string[] => [
  ...NODE_TEST,
  `--test-reporter=${join(ROOT, 'lab/cli/failed.ts')}`,
  `--test-reporter-destination=${FAILED}`,
  `--test-concurrency=${files}`,
]

/** The counts of node:test, with at least one failure if its exit status is not 0. */
async function counted(child: ChildProcess, printed: Printed = 'immediately'): Promise<Tally> {
  const { code, text } = await watch(child, printed)
  const count = (word: string): number => Number(new RegExp(`^. ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  return { passed: count('pass'), failed: Math.max(count('fail') + count('cancelled'), code === 0 ? 0 : 1) }
}

/** Tests in a browser, whose speed depends on the machine. */
const isInBrowser = (file: string): boolean => /^lab\/(site|scenarios\/browser)\b/.test(file)
/** The most files that are run a second time. */
const MOST_UNSTEADY = 2

/**
 * Test files, `atOnce` at a time. When all that failed is one or two files in a browser, these are run once more, one at a
 * time, and listed if they pass then. Other tests are never repeated.
 */
async function tested(
  files: readonly string[],
  atOnce: number,
  start: (argv: readonly string[]) => ChildProcess,
): Promise<Tally> {
  const look = (some: readonly string[], width: number) =>
    counted(start([process.execPath, ...nodeTest(width), ...some]))
  rmSync(FAILED, { force: true })
  const first = await look(files, atOnce)
  if (first.failed === 0 || !existsSync(FAILED)) return first
  const lines = readFileSync(FAILED, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const failures = lines.map((line) => JSON.parse(line) as { file: string; failed: number })
  const again = failures.map(({ file }) => relative(ROOT, file))
  // A file that crashed is not listed.
  const areAll = failures.reduce((sum, { failed }) => sum + failed, 0) === first.failed
  if (!areAll || again.length > MOST_UNSTEADY || !again.every(isInBrowser)) return first
  console.log(`\n== once more, one at a time: ${again.join(' ')}`)
  const second = await look(again, 1)
  if (second.failed > 0) return { passed: first.passed, failed: second.failed }
  return { passed: first.passed + first.failed, failed: 0, unsteady: again }
}

/** All tests that share a process take less than a minute. What a test leaves open keeps the process running. */
const SHARED_TIMEOUT_MS = 1_200_000

/** Unit tests: those that share a process next to those that have one each. */
async function units(): Promise<Tally> {
  const argv = [process.execPath, ...NODE_TEST, '--test-isolation=none', ...sharedUnitTests()]
  const sharing = counted(plain(argv, SHARED_TIMEOUT_MS), 'at the end')
  const separate = await tested(separateUnitTests(), 2, plain)
  const shared = await sharing
  return { passed: separate.passed + shared.passed, failed: separate.failed + shared.failed }
}

/** Tests of commands, which open homes, and of the commands that the documentation shows. */
const COMMANDS = ['lab/{cli,docs}/*.test.ts']

/** Tests that open homes run inside a sealed process tree, which leaves no processes behind. */
const sealed = (argv: readonly string[]): ChildProcess =>
  startSealed(findSeal(), join(ROOT, 'lab/process/inside.ts'), ['--', ...argv], 'pipe')

/** Where lab/home/story.ts saves the evidence of a failing scenario. */
const EVIDENCE = join(ROOT, '.sallyport/failures')

const stages: Record<string, () => Promise<Tally>> = {
  format: () => single([tool('biome'), 'check', '--error-on-warnings', '.']),
  types: () => types('.', 'router'),
  'types of the admin app': () => types('web', 'web'),
  'types of the site': () => types('site', 'site'),
  units,
  commands: () => tested(filesOf(COMMANDS), 2, plain),
  site: () => tested(filesOf(['lab/site/*.test.ts']), 2, plain),
  scenarios() {
    rmSync(EVIDENCE, { recursive: true, force: true })
    // A scenario spends a third of its time waiting for leases, uplinks and rejections.
    return tested(filesOf(['lab/scenarios/*.test.ts']), 3, sealed)
  },
  vm: () => counted(plain([process.execPath, 'lab/vm/start.ts'])),
  radios: () =>
    counted(
      plain([
        process.execPath,
        'lab/vm/start.ts',
        ...filesOf(['lab/vm/radio-{api,care,guests,roaming,secrets,uplink}.test.ts', 'lab/vm/{ppp,wireguard}.test.ts']),
      ]),
    ),
  stations: () =>
    counted(plain(['env', 'SALLYPORT_STATIONS=64', process.execPath, 'lab/vm/start.ts', 'lab/vm/radio-many.test.ts'])),
  // Two homes would receive each other's frames.
  radiosetup: () => counted(plain([process.execPath, 'lab/vm/start.ts', 'lab/vm/radio-setup.test.ts'])),
  vmdirect: () => counted(plain([process.execPath, 'lab/vm/start.ts', 'lab/vm/direct.test.ts'])),
  // Builds the programs with Go first, which takes minutes.
  async tailnet() {
    const built = await single([process.execPath, 'lab/tailnet/programs.ts'])
    return built.failed > 0 ? built : await tested(filesOf(['lab/tailnet/*.test.ts']), 1, sealed)
  },
  vmhome: () => counted(plain([process.execPath, '--test', '--test-timeout=1800000', 'lab/vm/home.test.ts'])),
  instructions: () => single([process.execPath, 'lab/bench/instructions/start.ts']),
}
/** Stages that run only if they are named, as by `npm run nightly`, because they take too long. */
const NIGHTLY: readonly string[] = ['instructions', 'radios', 'radiosetup', 'stations', 'tailnet', 'vmdirect', 'vmhome']

/** Runs every stage, also after a failed one, so that the summary lists all failures. */
async function check(chosen: readonly string[]): Promise<void> {
  const summary: string[] = []
  let passed = 0
  let failed = 0
  for (const [name, stage] of Object.entries(stages)) {
    if (chosen.length > 0 ? !chosen.includes(name) : NIGHTLY.includes(name)) continue
    console.log(`\n== ${name}`)
    const began = Date.now()
    const tally = await stage()
    passed += tally.passed
    failed += tally.failed
    summary.push(
      `${name}: ${tally.passed} passed, ${tally.failed} failed (${((Date.now() - began) / 1000).toFixed(1)} s)`,
      ...(tally.unsteady ?? []).map((file) => `  ${file} passed only when it was run once more`),
    )
  }
  if (existsSync(EVIDENCE)) summary.push(`what failing scenarios saw is in ${EVIDENCE}`)
  console.log(`\n${summary.join('\n')}\n${passed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}

const abandon = (): never => {
  for (const child of running) child.connected ? child.disconnect() : child.kill()
  process.exit(130)
}
process.on('disconnect', abandon)
process.on('SIGINT', abandon)
process.on('SIGTERM', abandon)

await check(process.argv.slice(2))
