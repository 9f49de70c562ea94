import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import fc from 'fast-check'
import { type Line, verdictOfLine } from '../../model/dns/querylog/line.ts'
import { ipToNumber } from '../../values/ip.ts'
import { datagramLimit } from '../../wire/dns/reply.ts'
import { openChain } from './chain.fixture.ts'
import type { ResolverItem } from './item.ts'
import { clientItem, overrideItem } from './items.fixture.ts'
import { openResponseCache } from './responsecache.ts'

const OFFSET = 1280
const CLIENTS = ['192.168.2.6', '192.168.2.10', '192.168.2.14', '192.168.2.99']
const NAMES = ['www.example.org', 'short.example.org', 'long.example.org', 'none.example.org', 'laptop.lan', 'a.local']

/** The upstream's response: TTLs of one second and of a minute, many records, and NXDOMAIN. */
function phrase(name: string): Partial<packet.Packet> {
  const a = (ttl: number, data: string): packet.Answer => ({ type: 'A', name, ttl, data })
  if (name.startsWith('short')) return { answers: [a(1, '93.184.216.1')] }
  if (name.startsWith('long')) return { answers: Array.from({ length: 40 }, (_, i) => a(50 + i, `93.184.217.${i}`)) }
  if (name.startsWith('none')) return { flags: 3 }
  return { answers: [a(60, '93.184.216.34')] }
}

/** Handles queries as the UDP listener does, with or without the response cache. */
function openTrial(hasCache: boolean, generationBytes = 1 << 16) {
  const { clock, counters, lines, events, state, serve, recorder, publish } = openChain(phrase)
  const responses = openResponseCache({ clock, counters, recorder, publish, generationBytes })
  const buffer = Buffer.alloc(2 * OFFSET)
  let repeats = 0

  return {
    clock,
    counters,
    lines,
    events,
    repeats: () => repeats,
    set(item: ResolverItem): void {
      state.set(item)
      responses.clear()
    },
    remove(item: ResolverItem): void {
      state.remove(item)
      responses.clear()
    },
    async ask(question: Buffer, from: string): Promise<string | undefined> {
      question.copy(buffer, OFFSET)
      const repeated = hasCache
        ? responses.repeat(buffer, OFFSET, question.length, ipToNumber(from), 4000, clock.now())
        : 0
      if (repeated > 0) {
        repeats++
        return buffer.toString('hex', OFFSET, OFFSET + repeated)
      }
      const reply = await serve(question, from, datagramLimit, 4000, hasCache ? responses : undefined)
      return reply?.toString('hex')
    },
  }
}

type Trial = ReturnType<typeof openTrial>
/** One step of a run: a query, a pause or a change of the configuration. */
type Step = (trial: Trial, questions: readonly Buffer[]) => Promise<unknown> | undefined

const question = fc
  .record({
    name: fc.constantFrom(...NAMES),
    type: fc.constantFrom('A' as const, 'AAAA' as const, 'PTR' as const),
    flags: fc.constantFrom(0, packet.RECURSION_DESIRED, packet.CHECKING_DISABLED, packet.AUTHENTIC_DATA),
    edns: fc.constantFrom(undefined, 512, 1232, 4096),
    isDnssec: fc.boolean(),
  })
  .map(({ name, type, flags, edns, isDnssec }) => {
    const opt = {
      type: 'OPT' as const,
      name: '.',
      udpPayloadSize: edns ?? 0,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: isDnssec ? 0x8000 : 0,
      flag_do: isDnssec,
      options: [],
    }
    const additionals = edns === undefined ? [] : [opt]
    return packet.encode({ type: 'query', id: 0, flags, questions: [{ type, name }], additionals })
  })

/** The same query with another ID, and some letters in upper case. */
function spelt(bytes: Buffer, id: number, upper: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt16BE(id, 0)
  for (let i = 12; copy[i] !== 0; i++)
    if (copy[i]! >= 0x61 && copy[i]! <= 0x7a && (upper >> (i & 15)) & 1) copy[i]! -= 0x20
  return copy
}

const asking = fc
  .record({ which: fc.nat(5), id: fc.nat(0xffff), upper: fc.nat(0xffff), ip: fc.constantFrom(...CLIENTS) })
  .map(
    ({ which, id, upper, ip }): Step =>
      (trial, questions) =>
        trial.ask(spelt(questions[which % questions.length]!, id, upper), ip),
  )

