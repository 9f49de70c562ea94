import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import {
  copyLine,
  LONGEST_LINE,
  linesIn,
  MOST_MESSAGE,
  messageAt,
  talliesIn,
  textsOfLine,
  verdictOfLine,
} from '../../model/dns/querylog/line.ts'
import { ipToNumber } from '../../values/ip.ts'
import { RCODE } from '../../wire/dns/constants.ts'
import { openCounters } from './counters.ts'
import { openLogExclusions } from './logexclusions.ts'
import { openRecorder } from './recorder.ts'
import { type ClientQuery, clientQuery, type QueryVerdict } from './stage.ts'

const LAPTOP = ipToNumber('192.168.2.6')
const PHONE = ipToNumber('192.168.2.10')

function openTrial() {
  const clock = openSteppedClock()
  const counters = openCounters()
  const exclusions = openLogExclusions()
  const batches: Uint8Array<ArrayBuffer>[] = []
  const recorder = openRecorder({ exclusions, clock, counters, send: (lines) => void batches.push(lines) })
  const resultOf = (name: string, rcode: number = RCODE.NOERROR, verdict?: QueryVerdict) =>
    recorder.resultOf({ ...queryFor(name), verdict }, { rcode })
  return { clock, counters, exclusions, batches, recorder, resultOf }
}

const queryFor = (name: string): ClientQuery =>
  clientQuery({ name } as ClientQuery['question'], '192.168.2.6', {} as ClientQuery['client'])
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const linesOf = (batch: Uint8Array) =>
  [...linesIn(batch)].map((line) => ({
    client: line.client,
    port: line.port,
    time: line.time,
    age: line.age,
    message: new TextDecoder().decode(line.bytes.subarray(messageAt(line), line.end)),
  }))

test('lines are sent in batches, with client, time and message', async () => {
  const { clock, recorder, resultOf, batches } = openTrial()
  recorder.record(resultOf('a.example'), LAPTOP, 5000, 1_000_000.25, bytes('one'), 7, false)
  recorder.record(resultOf('b.example'), PHONE, 65535, 1_000_001, bytes('two'), 0, false)
  assert.deepEqual(batches, [])
  await clock.step(200)
  assert.equal(batches.length, 1)
  assert.deepEqual(linesOf(batches[0]!), [
    { client: LAPTOP, port: 5000, time: 1_000_000.25, age: 7, message: 'one' },
    { client: PHONE, port: 65535, time: 1_000_001, age: 0, message: 'two' },
  ])
  await clock.step(1000)
  assert.equal(batches.length, 1, 'an empty batch is not sent')
})

test('a repeated response needs little space, and is complete when it is copied', async () => {
  const { clock, recorder, resultOf, batches } = openTrial()
  const blocked = resultOf('ads.example', RCODE.NXDOMAIN, { kind: 'blocked', by: 'https://lists.example/ünï' })
  recorder.record(blocked, LAPTOP, 1, 1000, bytes('message'), 3, false)
  recorder.record(blocked, PHONE, 2, 5999, bytes('message'), 8, false)
  await clock.step(200)
  const [first, second] = [...linesIn(batches[0]!)]
  assert.ok(batches[0]!.length < 2 * (first!.end - first!.at))
  assert.equal(second?.age, 7, 'its age includes the time since the first line')
  const copy = Buffer.alloc(LONGEST_LINE)
  const [alone] = [...linesIn(copy.subarray(0, copyLine(second!, { time: second!.time, client: 77 }, copy, 0)))]
  assert.deepEqual([alone?.client, alone?.port, alone?.time, alone?.age], [77, 2, 5999, 7])
  assert.deepEqual(textsOfLine(alone!), { by: 'https://lists.example/ünï', categories: [] })
  recorder.record(blocked, PHONE, 3, 6000, bytes('message'), 8, true)
  await clock.step(200)
  assert.deepEqual(
    [alone, ...linesIn(batches[1]!)].map((line) => [verdictOfLine(line!), line!.isCached]),
    [
      ['blocked', false],
      ['blocked', true],
    ],
  )
  assert.equal(linesOf(batches[1]!)[0]?.message, 'message', 'a batch does not refer to another one')
})

