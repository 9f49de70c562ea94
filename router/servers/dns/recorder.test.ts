import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  copyLine,
  LONGEST_LINE,
  linesIn,
  MOST_MESSAGE,
  messageAt,
  talliesIn,
  textsOf,
  verdictOf,
} from '../../features/dnslog/line.ts'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import { ipToNumber } from '../../values/ip.ts'
import { RCODE } from '../../wire/dns/constants.ts'
import { openCounters } from './counters.ts'
import { openRecorder } from './recorder.ts'
import { type Asked, ask, type Verdict } from './stage.ts'
import { openUnlogged } from './unlogged.ts'

const LAPTOP = ipToNumber('192.168.2.6')
const PHONE = ipToNumber('192.168.2.10')

function openTrial() {
  const clock = openSteppedClock()
  const counters = openCounters()
  const unlogged = openUnlogged()
  const batches: Uint8Array<ArrayBuffer>[] = []
  const recorder = openRecorder({ unlogged, clock, counters, hand: (lines) => void batches.push(lines) })
  const finding = (name: string, rcode: number = RCODE.NOERROR, verdict?: Verdict) =>
    recorder.finding({ ...asked(name), verdict }, { rcode })
  return { clock, counters, unlogged, batches, recorder, finding }
}

const asked = (name: string): Asked => ask({ name } as Asked['question'], '192.168.2.6', {} as Asked['client'])
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const linesOf = (batch: Uint8Array) =>
  [...linesIn(batch)].map((line) => ({
    client: line.client,
    port: line.port,
    time: line.time,
    age: line.age,
    message: new TextDecoder().decode(line.bytes.subarray(messageAt(line), line.end)),
  }))

test('lines arrive together, a moment later, and say who, when and what', async () => {
  const { clock, recorder, finding, batches } = openTrial()
  recorder.note(finding('a.example'), LAPTOP, 5000, 1_000_000.25, bytes('one'), 7)
  recorder.note(finding('b.example'), PHONE, 65535, 1_000_001, bytes('two'), 0)
  assert.deepEqual(batches, [])
  await clock.step(200)
  assert.equal(batches.length, 1)
  assert.deepEqual(linesOf(batches[0]!), [
    { client: LAPTOP, port: 5000, time: 1_000_000.25, age: 7, message: 'one' },
    { client: PHONE, port: 65535, time: 1_000_001, age: 0, message: 'two' },
  ])
  await clock.step(1000)
  assert.equal(batches.length, 1, 'and nothing comes of nothing')
})

test('a repeated response needs little space, and is complete when it is copied', async () => {
  const { clock, recorder, finding, batches } = openTrial()
  const blocked = finding('ads.example', RCODE.NXDOMAIN, { kind: 'blocked', by: 'https://lists.example/ünï' })
  recorder.note(blocked, LAPTOP, 1, 1000, bytes('message'), 3)
  recorder.note(blocked, PHONE, 2, 5999, bytes('message'), 8)
  await clock.step(200)
  const [first, second] = [...linesIn(batches[0]!)]
  assert.ok(batches[0]!.length < 2 * (first!.end - first!.at))
  assert.equal(second?.age, 7, 'its TTLs are as much older as the answer is')
  const copy = Buffer.alloc(LONGEST_LINE)
  const [alone] = [...linesIn(copy.subarray(0, copyLine(second!, second!.time, copy, 0)))]
  assert.deepEqual([alone?.client, alone?.port, alone?.time, alone?.age], [PHONE, 2, 5999, 7])
  assert.equal(verdictOf(alone!), 'blocked')
  assert.deepEqual(textsOf(alone!), { by: 'https://lists.example/ünï', categories: [] })
  recorder.note(blocked, PHONE, 3, 6000, bytes('message'), 8)
  await clock.step(200)
  assert.equal(linesOf(batches[1]!)[0]?.message, 'message', 'a batch does not lean on another one')
})

test('private clients and ignored names are not logged, and blocked queries are still counted', async () => {
  const { clock, recorder, finding, unlogged, batches, counters } = openTrial()
  unlogged.put('private', '192.168.2.10', true)
  unlogged.put('ignored', 'noise.example', true)
  recorder.note(finding('noise.example'), LAPTOP, 1, 0, bytes('x'), 0)
  recorder.note(finding('a.example', RCODE.NXDOMAIN, { kind: 'blocked', by: '' }), PHONE, 1, 0, bytes('x'), 0)
  await clock.step(200)
  assert.deepEqual(batches, [])
  assert.equal(counters.withheld, 1)
  unlogged.put('private', '192.168.2.10', false)
  recorder.note(finding('a.example'), PHONE, 1, 0, bytes('x'), 0)
  await clock.step(200)
  assert.equal(batches.length, 1)
})

test('while nobody takes the lines, so many are held, and the others are counted', () => {
  const { recorder, finding, batches, counters } = openTrial()
  const long = new Uint8Array(4000).fill(7)
  for (let i = 0; i < 2000; i++) recorder.note(finding(`${i}.example`), i % 4, 1, i, long, 0)
  const room = 8 * 64 * 1024
  const written = 2000 - counters.unlogged
  assert.ok(written * MOST_MESSAGE < room && written * (MOST_MESSAGE + 600) > room * 0.9, `${written}`)
  assert.equal(batches.length, 8)
  recorder.reuse(batches[0]!.buffer)
  recorder.note(finding('late.example'), LAPTOP, 1, 3000, long, 0)
  assert.equal(2000 - counters.unlogged, written)
})

test('of a client that floods, a thousand queries per second are logged, and the others counted', async () => {
  const { clock, recorder, finding, batches, counters } = openTrial()
  const blocked = finding('ads.example', RCODE.NXDOMAIN, { kind: 'blocked', by: '' })
  const passed = finding('a.example')
  for (let i = 0; i < 1500; i++) recorder.note(i % 2 ? blocked : passed, LAPTOP, 1, i, bytes('message'), 0)
  recorder.note(passed, PHONE, 1, 0, bytes('message'), 0)
  await clock.step(1000)
  recorder.note(passed, LAPTOP, 1, 1000, bytes('message'), 0)
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

test('what is no line ends the lines before it', async () => {
  const { clock, recorder, finding, batches } = openTrial()
  recorder.note(finding('a.example'), LAPTOP, 1, 1, bytes('one'), 0)
  recorder.note(finding('b.example'), LAPTOP, 1, 2, bytes('two'), 0)
  await clock.step(200)
  const batch = batches[0]!
  assert.equal(linesOf(batch.subarray(0, -1)).length, 1)
  assert.equal(linesOf(batch.subarray(0, 10)).length, 0)
  batch[0] = 255
  assert.equal(linesOf(batch).length, 0)
})
