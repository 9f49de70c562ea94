import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import packet from 'dns-packet'
import { openBus } from '../../../events/bus.ts'
import { openSegmentFiles } from '../../../machine/segmentfiles.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { DnsLogRecord } from '../../../model/dns/querylog/record.ts'
import type { DnsTop } from '../../../model/dns/querylog/toplist.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { openCounters } from '../../../servers/dns/counters.ts'
import { openLogExclusions } from '../../../servers/dns/logexclusions.ts'
import { openRecorder } from '../../../servers/dns/recorder.ts'
import { clientQuery, type QueryVerdict } from '../../../servers/dns/stage.ts'
import { openHistory } from '../../../store/history.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { type Ip, ipToNumber } from '../../../values/ip.ts'
import { dnsLogHandlers } from './handlers.ts'
import { type DnsLog, openDnsLog } from './log.ts'

const LAPTOP = '192.168.2.6'
const PHONE = '192.168.2.10'
const MAC = '02:00:00:00:00:01'
const LIST = 'https://lists.example/hosts'

const root = mkdtempSync(join(tmpdir(), 'sallyport-dnslog-'))
const logs: DnsLog[] = []
after(async () => {
  // A log that was opened again may still be writing an index.
  for (const log of logs) await log.clients()
  rmSync(root, { recursive: true })
})
let directories = 0

/** A resolver's recorder on one side, the log and its calls on the other. */
function openTrial() {
  const clock = openSteppedClock()
  const bus = openBus((error) => assert.fail(String(error)))
  const history = openHistory({ path: ':memory:', clock, onFailure: (what) => assert.fail(what) })
  const { facts, change: edit } = openMemoryFacts()
  const files = openSegmentFiles(join(root, String(directories++)))
  const onFailure = (what: string): never => assert.fail(what)
  const open = () => {
    const log = openDnsLog({ facts, history, clock, bus, files, onFailure })
    logs.push(log)
    return log
  }
  let log = open()
  const change = async (by: Parameters<typeof edit>[0]) => {
    const entries = await edit(by)
    log.learn(entries)
    return entries
  }
  const recorder = openRecorder({
    exclusions: openLogExclusions(),
    clock,
    counters: openCounters(),
    send(lines) {
      log.take(lines, clock.now())
      // The buffer is used again.
      lines.fill(0xff)
      recorder.reuse(lines.buffer)
    },
  })
  const query = (
    ip: Ip,
    name: string,
    phrase: Partial<packet.Packet> | Buffer = {},
    verdict?: QueryVerdict,
    categories: string[] = [],
  ) => {
    const questions: packet.Question[] = [{ type: 'A', name, class: 'IN' }]
    const bytes = Buffer.isBuffer(phrase) ? phrase : packet.encode({ type: 'response', questions, ...phrase })
    const queried = { ...clientQuery({ name } as never, ip, {} as never), verdict, categories }
    recorder.record(
      recorder.resultOf(queried, { rcode: bytes[3]! & 15 }),
      ipToNumber(ip),
      50862,
      clock.now(),
      bytes,
      0,
      false,
    )
  }
  const handlers = dnsLogHandlers(
    { facts, change, clock },
    {
      records: (ip, limit) => log.records(ip, limit),
      page: (query) => log.page(query),
      all: (filter) => log.all(filter),
      hours: (from) => log.hours(from),
      forget: (ip) => log.forget(ip),
      clear: () => log.clear(),
      top: { read: (of) => log.top.read(of) },
    },
  )
  const records = (ip: Ip, limit?: number) => log.records(ip, limit)
  const reopen = (): void => {
    log[Symbol.dispose]()
    log = open()
  }
  return { clock, bus, change, query, handlers, records, reopen, log: () => log }
}

const address = (name: string, data: string): Partial<packet.Packet> => ({
  answers: [{ type: 'A', name, ttl: 30, data }],
})
const NXDOMAIN = { flags: 3 }

