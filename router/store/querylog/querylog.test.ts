import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openQueryPages } from '../../features/dns/querylog/page.ts'
import { openSegmentFiles, type SegmentFiles } from '../../machine/segmentfiles.ts'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import type { QueryFilter } from '../../model/dns/querylog/filter.ts'
import { linesIn } from '../../model/dns/querylog/line.ts'
import { type Ip, ipToNumber, numberToIp } from '../../values/ip.ts'
import { GATHER_MS } from '../gatherer.ts'
import { lineDigestOf } from './digest.ts'
import { readFrame } from './frame.ts'
import { batchOf, type TestQuery } from './queries.fixture.ts'
import { QueryLog } from './querylog.ts'

const DAY_MS = 24 * 3600_000
const CLIENTS: readonly Ip[] = ['192.168.2.6', '192.168.2.10', '192.168.2.14']
const [LAPTOP, PHONE, TV] = CLIENTS as [Ip, Ip, Ip]
/** Many files are synced, which takes long on a disk. */
const MEMORY = '/dev/shm'
const root = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'sallyport-querylog-'))
after(() => rmSync(root, { recursive: true }))
let directories = 0

function openTrial({ days = 7, bytes = 1 << 30 } = {}) {
  const clock = openSteppedClock(Date.UTC(2026, 2, 1, 12))
  const directory = join(root, String(directories++))
  const failures: string[] = []
  const limits = { days, bytes }
  const real = openSegmentFiles(directory)
  let isFull = false
  /** The code of the error with which a method fails for a file. */
  let fault: (method: 'open' | 'write' | 'replace' | 'sync', name: string) => string | undefined = () => undefined
  const demand = (method: Parameters<typeof fault>[0], name: string): void => {
    const code = isFull && method === 'write' ? 'ENOSPC' : fault(method, name)
    if (code) throw Object.assign(new Error(code), { code, syscall: method })
  }
  const files: SegmentFiles = {
    ...real,
    write(name, ...written) {
      demand('write', name)
      real.write(name, ...written)
    },
    async open(name) {
      demand('open', name)
      return real.open(name)
    },
    async replace(name, parts) {
      demand('replace', name)
      await real.replace(name, parts)
    },
    async sync(name) {
      demand('sync', name)
      await real.sync(name)
    },
  }
  const open = () => new QueryLog({ files, clock, limits: () => limits, onFailure: (what) => void failures.push(what) })
  let log = open()
  return {
    ...{ clock, directory, failures, limits },
    log: () => log,
    fill: (full: boolean) => {
      isFull = full
    },
    failWith: (given: typeof fault) => {
      fault = given
    },
    store(queries: readonly TestQuery[]) {
      const batch = batchOf(queries)
      log.beginBatch()
      for (const line of linesIn(batch)) log.add(line, line.time, lineDigestOf(line, batch)!)
    },
    /** As after a power failure: what is not in the journal is lost. */
    async crash() {
      await log.settled
      log = open()
    },
    async restart() {
      log[Symbol.dispose]()
      await log.settled
      log = open()
    },
    async names(filter: QueryFilter = {}, limit = 1000) {
      const { records } = await openQueryPages(log, () => '').read({ filter, limit })
      return records.map(({ FirstName }) => FirstName.slice(0, -1))
    },
  }
}

const query = (time: number, name: string, client: Ip = LAPTOP, more: Partial<TestQuery> = {}): TestQuery => ({
  ...{ time, name, client },
  ...more,
})

/** All lines on the disk as text. */
function stored(directory: string): string {
  const journals = readdirSync(directory).filter((name) => name.endsWith('.log'))
  return journals
    .map((name) => {
      const bytes = readFileSync(join(directory, name))
      let text = ''
      let at = 0
      for (let frame = readFrame(bytes); frame; frame = readFrame(bytes, at)) {
        text += frame.lines.toString('latin1')
        at += frame.size
      }
      return text
    })
    .join('')
}

// What a search must find, by a simple list: any queries, deletions, address changes and restarts, any filters and page sizes.