const override = fc
  .record({
    Type: fc.constantFrom('permit', 'block'),
    Domain: fc.constantFrom('www.example.org.', 'example.org.', 'laptop.lan.'),
    ClientIP: fc.constantFrom('*', ...CLIENTS),
    ResultIP: fc.constantFrom('', '192.0.2.7'),
    ResultCNAME: fc.constantFrom('', 'long.example.org.'),
  })
  .map((given) => overrideItem({ ...given, Type: given.Type as 'permit' | 'block' }))

const client = fc
  .record({ ip: fc.constantFrom(...CLIENTS), family: fc.boolean(), quarantine: fc.boolean() })
  .map((given) => clientItem(given.ip, given))
const item = fc.oneof(
  override,
  client,
  fc.constantFrom(...CLIENTS, '*').map((ip): ResolverItem => ({ kind: 'paused', ip })),
  fc.constantFrom(...CLIENTS).map((ip): ResolverItem => ({ kind: 'excluded', ip })),
  fc.constantFrom(...CLIENTS).map((ip): ResolverItem => ({ kind: 'name', name: 'laptop', ip, chosen: true })),
)

const step = fc.oneof(
  { weight: 40, arbitrary: asking },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 80_000 }).map(
      (ms): Step =>
        ({ clock }) =>
          clock.step(ms),
    ),
  },
  {
    weight: 1,
    arbitrary: item.map(
      (one): Step =>
        async (trial) =>
          trial.set(one),
    ),
  },
  {
    weight: 1,
    arbitrary: item.map(
      (one): Step =>
        async (trial) =>
          trial.remove(one),
    ),
  },
)

const BEGIN: readonly ResolverItem[] = CLIENTS.slice(0, 3).map((ip) => clientItem(ip))

test('responses and log lines are the same with and without the response cache', async () => {
  const seed = Number(process.env.SEED ?? 1)
  console.log(`SEED=${seed}`)
  let repeats = 0
  const same = async (questions: readonly Buffer[], steps: readonly Step[]): Promise<void> => {
    // Small enough to be full many times.
    const [with_, without] = [openTrial(true, 2048), openTrial(false)]
    for (const trial of [with_, without]) for (const item of BEGIN) trial.set(item)
    for (const take of steps) assert.equal(await take(with_, questions), await take(without, questions))
    for (const trial of [with_, without]) await trial.clock.step(1_000)
    assert.deepEqual(with_.counters, without.counters)
    assert.deepEqual(with_.events, without.events)
    assert.deepEqual(with_.lines.map(summary), without.lines.map(summary))
    repeats += with_.repeats()
  }
  const summary = (line: Line): unknown => [line.time, line.client, line.port, verdictOfLine(line)]
  await fc.assert(
    fc.asyncProperty(
      fc.array(question, { minLength: 1, maxLength: 6 }),
      fc.array(step, { minLength: 80, maxLength: 250, size: 'max' }),
      same,
    ),
    { seed, numRuns: 100 },
  )
  assert.ok(repeats > 1000, `${repeats} answers were repeated`)
})

const plain = (name: string, id = 1): Buffer => packet.encode({ type: 'query', id, questions: [{ type: 'A', name }] })

test('a repeated response has the ID and the spelling of the query', async () => {
  const trial = openTrial(true)
  for (const item of BEGIN) trial.set(item)
  for (let i = 0; i < 3; i++) await trial.ask(plain('www.example.org'), CLIENTS[0]!)
  const reply = Buffer.from((await trial.ask(plain('WWW.eXample.org', 77), CLIENTS[0]!))!, 'hex')
  assert.equal(trial.repeats(), 2)
  const { id, questions } = packet.decode(reply)
  assert.equal(id, 77)
  assert.equal(questions![0]!.name, 'WWW.eXample.org')
})

test('a message without an uncompressed name passes the stages', async () => {
  const trial = openTrial(true)
  for (const item of BEGIN) trial.set(item)
  const good = plain('laptop.lan')
  const compressed = Buffer.concat([good.subarray(0, 12), Buffer.from([0xc0, 12, 0, 1, 0, 1])])
  for (const bytes of [good.subarray(0, 11), good.subarray(0, -1), compressed, Buffer.alloc(600, 1), Buffer.alloc(0)])
    for (let i = 0; i < 3; i++) await trial.ask(bytes, CLIENTS[0]!)
  assert.equal(trial.repeats(), 0)
})