test('a query is listed in the format of the API, with the reason for its answer', async () => {
  const { clock, query, records } = openTrial()
  query(LAPTOP, 'example.org', address('example.org', '1.2.3.4'))
  query(LAPTOP, 'ads.example', NXDOMAIN, { kind: 'blocked', by: LIST }, ['ads', 'trackers'])
  await clock.step(200)
  const [blocked, answered] = await records(LAPTOP)
  assert.deepEqual(answered, {
    Q: [{ Name: 'example.org.', Qtype: 1, Qclass: 1 }],
    A: [{ Hdr: { Name: 'example.org.', Rrtype: 1, Class: 1, Ttl: 30, Rdlength: 4 }, A: '1.2.3.4' }],
    Type: 'NOERROR',
    FirstName: 'example.org.',
    FirstAnswer: '1.2.3.4',
    Local: '192.168.2.1:53',
    Remote: '192.168.2.6:50862',
    Categories: [],
    Reason: '',
    Verdict: 'passed',
    By: '',
    Timestamp: new Date(clock.now() - 200).toISOString().replace('Z', '000000Z'),
  })
  assert.partialDeepStrictEqual(blocked, {
    Type: 'BLOCKED',
    FirstAnswer: '',
    Categories: ['ads', 'trackers'],
    Reason: `blocked by ${LIST}`,
    Verdict: 'blocked',
    By: LIST,
  })
})

test('the result is described in one word', async () => {
  const { clock, query, records } = openTrial()
  const cases: [Partial<packet.Packet>, QueryVerdict | undefined, DnsLogRecord['Type']][] = [
    [{}, undefined, 'NODATA'],
    [NXDOMAIN, undefined, 'NXDOMAIN'],
    [{ flags: 2 }, undefined, 'OTHERERROR'],
    [NXDOMAIN, { kind: 'quarantined', by: MAC }, 'BLOCKED'],
    [address('x', '10.0.0.1'), { kind: 'quarantined', by: MAC }, 'NOERROR'],
    [NXDOMAIN, { kind: 'overridden', by: 'x.' }, 'BLOCKED'],
    [address('x', '10.0.0.1'), { kind: 'overridden', by: 'x.' }, 'NOERROR'],
    [NXDOMAIN, { kind: 'rebound', by: '10.0.0.1' }, 'BLOCKED'],
    [NXDOMAIN, { kind: 'canary', by: 'x' }, 'BLOCKED'],
    [NXDOMAIN, { kind: 'local', by: 'names of the home' }, 'NXDOMAIN'],
  ]
  for (const [phrase, verdict] of cases) {
    query(LAPTOP, 'x', phrase, verdict)
    await clock.step(1)
  }
  await clock.step(200)
  assert.deepEqual(
    (await records(LAPTOP)).map(({ Type }) => Type),
    cases.map(([, , type]) => type).reverse(),
  )
})

test('events are published for topics that have subscribers', async () => {
  const { clock, bus, query } = openTrial()
  const published: [string, DnsLogRecord][] = []
  using _ = bus.subscribePrefix(`dns:serve:${LAPTOP}`, (payload, topic) =>
    published.push([topic, payload as DnsLogRecord]),
  )
  query(LAPTOP, 'example.org', address('example.org', '1.2.3.4'))
  query(PHONE, 'example.org', address('example.org', '1.2.3.4'))
  await clock.step(200)
  assert.deepEqual(
    published.map(([topic, { FirstName, FirstAnswer }]) => [topic, FirstName, FirstAnswer]),
    [[`dns:serve:${LAPTOP}`, 'example.org.', '1.2.3.4']],
  )
})

test('of each client the last thousand are kept, and are there after a restart', async () => {
  const { clock, query, records, reopen } = openTrial()
  query(PHONE, 'quiet.example')
  for (let i = 0; i < 1300; i++) {
    query(LAPTOP, `${i}.example`)
    if (i % 100 === 99) await clock.step(2000)
  }
  await clock.step(2000)
  reopen()
  const names = (await records(LAPTOP)).map(({ FirstName }) => FirstName)
  assert.deepEqual([names.length, names[0], names.at(-1)], [1024, '1299.example.', '276.example.'])
  assert.equal((await records(PHONE)).length, 1)
  assert.deepEqual(
    (await records(LAPTOP, 2)).map(({ FirstName }) => FirstName),
    ['1299.example.', '1298.example.'],
  )
})

test('queries of a flooding client are listed in part and all counted; those of others are all listed', async () => {
  const { clock, query, records, log } = openTrial()
  for (let i = 0; i < 3000; i++) query(LAPTOP, `${i}.example`)
  query(PHONE, 'quiet.example')
  await clock.step(2000)
  assert.ok((await records(LAPTOP)).length > 500 && (await records(LAPTOP)).length <= 1024)
  const top = await log().top.read({ hours: 1, limit: 1, client: LAPTOP })
  assert.equal(top.TotalQueries, 3000)
  assert.equal((await records(PHONE)).length, 1)
})