const name = fc.oneof(
  fc.constantFrom('www.example.com', 'ads.example.com', 'video.test', 'a.b.test', 'nas.lan', 'xn--bcher-kva.test'),
  // Of so many, an index has several blocks.
  fc.integer({ min: 0, max: 299 }).map((number) => `host-${number}.home.test`),
)
const asked = fc.record({
  client: fc.constantFrom(...CLIENTS),
  name,
  type: fc.constantFrom('A' as const, 'AAAA' as const, 'TXT' as const),
  verdict: fc.constantFrom('passed' as const, 'blocked' as const, 'local' as const, 'failed' as const),
  by: fc.constantFrom('', 'https://lists.example/hosts', '9.9.9.9: refused'),
  categories: fc.constantFrom([], ['Ads'], ['ads', 'malware']),
  isCached: fc.boolean(),
})
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ask: fc.array(asked, { minLength: 1, maxLength: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ ask: fc.array(asked, { minLength: 150, maxLength: 300 }) }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(1000, 3600_000, DAY_MS) }) },
  { weight: 1, arbitrary: fc.record({ forget: fc.constantFrom(...CLIENTS) }) },
  { weight: 1, arbitrary: fc.record({ exchange: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ restart: fc.constant(true) }) },
)
const filter = fc.record(
  {
    client: fc.constantFrom(...CLIENTS, '192.168.2.99'),
    name: fc.constantFrom('example', 'TEST', '.', 'ads.', 'nowhere', 'www.example.com', 'host-12', '-7', '9.h'),
    words: fc.array(
      fc.constantFrom('example', 'ads', 'malware', 'aaaa', 'lists', 'refused', '2.10', 'nowhere', '-1', 't-2'),
      {
        maxLength: 2,
      },
    ),
    decision: fc.constantFrom(
      'allowed' as const,
      'blocked' as const,
      'cached' as const,
      'local' as const,
      'failed' as const,
    ),
    from: fc.integer({ min: 0, max: 72 }),
    hours: fc.integer({ min: 1, max: 48 }),
  },
  { requiredKeys: [] },
)

type Given = typeof filter extends fc.Arbitrary<infer T> ? T : never

const START = Date.UTC(2026, 2, 1, 12)
const REASONS: Record<string, string> = {
  passed: '',
  blocked: 'blocked by',
  local: 'answered by',
  failed: 'no answer from upstream:',
}

function expected(all: readonly TestQuery[], given: Given): TestQuery[] {
  const from = given.from === undefined ? undefined : START + given.from * 3600_000
  const to = from === undefined || given.hours === undefined ? undefined : from + given.hours * 3600_000
  return all.toReversed().filter((query) => {
    const { client, name, type, verdict = 'passed', by = '', categories = [], isCached, time } = query
    const isBlocked = verdict === 'blocked'
    const texts = [name, client, `${REASONS[verdict]} ${verdict === 'passed' ? '' : by}`, ...categories]
      .join('\n')
      .toLowerCase()
    return (
      (given.client === undefined || given.client === client) &&
      (given.name === undefined || name.includes(given.name.toLowerCase())) &&
      (given.words ?? []).every((word) => texts.includes(word) || type?.toLowerCase() === word) &&
      (from === undefined || time >= from) &&
      (to === undefined || time < to) &&
      (given.decision === undefined ||
        {
          allowed: !isBlocked,
          blocked: isBlocked,
          cached: !isBlocked && isCached,
          local: verdict === 'local',
          failed: verdict === 'failed',
        }[given.decision])
    )
  })
}

