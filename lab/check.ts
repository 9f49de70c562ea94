import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './place.ts'
import { findSeal, startSealed } from './seal.ts'

/** What one stage came to. */
interface Tally {
  readonly passed: number
  readonly failed: number
}

const tool = (name: string): string => join(ROOT, 'node_modules/.bin', name)
const running = new Set<ChildProcess>()

/** Show what a stage prints, and give it back with how the stage ended. */
function watch(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      process.stdout.write(part)
    })
  return new Promise((resolve) =>
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code, text })
    }),
  )
}

/** Each test file is a process of its own; what one has compiled, the next does not. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(ROOT, '.sallyport/compiled') }
const plain = (argv: readonly string[]): ChildProcess =>
  spawn(argv[0] ?? '', argv.slice(1), { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })

/** A tool that is content or not. */
async function single(argv: readonly string[]): Promise<Tally> {
  const { code } = await watch(plain(argv))
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The arguments for `files` at a time. Left to itself node:test keeps one core free, which on a machine with two is half of them. */
const nodeTest = (files: number): string[] => [
  '--test',
  '--test-reporter=spec',
  `--test-concurrency=${files}`,
  // A file that hangs fails, and the others go on. The longest takes a tenth of this.
  '--test-timeout=300000',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
]

/** node:test's own count, and at least one failure when it ended badly. */
async function counted(child: ChildProcess): Promise<Tally> {
  const { code, text } = await watch(child)
  const count = (word: string): number => Number(new RegExp(`^. ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  return { passed: count('pass'), failed: Math.max(count('fail') + count('cancelled'), code === 0 ? 0 : 1) }
}

const UNIT = [
  '*.test.ts',
  'bin/**/*.test.ts',
  'router/**/*.test.ts',
  'web/**/*.test.ts',
  'search/**/*.test.ts',
  'site/*.test.ts',
  'site/{plugins,src}/**/*.test.ts',
  'lab/*.test.ts',
  'lab/guests/*.test.ts',
  'lab/safety/*.test.ts',
  'lab/conformance/*.test.ts',
  'lab/contract/*.test.ts',
]
const filesOf = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).sort()

/** Tests that open homes run inside a sealed tree, so that none of them can leave anything behind. */
const sealed = (files: readonly string[]): ChildProcess =>
  // A story spends a third of its time waiting for a lease, an uplink or a refusal.
  startSealed(findSeal(), join(ROOT, 'lab/inside.ts'), ['--', process.execPath, ...nodeTest(3), ...files], 'pipe')

/** Where lab/story.ts leaves what a failing scenario saw. */
const EVIDENCE = join(ROOT, '.sallyport/failures')

const stages: Record<string, () => Promise<Tally>> = {
  format: () => single([tool('biome'), 'check', '--error-on-warnings', '.']),
  types: () => single([tool('tsc'), '-p', '.']),
  'types of the admin app': () => single([tool('tsc'), '-p', 'web']),
  'types of the site': () => single([tool('tsc'), '-p', 'site']),
  units: () => counted(plain([process.execPath, ...nodeTest(2), ...filesOf(UNIT)])),
  site: () => counted(plain([process.execPath, ...nodeTest(2), ...filesOf(['lab/site/*.test.ts'])])),
  scenarios() {
    rmSync(EVIDENCE, { recursive: true, force: true })
    return counted(sealed(filesOf(['lab/scenarios/*.test.ts'])))
  },
  vm: () => counted(plain([process.execPath, 'lab/vm/start.ts'])),
}

/** Every stage, also after one that failed: whoever reads the end wants to know everything that is wrong. */
async function check(chosen: readonly string[]): Promise<void> {
  const summary: string[] = []
  let passed = 0
  let failed = 0
  for (const [name, stage] of Object.entries(stages)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    console.log(`\n== ${name}`)
    const began = Date.now()
    const tally = await stage()
    passed += tally.passed
    failed += tally.failed
    summary.push(
      `${name}: ${tally.passed} passed, ${tally.failed} failed (${((Date.now() - began) / 1000).toFixed(1)} s)`,
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
