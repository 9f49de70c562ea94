import assert from 'node:assert/strict'
import fs, { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { openSteppedClock } from '../machine/stepped.fixture.ts'
import { restoreGoodCopy } from './copies.ts'
import { openDatabase } from './database.ts'
import { openHistory } from './history.ts'

/** The files of a router that was used a little, and who may do what with them. */
function used(directory: string): string[] {
  using database = openDatabase(join(directory, 'state.db'))
  database
    .begin([{ table: 'users', key: 'admin', before: undefined, after: { Name: 'admin', PasswordHash: '#' } }])
    .commit()
  database.keepCopy()
  using history = openHistory({
    path: join(directory, 'history.db'),
    clock: openSteppedClock(),
    onFailure: (what, error) => assert.fail(`${what}: ${error}`),
  })
  history.log('audit', { most: 1, keepMs: 1000 }).append(0, 'it')
  return readdirSync(directory).map((name) => `${(statSync(join(directory, name)).mode & 0o777).toString(8)} ${name}`)
}

test('the files of the databases are readable by root only, also in a directory that all may read', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-private-'))
  chmodSync(directory, 0o755)
  try {
    const files = used(directory)
    for (const name of ['state.db', 'state.db-wal', 'state.db.good', 'history.db', 'history.db-wal'])
      assert.ok(files.includes(`600 ${name}`), `${name} is none of ${files}`)
    for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644)
    assert.deepEqual(
      used(directory).filter((file) => !file.startsWith('600 ')),
      [],
    )
  } finally {
    rmSync(directory, { recursive: true })
  }
})

const user = (PasswordHash: string) => ({
  table: 'users',
  key: 'admin',
  before: undefined,
  after: { Name: 'admin', PasswordHash },
})

/** A good copy with the password `old`, and a state with `new` in its write-ahead log, as a power failure leaves them. */
function cutOff(directory: string): string {
  const [live, path] = [join(directory, 'live.db'), join(directory, 'state.db')]
  using database = openDatabase(live)
  database.begin([user('old')]).commit()
  database.keepCopy()
  database.begin([user('new')]).commit()
  for (const suffix of ['', '-wal', '.good']) cpSync(`${live}${suffix}`, `${path}${suffix}`)
  return path
}

const STEPS = ['rmSync', 'copyFileSync', 'openSync', 'fsyncSync', 'renameSync'] as const

/** Runs `work` while `see` is called before each change of the disk. */
function watched(work: () => void, see: (step: string, path: string, to: string) => void): void {
  const paths = new Map<unknown, string>()
  for (const name of STEPS) {
    const original = fs[name] as (...given: unknown[]) => unknown
    mock.method(fs, name, (...given: unknown[]) => {
      if (name !== 'openSync') see(name, paths.get(given[0]) ?? String(given[0]), String(given[1]))
      const result = original(...given)
      if (name === 'openSync') paths.set(result, String(given[0]))
      return result
    })
  }
  syncBuiltinESMExports()
  try {
    work()
  } finally {
    mock.restoreAll()
    syncBuiltinESMExports()
  }
}

test('a power failure at any step of a restore leaves the old or the restored state', () => {
  const seen: string[] = []
  for (let steps = 0, isCut = true; isCut; steps++) {
    const directory = mkdtempSync(join(tmpdir(), 'sallyport-restore-'))
    try {
      const path = cutOff(directory)
      let left = steps
      isCut = false
      try {
        watched(
          () => restoreGoodCopy(path),
          () => {
            isCut = left-- <= 0
            if (isCut) throw new Error('the power failed')
          },
        )
      } catch (error) {
        assert.ok(isCut, String(error))
      }
      using database = openDatabase(path)
      const [admin] = database.load().filter(({ table }) => table === 'users')
      seen.push((admin?.after as { PasswordHash: string } | undefined)?.PasswordHash ?? 'nothing')
      assert.ok(!existsSync(`${path}.next`))
    } finally {
      rmSync(directory, { recursive: true })
    }
  }
  assert.deepEqual([...new Set(seen)], ['new', 'old'], seen.join())
  assert.ok(seen.join().endsWith('old'))
})

test('a restored state is on the disk before its name, and its name before the old write-ahead log is removed', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-synced-'))
  try {
    const path = cutOff(directory)
    const steps: string[] = []
    const name = (given: string): string => (given === directory ? 'directory' : given.replace(`${path}`, ''))
    watched(
      () => restoreGoodCopy(path),
      (step, from, to) => steps.push(`${step} ${name(from)}${step === 'renameSync' ? ` as ${name(to)}` : ''}`),
    )
    assert.deepEqual(steps.slice(steps.indexOf('copyFileSync .good') + 1), [
      'fsyncSync .new',
      'renameSync .new as .next',
      'fsyncSync directory',
      'rmSync -wal',
      'rmSync -shm',
      'fsyncSync directory',
      'fsyncSync .next',
      'renameSync .next as ',
      'fsyncSync directory',
    ])
  } finally {
    rmSync(directory, { recursive: true })
  }
})