test('a search finds what a search of a list finds, page by page, after any changes and restarts', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.array(filter, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      async (steps, filters, limit) => {
        const trial = openTrial({ days: 60 })
        let all: TestQuery[] = []
        for (const step of steps) {
          if ('ask' in step) {
            const time = trial.clock.now()
            const queries = step.ask.map((one, index) => ({ ...one, time: time + index }))
            trial.store(queries)
            all.push(...queries)
            await trial.clock.step(queries.length)
          } else if ('wait' in step) await trial.clock.step(step.wait)
          else if ('forget' in step) {
            trial.log().forget(step.forget)
            all = all.filter(({ client }) => client !== step.forget)
          } else if ('exchange' in step) {
            trial.log().move(
              new Map([
                [LAPTOP, PHONE],
                [PHONE, LAPTOP],
              ]),
            )
            const other = new Map([
              [LAPTOP, PHONE],
              [PHONE, LAPTOP],
            ])
            all = all.map((one) => ({ ...one, client: other.get(one.client) ?? one.client }))
          } else await trial.restart()
        }
        // Positions are those of the queries that are left.
        await trial.log().settled
        const pages = openQueryPages(trial.log(), () => '')
        for (const given of filters) {
          const from = given.from === undefined ? undefined : START + given.from * 3600_000
          const wanted: QueryFilter = {
            clients: given.client === undefined ? undefined : new Set([given.client]),
            ...{ name: given.name, decision: given.decision, from },
            words: given.words?.map((text) => ({ text, clients: new Set() })),
            to: from === undefined || given.hours === undefined ? undefined : from + given.hours * 3600_000,
          }
          const found: string[] = []
          let before: Parameters<typeof pages.read>[0]['before']
          do {
            const page = await pages.read({ filter: wanted, limit, before })
            assert.ok(page.records.length <= limit)
            found.push(
              ...page.records.map(
                ({ Timestamp, Remote, FirstName, Q }) =>
                  `${Date.parse(Timestamp)} ${Remote.split(':')[0]} ${FirstName} ${Q[0]!.Qtype}`,
              ),
            )
            before = page.next
          } while (before)
          const types = { A: 1, AAAA: 28, TXT: 16 }
          assert.deepEqual(
            found,
            expected(all, given).map(({ time, client, name, type }) => `${time} ${client} ${name}. ${types[type!]}`),
          )
        }
        assert.deepEqual(trial.failures, [])
        trial.log()[Symbol.dispose]()
        await trial.log().settled
      },
    ),
    { numRuns: 60 },
  ))

test('all queries for a name are found in the segment that is being written, whether they are few or many', async () => {
  const { log, store, names, clock } = openTrial()
  for (let batch = 0; batch < 90; batch++)
    store(Array.from({ length: 100 }, (_, n) => query(clock.now() + n, n === 50 ? 'rare.test' : 'frequent.test')))
  assert.equal((await names({ name: 'frequent' }, 10_000)).length, 8910)
  assert.equal((await names({ name: 'rare' }, 10_000)).length, 90)
  assert.equal((await names({ name: 'rare', clients: new Set([PHONE]) })).length, 0)
  const { records, next } = await openQueryPages(log(), () => '').read({ filter: { name: 'rare' }, limit: 60 })
  assert.equal(records.length, 60)
  const later = await openQueryPages(log(), () => '').read({ filter: { name: 'rare' }, limit: 60, before: next })
  assert.equal(later.records.length, 30)
})

test('queries are in the journal within five minutes, and found after a crash', async () => {
  const { clock, store, crash, names } = openTrial()
  store([query(clock.now(), 'one.test')])
  await clock.step(GATHER_MS)
  store([query(clock.now(), 'lost.test')])
  assert.deepEqual(await names(), ['lost.test', 'one.test'])
  await crash()
  assert.deepEqual(await names(), ['one.test'])
})

test('queries that are too old are not found, and are deleted with their day', async () => {
  const { clock, store, names, limits, directory, log } = openTrial({ days: 3 })
  for (let day = 0; day < 6; day++) {
    store([query(clock.now(), `day-${day}.test`)])
    await clock.step(DAY_MS)
    await log().settled
  }
  assert.deepEqual(await names(), ['day-5.test', 'day-4.test', 'day-3.test'])
  const text = stored(directory)
  assert.ok(!text.includes('day-1') && text.includes('day-3'), text)
  limits.days = 1
  log().prune()
  assert.deepEqual(await names(), ['day-5.test'])
  assert.ok(!stored(directory).includes('day-3'))
})

test('the oldest queries are deleted when the log is too large', async () => {
  const { clock, store, names, directory, log } = openTrial({ bytes: 100_000 })
  let seed = 1
  for (let made = 0; made < 10_000; made++) {
    seed = (seed * 48_271) % 2_147_483_647
    store([query(clock.now() + made, `${seed.toString(36)}-${made}.test`, LAPTOP, { answer: numberToIp(seed) })])
    if (made % 500 === 0) await log().settled
  }
  await log().settled
  log().prune()
  const bytes = readdirSync(directory).reduce((sum, name) => sum + readFileSync(join(directory, name)).length, 0)
  assert.ok(bytes > 30_000 && bytes < 115_000, String(bytes))
  const [newest] = await names({}, 1)
  assert.match(newest!, /-9999\.test$/)
  assert.deepEqual(await names({ name: '-0.test' }), [])
})

