import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from '../process/place.ts'
import { carryOut, RECIPES, testsOf } from './recipes.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'sallyport-recipes-'))
after(() => rmSync(folder, { recursive: true }))

/** Tests of lists that an addition has to be in. */
const LISTS = [
  ...['boundaries.test.ts', 'language.test.ts', 'lab/contract/tables.test.ts', 'lab/docs/events.test.ts'],
  ...['complete', 'literals', 'router', 'unused'].map((name) => `web/texts/${name}.test.ts`),
  ...['messages/events/describe', 'home/devices/policies', 'home/search/find'].map(
    (name) => `web/screens/${name}.test.ts`,
  ),
  ...['described', 'patterns', 'example'].map((name) => `router/servers/http/describe/${name}.test.ts`),
  ...['router/compiler/firewall/ruleset.test.ts', 'router/servers/dns/chain.test.ts', 'router/compiler/golden.test.ts'],
]

/** Tests that the recipes add or change. */
const ADDED = RECIPES.flatMap(testsOf).filter((file) => file.endsWith('.test.ts'))

/** Copies the files of the repository, and links its packages. */
async function copyTree(): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 2 ** 24,
  })
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(folder, file))
  }
  for (const packages of ['node_modules', 'site/node_modules'])
    if (existsSync(join(ROOT, packages))) symlinkSync(join(ROOT, packages), join(folder, packages))
}

/** Fails with what a tool has printed; of tests, the failed ones. */
const output = ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }): never =>
  assert.fail(`${stdout.split('failing tests:').at(-1)}${stderr}`)

/** Runs tests in the copy. A test runner within another one would run none (`NODE_TEST_CONTEXT`). */
async function runTests(files: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=spec', ...files], {
    cwd: folder,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
    maxBuffer: 2 ** 26,
  }).catch(output)
  assert.match(stdout, /^ℹ pass [1-9]/m)
}

test('a tree in which all recipes of CONTRIBUTING were followed passes the type check, its tests and those of lists', async () => {
  await copyTree()
  for (const edit of RECIPES.flatMap(({ edits }) => edits)) {
    const path = join(folder, edit.file)
    writeFileSync(path, carryOut(edit, existsSync(path) ? readFileSync(path, 'utf8') : undefined))
  }
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  for (const project of ['.', 'web']) await run(tsc, ['-p', project], { cwd: folder, maxBuffer: 2 ** 24 }).catch(output)
  await runTests(['lab/docs/events.test.ts'], { WRITE_EVENTS: '1' })
  await runTests(['router/compiler/golden.test.ts'], { WRITE_GOLDEN: '1' })
  await runTests([...LISTS, ...ADDED])
})