test('while StoreLocalMemory is off, no queries are stored, and reading them is an error', async () => {
  const { clock, query, records, handlers, log } = openTrial()
  const history = async () => handlers.history({ params: { ip: LAPTOP }, query: {} } as never)
  await handlers.configure({ body: { StoreLocalMemory: false } } as never)
  query(LAPTOP, 'example.org', address('example.org', '1.2.3.4'))
  await clock.step(2000)
  await assert.rejects(history(), /StoreLocalMemory/)
  assert.equal(log().lookedUpName(LAPTOP, '1.2.3.4'), 'example.org', 'but for what makes traffic readable')
  await handlers.configure({ body: { StoreLocalMemory: true } } as never)
  assert.deepEqual(await records(LAPTOP), [])
  await assert.rejects(history(), /No queries of 192.168.2.6 are stored/)
})

test('addresses have the names that each device asked for', async () => {
  const { clock, query, log } = openTrial()
  query(LAPTOP, 'cdn.example', {
    answers: [
      { type: 'CNAME', name: 'cdn.example', data: 'edge.example' },
      { type: 'A', name: 'edge.example', ttl: 5, data: '203.0.113.80' },
    ],
  })
  query(PHONE, 'shop.example', address('shop.example', '203.0.113.80'))
  await clock.step(200)
  assert.equal(log().lookedUpName(LAPTOP, '203.0.113.80'), 'cdn.example')
  assert.equal(log().lookedUpName(PHONE, '203.0.113.80'), 'shop.example')
  assert.equal(log().lookedUpName(PHONE, '203.0.113.81'), '')
  await clock.step(3 * 3600_000)
  assert.equal(log().lookedUpName(PHONE, '203.0.113.80'), '')
})

test('addresses have names in compressed answers too, and in answers after others', async () => {
  const { clock, query, log } = openTrial()
  // dns-packet writes names in full: this is an answer as servers write it, with a pointer to the question.
  const brief = (name: string, ...ip: number[]): Buffer => {
    const question = packet.encode({ type: 'response', questions: [{ type: 'A', name }] })
    question.writeUInt16BE(1, 6)
    return Buffer.concat([question, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, ...ip])])
  }
  query(LAPTOP, 'one.example', brief('one.example', 203, 0, 113, 1))
  query(LAPTOP, 'two.example', brief('two.example', 203, 0, 113, 2))
  await clock.step(200)
  assert.equal(log().lookedUpName(LAPTOP, '203.0.113.1'), 'one.example')
  assert.equal(log().lookedUpName(LAPTOP, '203.0.113.2'), 'two.example')
})

test('the top lists count by name and by client, over periods and a restart, for as long as is asked', async () => {
  const { clock, query, handlers, reopen } = openTrial()
  const top = (query = {}) => handlers.top({ query: { hours: 24, limit: 20, ...query } } as never)
  const ask = (ip: Ip, name: string, times: number, verdict?: QueryVerdict): void => {
    for (let i = 0; i < times; i++) query(ip, name, verdict ? NXDOMAIN : {}, verdict)
  }
  ask(LAPTOP, 'a.example', 3)
  ask(LAPTOP, 'ads.example', 2, { kind: 'blocked', by: LIST })
  await clock.step(11 * 60_000)
  ask(PHONE, 'a.example', 1)
  await clock.step(11 * 60_000)
  const expected = {
    TotalQueries: 6,
    BlockedQueries: 2,
    Domains: [
      { Name: 'a.example', Count: 4 },
      { Name: 'ads.example', Count: 2 },
    ],
    BlockedDomains: [{ Name: 'ads.example', Count: 2 }],
    Clients: [
      { IP: LAPTOP, TotalQueries: 5, BlockedQueries: 2 },
      { IP: PHONE, TotalQueries: 1, BlockedQueries: 0 },
    ],
  }
  assert.deepEqual(await top(), expected)
  reopen()
  assert.deepEqual(await top(), expected)
  assert.partialDeepStrictEqual(await top({ client: PHONE, limit: 1 }), {
    TotalQueries: 1,
    Domains: [{ Name: 'a.example', Count: 1 }],
    BlockedDomains: [],
  })
  await clock.step(50 * 60_000)
  assert.partialDeepStrictEqual(await top({ hours: 1 }), { TotalQueries: 1, Clients: [{ IP: PHONE }] })
})