test('a torn end of the journal and a damaged index cost nothing that was written before', async () => {
  const { clock, store, crash, restart, names, directory } = openTrial()
  store([query(clock.now(), 'one.test')])
  await clock.step(GATHER_MS)
  const [journal] = readdirSync(directory).filter((file) => file.endsWith('.log'))
  writeFileSync(join(directory, journal!), Buffer.from([0, 0, 0, 9, 1, 2, 3]), { flag: 'a' })
  await crash()
  assert.deepEqual(await names(), ['one.test'])
  const [index] = readdirSync(directory).filter((file) => file.endsWith('.index'))
  for (const damaged of [Buffer.from('rotten'), undefined, 'middle'] as const) {
    const bytes = readFileSync(join(directory, index!))
    if (damaged === undefined) rmSync(join(directory, index!))
    else if (damaged === 'middle')
      writeFileSync(join(directory, index!), bytes.fill(0xff, bytes.length - 60, bytes.length - 30))
    else writeFileSync(join(directory, index!), damaged)
    await restart()
    await names()
    await restart()
    assert.deepEqual(await names(), ['one.test'], String(damaged))
  }
})

test('a complete segment is searched by all fields', async () => {
  const { clock, store, names, log } = openTrial()
  const asked = Array.from({ length: 1000 }, (_, index) => query(clock.now() + index, `host-${index}.test`))
  asked[100] = { ...asked[100]!, verdict: 'blocked', by: 'https://lists.example/hosts', rcode: 3 }
  asked[300] = { ...asked[300]!, categories: ['Malware'] }
  asked[500] = { ...asked[500]!, client: TV }
  asked[700] = { ...asked[700]!, type: 'TXT' }
  asked[900] = { ...asked[900]!, isCached: true }
  for (let at = 0; at < asked.length; at += 50) store(asked.slice(at, at + 50))
  await clock.step(DAY_MS)
  await log().settled
  const word = (text: string, clients: Ip[] = []) => ({ words: [{ text, clients: new Set(clients) }] })
  const searches: [QueryFilter, number][] = [
    [{ decision: 'blocked' }, 100],
    [{ decision: 'cached' }, 900],
    [{ clients: new Set([TV]) }, 500],
    [{ name: 'host-321.' }, 321],
    [word('LISTS.example'), 100],
    [word('malware'), 300],
    [word('txt'), 700],
    [word('television', [TV]), 500],
    [word('2.14'), 500],
    [word('host-77.'), 77],
  ]
  for (const [filter, found] of searches)
    assert.deepEqual(await names(filter), [`host-${found}.test`], JSON.stringify(filter))
  assert.deepEqual(await names(word('example'), 5), ['host-100.test'])
  assert.equal((await names({ name: 'HOST-1' })).length, 111)
  assert.equal((await names({ decision: 'allowed' })).length, 999)
  assert.equal((await names({ clients: new Set([LAPTOP]), name: 't-7' })).length, 111)
})

test('a whole address is found in answers, and where any word may be', async () => {
  const { clock, store, names, log } = openTrial()
  const asked = Array.from({ length: 1000 }, (_, index) => query(clock.now() + index, `host-${index}.test`))
  asked[100] = { ...asked[100]!, answer: '203.0.113.80' }
  asked[200] = { ...asked[200]!, name: '203.0.113.80.sslip.test' }
  asked[300] = { ...asked[300]!, verdict: 'failed', by: '203.0.113.80: connection refused' }
  asked[400] = { ...asked[400]!, client: TV, answer: '203.0.113.8' }
  asked[500] = { ...asked[500]!, type: 'AAAA', answer: '2001:db8::50' }
  const address = (text: string): QueryFilter => ({ answers: [{ text, clients: new Set() }] })
  const find = async () => {
    assert.deepEqual(await names(address('203.0.113.80')), [
      'host-300.test',
      '203.0.113.80.sslip.test',
      'host-100.test',
    ])
    assert.deepEqual(await names(address('2001:db8::50')), ['host-500.test'])
    assert.deepEqual(await names(address(TV)), ['host-400.test'])
    assert.deepEqual(await names({ ...address('203.0.113.80'), decision: 'failed' }), ['host-300.test'])
    assert.deepEqual(await names(address('198.51.100.9')), [])
  }
  for (let at = 0; at < asked.length; at += 50) store(asked.slice(at, at + 50))
  await find()
  await clock.step(DAY_MS)
  await log().settled
  await find()
})

