import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { z } from 'zod'
import {
  DamagedFile,
  type DatabaseMigration,
  migrateDatabase,
  NewerVersion,
  newerFile,
  readDocument,
  withVersion,
} from './versions.ts'

const Names = {
  schema: z.object({ names: z.array(z.string()) }),
  migrations: [
    (content: unknown) => ({ list: content }),
    (content: unknown) => ({ names: (content as { list: unknown }).list }),
  ],
}
const read = (text: string) => readDocument(text, Names, '/data/names.json')

test('a JSON file of any version is read, and one without a version has version 1', () => {
  const written = JSON.stringify(withVersion(Names, { names: ['ada'] }))
  assert.equal(written, '{"Version":3,"names":["ada"]}')
  for (const text of [written, '{"Version":2,"list":["ada"]}', '["ada"]'])
    assert.deepEqual(read(text), { names: ['ada'] })
})

test('a JSON file of a later version is refused with its path and version', () => {
  assert.throws(() => read('{"Version":4,"names":[]}'), NewerVersion)
  assert.throws(() => read('{"Version":4,"names":[]}'), {
    name: 'Unavailable',
    message: '/data/names.json is of version 4, and this Sallyport reads versions up to 3: it is left unchanged',
  })
})

test('a JSON file that is torn or does not match its schema is refused, not repaired', () => {
  for (const text of [
    '',
    '{',
    'null',
    '7',
    '{"Version":"3","names":[]}',
    '{"Version":1.5}',
    '{"Version":3,"names":[7]}',
  ])
    assert.throws(() => read(text), DamagedFile, text)
})

/** A database of this version with a table of this kind. */
function openVersion(version: number, table?: string): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  if (table) database.exec(`CREATE TABLE ${table} (name TEXT); INSERT INTO ${table} VALUES ('ada')`)
  database.exec(`PRAGMA user_version = ${version}`)
  return database
}
const renamed =
  (from: string, to: string): DatabaseMigration =>
  (database) =>
    database.exec(`ALTER TABLE ${from} RENAME TO ${to}`)
const migrate = (database: DatabaseSync, migrations = [renamed('first', 'second'), renamed('second', 'third')]) =>
  migrateDatabase(database, {
    migrations,
    create: () => database.exec('CREATE TABLE third (name TEXT)'),
    tooNew: newerFile('/data/names.db'),
  })
const versionOf = (database: DatabaseSync) => database.prepare('PRAGMA user_version').get()?.user_version
const namesIn = (database: DatabaseSync, table = 'third') =>
  database
    .prepare(`SELECT name FROM ${table}`)
    .all()
    .map(({ name }) => name)

test('a database of any version is migrated, one without a version has version 1, and a new one is created', () => {
  for (const [version, table] of [
    [0, 'first'],
    [1, 'first'],
    [2, 'second'],
    [3, 'third'],
  ] as const) {
    using database = openVersion(version, table)
    migrate(database)
    assert.deepEqual([versionOf(database), namesIn(database)], [3, ['ada']], `version ${version}`)
  }
  using created = openVersion(0)
  migrate(created)
  assert.deepEqual([versionOf(created), namesIn(created)], [3, []])
})

test('a database of a later version is refused and left unchanged', () => {
  using database = openVersion(4, 'fourth')
  assert.throws(() => migrate(database), NewerVersion)
  assert.deepEqual([versionOf(database), namesIn(database, 'fourth')], [4, ['ada']])
})

test('a migration that fails leaves the database as it was', () => {
  using database = openVersion(1, 'first')
  assert.throws(() => migrate(database, [renamed('first', 'second'), renamed('other', 'third')]))
  assert.deepEqual([versionOf(database), namesIn(database, 'first')], [1, ['ada']])
})
