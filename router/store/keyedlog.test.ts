import assert from 'node:assert/strict'
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