test('a complete segment with more pairs of clients and outcomes than have numbers is searched by both', async () => {
  const { clock, store, names, log } = openTrial()
  const verdicts = ['passed', 'permitted', 'excluded', 'paused', 'local', 'failed'] as const
  const outcomes = verdicts.flatMap((verdict) =>
    [0, 2, 3].flatMap((rcode) => [false, true].map((isCached) => ({ verdict, rcode, isCached }))),
  )
  const clients = Array.from({ length: 1900 }, (_, index) => numberToIp(ipToNumber(LAPTOP) + 4 * index))
  assert.ok(clients.length * outcomes.length > 2 ** 16)
  for (const outcome of outcomes)
    store(clients.map((client, index) => query(clock.now(), `host-${index % 200}.test`, client, outcome)))
  await clock.step(DAY_MS)
  await log().settled
  assert.equal((await names({ clients: new Set([clients[1800]!]) })).length, outcomes.length)
  assert.equal((await names({ clients: new Set([clients[7]!, clients[8]!]), decision: 'failed' })).length, 12)
  assert.equal((await names({ decision: 'failed' }, 50_000)).length, 6 * clients.length)
  assert.equal((await names({ decision: 'blocked' })).length, 0)
})

test('an index that is damaged anywhere, of an earlier version, or was not written completely is computed again', async () => {
  const { clock, store, crash, restart, names, directory, log } = openTrial()
  const asked = Array.from({ length: 200 }, (_, index) => `host-${index}.test`)
  store(asked.map((name, index) => query(clock.now() + index, name)))
  await clock.step(DAY_MS)
  await restart()
  await log().settled
  const path = join(directory, readdirSync(directory).find((file) => file.endsWith('.index'))!)
  const index = readFileSync(path)
  const earlier = Buffer.from(index)
  earlier.write(index.toString('latin1').replace('"version":4', '"version":1'), 'latin1')
  const SPOTS = 40
  const cleared = (spot: number): Buffer => {
    const part = Math.ceil(index.length / SPOTS)
    return Buffer.from(index).fill(0, part * spot, part * (spot + 1))
  }
  // The kinds of rows, the rows of kinds and the pairs of rows are at the end, with 10 bytes for each row. They have no checksum.
  const checked = Math.floor((SPOTS * (index.length - 10 * asked.length)) / index.length)
  const damages = [
    ...Array.from({ length: checked }, (_, spot) => cleared(spot)),
    ...[earlier, index.subarray(0, index.length - 1), index.subarray(0, index.length / 2), Buffer.alloc(0)],
  ]
  for (const [number, damaged] of damages.entries()) {
    writeFileSync(path, damaged)
    await restart()
    await names({ name: 'host' })
    await log().settled
    assert.deepEqual(await names({ name: 'host' }), asked.toReversed(), `damage ${number}`)
    assert.deepEqual(await names({ name: 'host-150' }), ['host-150.test'], `damage ${number}`)
    assert.deepEqual(await names({ decision: 'blocked' }), [])
    assert.deepEqual(await names(), asked.toReversed(), `damage ${number}`)
  }
  // Killed while the index was written.
  rmSync(path)
  writeFileSync(`${path}.new`, index.subarray(0, 100))
  await crash()
  assert.deepEqual(await names({ name: 'host-150' }), ['host-150.test'])
  assert.ok(!existsSync(`${path}.new`))
  assert.deepEqual(readFileSync(path), index)
})

test('on a full disk queries are not logged, which is reported once, and earlier ones are found', async () => {
  const { clock, store, names, fill, failures } = openTrial()
  store([query(clock.now(), 'before.test')])
  await clock.step(120_000)
  fill(true)
  for (let made = 0; made < 2000; made++) store([query(clock.now(), `full-${made}.test`)])
  await clock.step(600_000)
  assert.deepEqual(failures, ['the DNS log cannot be written, and further queries are not logged'])
  assert.ok((await names()).includes('before.test'))
  assert.ok((await names()).length < 800)
  fill(false)
  await clock.step(600_000)
  store([query(clock.now(), 'after.test')])
  assert.equal((await names())[0], 'after.test')
  assert.equal(failures.length, 1)
})

