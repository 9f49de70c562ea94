import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SpawnOptions } from '../machine/machine.ts'
import { openSteppedClock } from '../machine/stepped.fixture.ts'
import type { PathKind, TreeSize } from '../machine/tree.ts'
import { clone, repositoryName } from './git.ts'

const URL = 'https://git.test:8443/people/sample.git'
const COMMIT = 'a'.repeat(40)

/** A git that succeeds, unless `exit` is another status. Returns the command line that cloned, if any. */
async function attempt(
  source: { url?: string; addresses?: string[]; allowPrivate?: boolean },
  result: { exit?: number; line?: string; size?: TreeSize; found?: { path: string; kind: PathKind }[] } = {},
) {
  const clock = openSteppedClock()
  const argvs: (readonly string[])[] = []
  const removed: string[] = []
  const { exit = 0, line = '', size = { bytes: 1, entries: 1 }, found = [] } = result
  const machine = {
    clock,
    makeDirectory: () => undefined,
    removeDirectory: (path: string) => void removed.push(path),
    outcome: async () => ({ code: 0, output: `${COMMIT}\n` }),
    spawn(argv: readonly string[], { onLine }: SpawnOptions = {}) {
      argvs.push(argv)
      onLine?.(line)
      return { pid: 1, exited: Promise.resolve(exit), [Symbol.dispose]: () => undefined }
    },
    tree: {
      kindOf: () => undefined,
      rename: () => undefined,
      changeOwner: () => undefined,
      sizeOf: async () => size,
      async *walk() {
        for (const entry of found) yield { ...entry, bytes: 0 }
      },
    },
  }
  const full = { url: URL, addresses: ['203.0.113.9'], allowPrivate: false, ...source }
  const revision = await clone({ machine, authorities: undefined }, full, '/new').catch((error: Error) => error.message)
  return { revision, argv: argvs[0]?.join(' '), removed }
}

test('connects to the checked address only, without prompts, hooks, redirects and submodules', async () => {
  const { revision, argv = '', removed } = await attempt({})
  assert.equal(revision, COMMIT)
  for (const part of [
    'http.curloptResolve=git.test:8443:203.0.113.9',
    'http.followRedirects=false',
    'protocol.allow=never',
    'core.hooksPath=/dev/null',
    'GIT_TERMINAL_PROMPT=0',
    'GIT_CONFIG_GLOBAL=/dev/null',
    '--depth=1',
    '--no-recurse-submodules',
    `-- ${URL} /new`,
  ])
    assert.ok(argv.includes(part), part)
  // Git would run programs that a plugin has written into its configuration.
  assert.deepEqual(removed, ['/new/.git'])
})

const ADDRESSES: readonly (readonly [addresses: string[], title: string])[] = [
  [['192.168.2.1'], 'the home'],
  [['10.0.0.1'], 'a private network'],
  [['127.0.0.1'], 'the router itself'],
  [['169.254.169.254'], 'the link'],
  [['100.64.0.1'], 'the network of the provider'],
  [['0.0.0.0'], 'no host'],
  [['203.0.113.9', '192.168.2.1'], 'a public and a private address'],
  [['203.0.113.9', '::1'], 'an address that is no IPv4 address'],
  [[], 'no address'],
]

for (const [addresses, title] of ADDRESSES)
  test(`refuses a server at ${title}`, async () => {
    const { revision, argv } = await attempt({ addresses })
    assert.match(revision, /url: git\.test is a private address/)
    assert.equal(argv, undefined)
  })

test('accepts a private server if that is allowed, but not the router itself', async () => {
  const home = await attempt({ addresses: ['192.168.2.5'], allowPrivate: true })
  assert.equal(home.revision, COMMIT)
  const own = await attempt({ addresses: ['127.0.0.1'], allowPrivate: true })
  assert.match(own.revision, /private address/)
})

for (const url of [
  'http://git.test/x',
  'git://git.test/x',
  'ssh://git.test/x',
  'git@git.test:x',
  'file:///etc',
  '/etc',
  'ext::sh -c id',
  'https://user:secret@git.test/x',
  'https://git.test/x?a=b',
  'https://git.test/x#y',
  'https://git.test/ --upload-pack=x',
  '--upload-pack=x',
  'https://[::1]/x',
  'https://git.test',
  '',
])
  test(`refuses the address "${url}"`, async () => {
    const { revision, argv } = await attempt({ url })
    assert.match(revision, /url: the address of a git repository/)
    assert.equal(argv, undefined)
  })

test('a failed clone leaves nothing, and gives the reason of git', async () => {
  const { revision, removed } = await attempt({}, { exit: 128, line: 'fatal: repository not found' })
  assert.match(revision, /cannot be cloned: fatal: repository not found/)
  assert.deepEqual(removed, ['/new'])
})

test('refuses large repositories and those with many files', async () => {
  assert.match((await attempt({}, { size: { bytes: 300 << 20, entries: 1 } })).revision, /larger than 256 MiB/)
  assert.match((await attempt({}, { size: { bytes: 1, entries: 20_001 } })).revision, /more than 20000 files/)
})

test('refuses symbolic links and special files', async () => {
  const link = await attempt({}, { found: [{ path: 'state', kind: 'link' }] })
  assert.match(link.revision, /contains a symbolic link: state/)
  assert.ok(link.removed.includes('/new'))
  assert.match((await attempt({}, { found: [{ path: 'x', kind: 'other' }] })).revision, /a special file: x/)
})

test('the directory of a clone is the last part of its address', () => {
  assert.equal(repositoryName(URL), 'sample')
  assert.equal(repositoryName('https://git.test/a/b/'), 'b')
})
