import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSteppedClock } from '../machine/stepped.fixture.ts'
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
