import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { filesOf } from './files.ts'

/** A check that is not a test file: a program whose exit status is the result, or which prints the counts of node:test. */
export interface Tool {
  readonly title: string
  /** A word that selects several of them. */
  readonly group: 'format' | 'types' | 'vm' | 'nightly'
  readonly argv: readonly string[]
}

const tool = (name: string): string => join(ROOT, 'node_modules/.bin', name)

/** Checks the types of a project. What is unchanged since the last check is not checked again. */
const types = (project: string, of: string): Tool => ({
  title: `types of the ${of}`,
  group: 'types',
  argv: [
    ...[tool('tsc'), '-p', project, '--incremental'],
    ...['--tsBuildInfoFile', join(ROOT, '.sallyport/types', `${of.replaceAll(' ', '-')}.json`)],
  ],
})

/** Test files that run in a virtual machine. */
const inGuest = (patterns: readonly string[]): string[] => [process.execPath, 'lab/vm/start.ts', ...filesOf(patterns)]
const nightly = (title: string, argv: readonly string[]): Tool => ({ title, group: 'nightly', argv })

export const TOOLS: readonly Tool[] = [
  { title: 'format', group: 'format', argv: [tool('biome'), 'check', '--error-on-warnings', '.'] },
  types('.', 'router'),
  types('web', 'admin app'),
  types('site', 'site'),
  { title: 'virtual machine', group: 'vm', argv: [process.execPath, 'lab/vm/start.ts'] },
  // With a new seed each night: the same tests have a fixed one in `npm run test:all`.
  nightly('random homes, calls and changes', [
    ...['env', 'FC_RUNS=10', ...['FC_SEED', 'SEED', 'SALLYPORT_SEED'].map((name) => `${name}=${Date.now() % 2 ** 31}`)],
    ...[process.execPath, 'lab/cli/check.ts', 'lab/scenarios/explain', '--all'],
    ...['lab/scenarios/users/two-admins.all.test.ts', 'lab/scenarios/store/kills.all.test.ts'],
  ]),
  nightly('instructions', [process.execPath, 'lab/bench/instructions/start.ts']),
  nightly(
    'radios',
    inGuest(['lab/vm/radio-{api,care,guests,roaming,secrets,uplink}.test.ts', 'lab/vm/{ppp,wireguard}.test.ts']),
  ),
  // Two homes would receive each other's frames.
  nightly('radiosetup', inGuest(['lab/vm/radio-setup.test.ts'])),
  nightly('stations', ['env', 'SALLYPORT_STATIONS=64', ...inGuest(['lab/vm/radio-many.test.ts'])]),
  nightly('tailnet', [process.execPath, 'lab/tailnet/start.ts']),
  nightly('vmdirect', inGuest(['lab/vm/direct.test.ts'])),
  nightly('vmhome', [process.execPath, '--test', '--test-timeout=1800000', 'lab/vm/home.test.ts']),
]