test('private clients and ignored names are not logged, and blocked queries are still counted', async () => {
  const { clock, recorder, resultOf, exclusions, batches, counters } = openTrial()
  exclusions.set({ kind: 'private', ip: '192.168.2.10' })
  exclusions.set({ kind: 'ignored', name: 'noise.example' })
  recorder.record(resultOf('noise.example'), LAPTOP, 1, 0, bytes('x'), 0, false)
  recorder.record(resultOf('a.example', RCODE.NXDOMAIN, { kind: 'blocked', by: '' }), PHONE, 1, 0, bytes('x'), 0, false)
  await clock.step(200)
  assert.deepEqual(batches, [])
  assert.equal(counters.blocked, 1)
  exclusions.remove({ kind: 'private', ip: '192.168.2.10' })
  recorder.record(resultOf('a.example'), PHONE, 1, 0, bytes('x'), 0, false)
  await clock.step(200)
  assert.equal(batches.length, 1)
})

test('while buffers are not returned, further queries are only counted', () => {
  const { recorder, resultOf, batches, counters } = openTrial()
  const long = new Uint8Array(4000).fill(7)
  for (let i = 0; i < 2000; i++) recorder.record(resultOf(`${i}.example`), i % 4, 1, i, long, 0, false)
  const room = 8 * 64 * 1024
  const written = 2000 - counters.unlogged
  assert.ok(written * MOST_MESSAGE < room && written * (MOST_MESSAGE + 600) > room * 0.9, `${written}`)
  assert.equal(batches.length, 8)
  recorder.reuse(batches[0]!.buffer)
  recorder.record(resultOf('late.example'), LAPTOP, 1, 3000, long, 0, false)
  assert.equal(2000 - counters.unlogged, written)
})

test('a thousand queries per second of each client are logged, and further ones are counted', async () => {
  const { clock, recorder, resultOf, batches, counters } = openTrial()
  const blocked = resultOf('ads.example', RCODE.NXDOMAIN, { kind: 'blocked', by: '' })
  const passed = resultOf('a.example')
  for (let i = 0; i < 1500; i++) recorder.record(i % 2 ? blocked : passed, LAPTOP, 1, i, bytes('message'), 0, false)
  recorder.record(passed, PHONE, 1, 0, bytes('message'), 0, false)
  await clock.step(1000)
  recorder.record(passed, LAPTOP, 1, 1000, bytes('message'), 0, false)
  await clock.step(200)
  const clients = batches.flatMap((batch) => linesOf(batch)).map(({ client }) => client)
  assert.equal(clients.filter((client) => client === LAPTOP).length, 1001)
  assert.equal(clients.filter((client) => client === PHONE).length, 1)
  assert.deepEqual(
    batches.flatMap((batch) => [...talliesIn(batch)]),
    [{ client: LAPTOP, total: 500, blocked: 250 }],
  )
  assert.equal(counters.unlogged, 500)
})

test('lines are read up to the first invalid one', async () => {
  const { clock, recorder, resultOf, batches } = openTrial()
  recorder.record(resultOf('a.example'), LAPTOP, 1, 1, bytes('one'), 0, false)
  recorder.record(resultOf('b.example'), LAPTOP, 1, 2, bytes('two'), 0, false)
  await clock.step(200)
  const batch = batches[0]!
  assert.equal(linesOf(batch.subarray(0, -1)).length, 1)
  assert.equal(linesOf(batch.subarray(0, 10)).length, 0)
  batch[0] = 255
  assert.equal(linesOf(batch).length, 0)
})

test('the age of an answer of more than 18 hours does not wrap around', async () => {
  const { clock, recorder, resultOf, batches } = openTrial()
  recorder.record(resultOf('a.example'), LAPTOP, 1, 1, bytes('one'), 86_400, false)
  await clock.step(200)
  assert.equal(linesOf(batches[0]!)[0]?.age, 65_535)
})
