import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Invalid, NotFound, Unavailable } from '../errors.ts'
import { emptyDevice } from '../features/devices/device.ts'
import { restoreGoodCopy } from './copies.ts'
import { openDatabase } from './database.ts'
import { VERSION } from './documents.ts'

const MAC = '02:00:00:00:00:01'
const entry = (after: unknown, table = 'devices', key = MAC) => ({ table, key, before: undefined, after })

function onDisk(run: (path: string) => void): void {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-store-'))
  try {
    run(join(directory, 'state.db'))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

test('what was committed is there when the database is opened again; what was rolled back is not', () =>
  onDisk((path) => {
    {
      using database = openDatabase(path)
      database.begin([entry({ ...emptyDevice(), MAC, Name: 'kept' })]).commit()
      database.begin([entry({ ...emptyDevice(), MAC, Name: 'dropped' })]).rollback()
    }
    using again = openDatabase(path)
    const [laptop] = again.load().filter(({ key }) => key === MAC)
    assert.deepEqual(laptop?.after, { ...emptyDevice(), MAC, Name: 'kept' })
  }))

test('a row that does not fit its schema never reaches the disk', () => {
  using database = openDatabase(':memory:')
  assert.throws(() => database.begin([entry({ Name: 7 })]), Invalid)
  assert.throws(() => database.begin([entry({ done: 'yes' }, 'settings', 'setup')]), Invalid)
  assert.equal(
    database.load().some(({ table }) => table === 'devices'),
    false,
  )
})

test('presence is not written down', () => {
  using database = openDatabase(':memory:')
  database.begin([entry({ mac: MAC, link: 'lan0' }, 'stations')]).commit()
  assert.equal(
    database.load().some(({ table }) => table === 'stations'),
    false,
  )
})

test('a damaged database is refused with a clear message, and a copy is kept', () =>
  onDisk((path) => {
    writeFileSync(path, 'this is not a database, and long enough to be looked at'.repeat(100))
    assert.throws(() => openDatabase(path), Unavailable)
    assert.ok(existsSync(`${path}.damaged`))
  }))

test('a row of unknown shape is refused, not repaired', () =>
  onDisk((path) => {
    openDatabase(path)[Symbol.dispose]()
    const raw = new DatabaseSync(path)
    raw.exec(`INSERT INTO rows VALUES ('devices', '${MAC}', '{"Name":7}')`)
    raw.close()
    using database = openDatabase(path)
    assert.throws(() => database.load(), Unavailable)
  }))

test('state of a later version is refused', () =>
  onDisk((path) => {
    openDatabase(path)[Symbol.dispose]()
    const raw = new DatabaseSync(path)
    raw.exec(`PRAGMA user_version = ${VERSION + 1}`)
    raw.close()
    assert.throws(() => openDatabase(path), /version/)
  }))

test('the last good state takes the place of a damaged one', () =>
  onDisk((path) => {
    {
      using database = openDatabase(path)
      database.begin([entry({ ...emptyDevice(), MAC, Name: 'kept' })]).commit()
      database.keepCopy()
      database.begin([entry({ ...emptyDevice(), MAC, Name: 'newer' })]).commit()
    }
    writeFileSync(path, 'scratched'.repeat(2000))
    assert.throws(() => openDatabase(path), Unavailable)
    restoreGoodCopy(path)
    using database = openDatabase(path)
    const [laptop] = database.load().filter(({ key }) => key === MAC)
    assert.deepEqual(laptop?.after, { ...emptyDevice(), MAC, Name: 'kept' })
  }))

test('without a good copy there is nothing to go back to, and the damaged state stays', () =>
  onDisk((path) => {
    writeFileSync(path, 'scratched'.repeat(2000))
    assert.throws(() => restoreGoodCopy(path), NotFound)
    assert.ok(existsSync(path))
  }))