test('queries of a device are deleted with it, and follow it to its new address', async () => {
  const { clock, query, change, records, handlers, log } = openTrial()
  const device = { ...emptyDevice(), MAC, RecentIP: LAPTOP }
  await change((draft) => draft.devices.put(MAC, device))
  query(LAPTOP, 'example.org', address('example.org', '1.2.3.4'))
  await clock.step(200)
  await change((draft) => draft.devices.put(MAC, { ...device, RecentIP: PHONE }))
  assert.deepEqual([(await records(LAPTOP)).length, (await records(PHONE)).length], [0, 1])
  assert.equal(log().lookedUpName(PHONE, '1.2.3.4'), 'example.org')
  await change((draft) => draft.devices.remove(MAC))
  assert.deepEqual([(await records(PHONE)).length, log().lookedUpName(PHONE, '1.2.3.4')], [0, ''])
  const top = await handlers.top({ query: { hours: 24, limit: 20 } } as never)
  assert.deepEqual(top, { TotalQueries: 0, BlockedQueries: 0, Domains: [], BlockedDomains: [], Clients: [] })
})

test('devices that exchange their addresses take their own queries along', async () => {
  const { clock, query, change, records, handlers, log } = openTrial()
  const OTHER = '02:00:00:00:00:02'
  const place = (of: string, RecentIP: Ip) => ({ ...emptyDevice(), MAC: of, RecentIP })
  const arrange = (first: Ip, second: Ip) =>
    change((draft) => {
      draft.devices.put(MAC, place(MAC, first))
      draft.devices.put(OTHER, place(OTHER, second))
    })
  await arrange(LAPTOP, PHONE)
  query(LAPTOP, 'laptop.example', address('laptop.example', '1.2.3.4'))
  query(PHONE, 'phone.example', address('phone.example', '1.2.3.4'))
  await clock.step(200)
  const names = async (ip: Ip) => {
    const top = (await handlers.top({ query: { hours: 24, limit: 20, client: ip } } as never)) as DnsTop
    return [
      (await records(ip)).map(({ FirstName }) => FirstName),
      top.Domains.map(({ Name }) => Name),
      log().lookedUpName(ip, '1.2.3.4'),
    ]
  }
  const [laptops, phones] = ['laptop.example', 'phone.example'].map((name) => [[`${name}.`], [name], name])
  await arrange(PHONE, LAPTOP)
  assert.deepEqual([await names(PHONE), await names(LAPTOP)], [laptops, phones])
  await arrange(LAPTOP, '192.168.2.14')
  assert.deepEqual([await names(LAPTOP), await names('192.168.2.14')], [laptops, phones])
})

test('times of a thread whose clock was wrong at its start are corrected', async () => {
  const { clock, query, records, log } = openTrial()
  query(LAPTOP, 'example.org')
  const { take } = log()
  Object.assign(log(), { take: (lines: Uint8Array) => take(lines, clock.now() - 3_600_000) })
  await clock.step(200)
  const seconds = (Date.parse((await records(LAPTOP))[0]!.Timestamp) - clock.now()) / 1000
  assert.equal(Math.round(seconds), 3600)
})

test('queries of an earlier version are imported, and damaged records are skipped', async () => {
  const clock = openSteppedClock()
  using history = openHistory({ path: ':memory:', clock, onFailure: (what) => assert.fail(what) })
  const { facts } = openMemoryFacts()
  const kept = history.keyedLog('dnslog', { most: 1024, mostBytes: 1 << 20 })
  const recorder = openRecorder({
    ...{ exclusions: openLogExclusions(), clock, counters: openCounters() },
    send: (lines) => kept.append(new Map([[LAPTOP, { count: 1, value: lines.slice() }]])),
  })
  const message = packet.encode({ type: 'response', questions: [{ type: 'A', name: 'old.example', class: 'IN' }] })
  const queried = { ...clientQuery({ name: 'old.example' } as never, LAPTOP, {} as never), verdict: undefined }
  recorder.record(recorder.resultOf(queried, { rcode: 0 }), ipToNumber(LAPTOP), 50862, clock.now(), message, 0, false)
  await clock.step(200)
  for (const value of [
    new Uint8Array(50),
    new Uint8Array(50).fill(255),
    new Uint8Array([0, 22, ...Array(20).fill(200)]),
  ])
    kept.append(new Map([[LAPTOP, { count: 1, value }]]))
  const files = openSegmentFiles(join(root, String(directories++)))
  const bus = openBus(() => assert.fail())
  const full = {
    ...files,
    write() {
      throw new Error('no space left on device')
    },
  }
  openDnsLog({ facts, history, clock, bus, files: full, onFailure: () => {} })[Symbol.dispose]()
  assert.equal([...kept.newest(LAPTOP)].length, 4, 'they stay until they are written')
  const onFailure = (what: string): never => assert.fail(what)
  using log = openDnsLog({ facts, history, clock, bus, files, onFailure })
  assert.deepEqual([...kept.newest(LAPTOP)], [])
  assert.deepEqual(
    (await log.records(LAPTOP)).map(({ FirstName }) => FirstName),
    ['old.example.'],
  )
})
