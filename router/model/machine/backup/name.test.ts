import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArchiveName, archiveName, byAge, isArchiveName, madeAt } from './name.ts'

test('a name contains the release and the time, and the time is parsed from it', () => {
  const made = Date.UTC(2026, 0, 31, 12, 0, 0, 7)
  const name = archiveName('0.1.0', made)
  assert.equal(name, 'sallyport-v0.1.0-20260131T120000007Z.backup')
  assert.equal(madeAt(name), '2026-01-31T12:00:00.007Z')
  assert.ok(isArchiveName(name))
})

test('other names are rejected, such as paths and impossible dates', () => {
  for (const name of [
    '',
    'state.db',
    '../vault.key',
    'sallyport-v1/../../x-20260131T120000007Z.backup',
    'sallyport-v1-20260131T120000007Z.backup.new',
    'sallyport-v1-20260131T120000007Z.backup\n',
    'sallyport-v1-20261331T120000007Z.backup',
    'sallyport-v1-99999999T999999999Z.backup',
    `sallyport-v${'1'.repeat(65)}-20260131T120000007Z.backup`,
  ])
    assert.ok(!ArchiveName.safeParse(name).success, name)
})

test('the newest comes first, whichever release made it', () => {
  const names = [archiveName('0.9.0', 1), archiveName('0.1.0', 3), archiveName('0.10.0', 2)]
  assert.deepEqual(
    names.sort(byAge).map(madeAt),
    [3, 2, 1].map((ms) => new Date(ms).toISOString()),
  )
})