test('queries of a deleted client are removed from the disk; those of others stay', async () => {
  const { clock, store, names, log, directory, restart } = openTrial()
  store([query(clock.now(), 'laptop.test'), query(clock.now(), 'phone.test', PHONE)])
  await clock.step(DAY_MS)
  store([query(clock.now(), 'laptop-2.test'), query(clock.now(), 'tv.test', TV)])
  log().forget(LAPTOP)
  assert.deepEqual(await names(), ['tv.test', 'phone.test'], 'immediately')
  store([query(clock.now(), 'laptop-3.test')])
  await log().settled
  await restart()
  assert.deepEqual(await names(), ['laptop-3.test', 'tv.test', 'phone.test'])
  const text = stored(directory)
  assert.ok(text.includes('laptop-3') && !text.includes('laptop\x04test') && !text.includes('laptop-2'))
  log().clear()
  assert.deepEqual(await names(), [])
  await log().settled
  assert.deepEqual(readdirSync(directory), ['clients.json'])
  store([query(clock.now(), 'new.test')])
  await restart()
  assert.deepEqual(await names(), ['new.test'])
})

test('queries are counted by hour and client, with those that have no lines', async () => {
  const { clock, store, log, restart } = openTrial()
  store([query(clock.now(), 'a.test'), query(clock.now(), 'b.test', PHONE, { verdict: 'blocked', rcode: 3 })])
  log().count(LAPTOP, 10, 4)
  await clock.step(DAY_MS)
  store([query(clock.now(), 'a.test')])
  await log().settled
  await restart()
  const hour = START / 3600_000
  assert.deepEqual(await Array.fromAsync(log().hours(0)), [
    { hour, client: LAPTOP, total: 11, blocked: 4 },
    { hour, client: PHONE, total: 1, blocked: 1 },
    { hour: hour + 24, client: LAPTOP, total: 1, blocked: 0 },
  ])
})

/** Three days with a query each, of which the last is in a journal without an index. */
async function openDays() {
  const trial = openTrial()
  for (const name of ['first.test', 'second.test', 'third.test']) {
    trial.store([query(trial.clock.now(), name)])
    await trial.clock.step(name === 'third.test' ? GATHER_MS : DAY_MS)
  }
  await trial.log().settled
  return trial
}

test('a full disk at the start hides nothing, and what is too old is deleted', async () => {
  const { restart, names, failWith, failures, directory, clock, log } = await openDays()
  failWith((method) => (method === 'replace' ? 'ENOSPC' : undefined))
  await restart()
  assert.deepEqual(await names(), ['third.test', 'second.test', 'first.test'])
  assert.deepEqual(failures, ['the index of the DNS log cannot be written, and stays in memory'])
  failWith(() => undefined)
  await clock.step(3600_000)
  await log().settled
  assert.equal(readdirSync(directory).filter((file) => file.endsWith('.index')).length, 3, 'it is tried again')
  await clock.step(6 * DAY_MS)
  await log().settled
  assert.deepEqual(await names(), ['third.test'])
})

test('a segment that cannot be read now is read later, and the others immediately', async () => {
  const { restart, names, failWith, failures, clock, log, directory } = await openDays()
  failWith((method, file) => (method === 'open' && file.startsWith('00000002') ? 'EMFILE' : undefined))
  const before = readdirSync(directory)
  await restart()
  assert.deepEqual(await names(), ['third.test', 'first.test'])
  assert.deepEqual(failures, ['a part of the DNS log cannot be read, and is tried again in an hour'])
  assert.ok(before.every((file) => existsSync(join(directory, file))))
  failWith(() => undefined)
  await clock.step(3600_000)
  await log().settled
  assert.deepEqual(await names(), ['third.test', 'second.test', 'first.test'])
})

test('a copy of a damaged journal is kept until the queries after it expire', async () => {
  const { restart, names, failures, directory, clock, log } = await openDays()
  const journals = readdirSync(directory).filter((file) => file.endsWith('.log'))
  const content = readFileSync(join(directory, journals[0]!))
  content[20] = content[20]! ^ 0xff
  writeFileSync(join(directory, journals[0]!), content)
  rmSync(join(directory, journals[0]!.replace('.log', '.index')))
  writeFileSync(join(directory, '00000009.log'), '')
  await restart()
  assert.deepEqual(await names(), ['third.test', 'second.test'])
  assert.deepEqual(failures, ['a part of the DNS log is damaged'])
  const copy = join(directory, `${journals[0]!}.damaged`)
  assert.deepEqual(readFileSync(copy), content)
  assert.ok(!existsSync(join(directory, '00000009.log')), 'an empty journal has nothing to keep')
  await clock.step(8 * DAY_MS)
  await log().settled
  assert.ok(!existsSync(copy))
})

