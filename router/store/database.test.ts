import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Invalid, NotFound, Unavailable } from '../errors.ts'
import { emptyDevice } from '../model/home/devices/device.ts'
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

test('committed changes are loaded when the database is opened again; rolled back ones are not', () =>
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

test('the state is copied only after it has changed', () =>
  onDisk((path) => {
    using database = openDatabase(path)
    const isCopied = (): boolean => {
      rmSync(`${path}.good`, { force: true })
      database.keepCopy()
      return existsSync(`${path}.good`)
    }
    assert.deepEqual([isCopied(), isCopied()], [true, false])
    database.begin([entry({ ...emptyDevice(), MAC })]).commit()
    assert.deepEqual([isCopied(), isCopied()], [true, false])
  }))

test('a row that does not match its schema is not written', () => {
  using database = openDatabase(':memory:')
  assert.throws(() => database.begin([entry({ Name: 7 })]), Invalid)
  assert.throws(() => database.begin([entry({ done: 'yes' }, 'settings', 'setup')]), Invalid)
  assert.equal(
    database.load().some(({ table }) => table === 'devices'),
    false,
  )
})

test('presence is not saved', () => {
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

test('state that another router uses is neither opened nor reported as damaged', () =>
  onDisk((path) => {
    using _held = openDatabase(path)
    const opening = () => openDatabase(path)
    assert.throws(opening, { name: 'Error', message: /cannot be opened: database is locked/ })
    assert.ok(!existsSync(`${path}.damaged`))
  }))

test('a write-ahead log truncated at any position leaves an earlier state', () =>
  onDisk((path) => {
    const named = (n: number) => ({ ...emptyDevice(), MAC, Name: `device ${n}` })
    const other = '02:00:00:00:00:02'
    let log: Buffer
    let rest: Buffer
    {
      using database = openDatabase(path)
      for (let n = 0; n < 20; n++)
        database.begin([entry(named(n)), entry({ ...named(n), MAC: other }, 'devices', other)]).commit()
      log = readFileSync(`${path}-wal`)
      rest = readFileSync(path)
    }
    const seen = new Set<string>()
    for (let length = 0; length <= log.length; length += 997) {
      for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
      writeFileSync(path, rest)
      writeFileSync(`${path}-wal`, log.subarray(0, length))
      using database = openDatabase(path)
      const names = database
        .load()
        .filter(({ table }) => table === 'devices')
        .map(({ after }) => (after as { Name: string }).Name)
      assert.ok(names.length === 0 || (names.length === 2 && names[0] === names[1]), `${names} of ${length} bytes`)
      seen.add(names[0] ?? 'nothing')
    }
    assert.ok(seen.size > 10, [...seen].join())
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

test('the last good copy replaces damaged state', () =>
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

test('without a good copy, restoring fails and the damaged state is kept', () =>
  onDisk((path) => {
    writeFileSync(path, 'scratched'.repeat(2000))
    assert.throws(() => restoreGoodCopy(path), NotFound)
    assert.ok(existsSync(path))
  }))
