import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openSteppedClock } from '../machine/stepped.fixture.ts'
import { openHistory } from './history.ts'

const open = (most = 10, mostBytes = 1 << 20) => {
  const history = openHistory({ path: ':memory:', clock: openSteppedClock(), onFailure: (what) => assert.fail(what) })
  const openLog = () => history.keyedLog('dnslog', { most, mostBytes })
  const log = openLog()
  const put = (key: string, text: string, count = 1): void =>
    log.append(new Map([[key, { count, value: new TextEncoder().encode(text) }]]))
  return { history, openLog, log, put }
}
const texts = (values: readonly Uint8Array[]): string[] => values.map((value) => new TextDecoder().decode(value))

test('each key has its own records, the newest first', () => {
  const { log, put } = open()
  for (const [key, text] of ['a1', 'b1', 'a2'].map((text) => [text[0]!, text] as const)) put(key, text)
  assert.deepEqual(texts(log.newest('a')), ['a2', 'a1'])
  assert.deepEqual(texts(log.newest('b')), ['b1'])
  assert.deepEqual(log.newest('c'), [])
  log.clear('a')
  assert.deepEqual([texts(log.newest('a')), texts(log.newest('b'))], [[], ['b1']])
})

test('above the maximum number of records of a key, its oldest chunks are deleted', () => {
  const { log, put, openLog } = open(10)
  put('b', 'quiet')
  for (let i = 0; i < 40; i++) put('a', `${i}`, 3)
  const kept = texts(log.newest('a'))
  assert.equal(kept[0], '39')
  assert.ok(kept.length >= 4 && kept.length <= 5, `${kept}`)
  assert.deepEqual(texts(log.newest('b')), ['quiet'])
  assert.deepEqual(texts(openLog().newest('a')), kept)
})

test('above the maximum size, the oldest chunks of all keys are deleted', () => {
  const { log, put } = open(1000, 1000)
  for (let i = 0; i < 100; i++) put(i % 2 ? 'a' : 'b', `${i}`.padStart(100, '.'))
  const all = [...log.newest('a'), ...log.newest('b')]
  assert.ok(all.length >= 9 && all.length <= 11, `${all.length}`)
  assert.ok(texts(all).some((text) => text.endsWith('99')) && texts(all).some((text) => text.endsWith('98')))
})

test('records that were moved to a key precede its later ones', () => {
  const { log, put } = open()
  put('old', 'first')
  log.move(new Map([['old', 'new']]))
  put('new', 'second')
  assert.deepEqual([texts(log.newest('old')), texts(log.newest('new'))], [[], ['second', 'first']])
})

test('keys that change and are cleared while the disk is full take effect immediately, and are written later', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-keys-'))
  try {
    const path = join(directory, 'history.db')
    using history = openHistory({ path, clock: openSteppedClock(), onFailure: () => undefined })
    const log = history.keyedLog('dnslog', { most: 10, mostBytes: 1 << 20 })
    const put = (key: string, text: string): void =>
      log.append(new Map([[key, { count: 1, value: new TextEncoder().encode(text) }]]))
    for (const key of ['a', 'b', 'c']) put(key, `of ${key}`)
    // Another writer simulates a full disk: both refuse the transaction.
    using other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    log.move(
      new Map([
        ['a', 'b'],
        ['b', 'a'],
      ]),
    )
    log.move(new Map([['a', 'd']]))
    log.clear('c')
    put('c', 'later')
    const held = () => ['a', 'b', 'c', 'd'].map((key) => texts(log.newest(key)))
    const expected = [[], ['of a'], ['later'], ['of b']]
    assert.deepEqual([held(), log.keys().sort()], [expected, ['b', 'c', 'd']])
    other.exec('COMMIT')
    put('e', 'the next')
    assert.deepEqual(held(), expected)
    const rows = other.prepare('SELECT key, CAST(value AS TEXT) AS text FROM dnslog ORDER BY id').all()
    assert.deepEqual(
      rows.map(({ key, text }) => `${key}: ${text}`),
      ['b: of a', 'd: of b', 'c: later', 'e: the next'],
    )
  } finally {
    rmSync(directory, { recursive: true })
  }
})