test('of damaged journals the two newest copies are kept, and none when a client is deleted', async () => {
  const { restart, directory, log } = await openDays()
  for (const file of readdirSync(directory).filter((file) => /log|index/.test(file)))
    writeFileSync(join(directory, file), 'no frame')
  await restart()
  await log().settled
  const copies = () => readdirSync(directory).filter((file) => file.endsWith('.log.damaged'))
  assert.deepEqual(copies(), ['00000002.log.damaged', '00000003.log.damaged'])
  log().forget(LAPTOP)
  assert.deepEqual(copies(), [])
})

test('queries that are deleted during the start do not come back', async () => {
  const { restart, names, directory, log, failures } = await openDays()
  await restart()
  log().clear()
  assert.deepEqual(await names(), [])
  await log().settled
  assert.deepEqual(readdirSync(directory), ['clients.json'])
  assert.deepEqual(failures, [])
})

test('if the numbers of clients are lost, no client gets the queries of another', async () => {
  for (const damage of ['{', undefined]) {
    const { restart, store, names, directory, clock, log, failures } = openTrial()
    store([query(clock.now(), 'laptop.test'), query(clock.now(), 'phone.test', PHONE)])
    await restart()
    await log().settled
    const path = join(directory, 'clients.json')
    if (damage === undefined) rmSync(path)
    else writeFileSync(path, damage)
    await restart()
    store([query(clock.now(), 'early.test', TV)])
    await log().settled
    store([query(clock.now(), 'tv.test', TV)])
    assert.deepEqual(await names({ clients: new Set([TV]) }), ['tv.test'])
    assert.deepEqual(await names(), ['tv.test'])
    assert.match(failures.join(), /^the clients of the DNS log cannot be read, and earlier queries are not found/)
    assert.equal(existsSync(`${path}.damaged`), damage !== undefined)
    await restart()
    await log().settled
    assert.deepEqual(await names(), ['tv.test'])
    assert.ok(stored(directory).includes('laptop'), 'they expire')
    log().forget(TV)
    await log().settled
    assert.equal(stored(directory), '', 'a deleted client may have some of them')
    assert.ok(!existsSync(`${path}.damaged`))
  }
})

test('with numbers of clients of a later version, their file is left unchanged, and queries are neither stored nor found', async () => {
  const { restart, store, names, directory, clock, log, failures } = openTrial()
  store([query(clock.now(), 'laptop.test')])
  await restart()
  const path = join(directory, 'clients.json')
  const { Version, ...saved } = JSON.parse(readFileSync(path, 'utf8'))
  const newer = JSON.stringify({ ...saved, Version: Version + 1 })
  writeFileSync(path, newer)
  await restart()
  await log().settled
  store([query(clock.now(), 'early.test', TV)])
  assert.deepEqual([await names(), failures], [[], ['the DNS log is not used']])
  await restart()
  assert.equal(readFileSync(path, 'utf8'), newer)
  writeFileSync(path, JSON.stringify(saved))
  await restart()
  await log().settled
  assert.deepEqual(await names(), ['laptop.test'], 'without a version, it has version 1')
})

test('deleted queries that cannot be removed from the disk now are removed later', async () => {
  const { store, clock, log, directory, failWith, failures } = openTrial()
  store([query(clock.now(), 'laptop.test'), query(clock.now(), 'phone.test', PHONE)])
  await clock.step(DAY_MS)
  await log().settled
  failWith((method, file) => (method === 'sync' && file.endsWith('.part') ? 'EIO' : undefined))
  log().forget(LAPTOP)
  await log().settled
  assert.deepEqual(failures, ['the DNS log cannot be rewritten'])
  assert.ok(!readdirSync(directory).some((file) => file.endsWith('.part')))
  failWith(() => undefined)
  await clock.step(3600_000)
  await log().settled
  assert.ok(!stored(directory).includes('laptop') && stored(directory).includes('phone'))
})
