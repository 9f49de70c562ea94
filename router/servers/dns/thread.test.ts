import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import packet from 'dns-packet'
import { steadyClock } from '../../machine/clock.ts'
import { processLoopback } from '../../machine/loopback.fixture.ts'
import { routerProgram } from '../../machine/place.ts'
import { phrase } from '../../phrases/phrase.ts'
import { framed } from '../../wire/dns/stream.ts'
import { openCounters } from './counters.ts'
import type { ResolverItem } from './item.ts'
import { clientItem } from './items.fixture.ts'
import { openResolver } from './resolver.ts'
import { type ResolverStats, sumStats } from './stats.ts'
import { openThread, type Thread } from './thread.ts'

// Real threads on a loopback address.
const HOME = processLoopback
const PORT = 5386
const CLIENT = '127.0.86.9'
const ITEMS: readonly ResolverItem[] = [
  { kind: 'listen', ip: HOME },
  clientItem(CLIENT),
  { kind: 'name', name: 'laptop', ip: '192.168.2.6', chosen: true },
]

const query = packet.encode({ type: 'query', id: 1, questions: [{ type: 'A', name: 'laptop.lan' }] })

/** Ask from a fresh port, so that any of the threads may receive it. */
async function ask(): Promise<unknown> {
  const socket = createSocket('udp4')
  socket.bind(0, CLIENT)
  await once(socket, 'listening')
  socket.send(query, PORT, HOME)
  const [reply] = await once(socket, 'message')
  socket.close()
  return packet.decode(reply).answers?.map((one) => 'data' in one && one.data)
}

async function askByStream(): Promise<unknown> {
  const stream = connect({ host: HOME, port: PORT, localAddress: CLIENT })
  stream.write(framed(query))
  const [bytes] = await once(stream, 'data')
  stream.destroy()
  return packet.decode(bytes.subarray(2)).answers?.map((one) => 'data' in one && one.data)
}

const open = (failures: unknown[] = []): Thread =>
  openThread({
    clock: steadyClock,
    program: routerProgram('servers/dns/worker.ts'),
    port: PORT,
    shared: true,
    authorities: [],
    items: () => ITEMS,
    watchedNames: () => [],
    table: () => undefined,
    onFailure: (_what, error) => failures.push(error),
    publish() {},
    onReport() {},
    onFound: async () => undefined,
    onLog() {},
  })

test('several threads answer on one address, over UDP and TCP, and their counters are summed', async () => {
  await using resolver = openResolver({
    clock: steadyClock,
    bus: { publish() {} },
    onFailure: (what, error) => assert.fail(`${what}: ${error}`),
    port: PORT,
    threads: 2,
  })
  assert.equal(await resolver.apply(ITEMS, []), undefined)
  for (let i = 0; i < 20; i++) assert.deepEqual(await ask(), ['192.168.2.6'])
  for (let i = 0; i < 5; i++) assert.deepEqual(await askByStream(), ['192.168.2.6'])
  while (resolver.stats().counters.received < 25)
    await new Promise((resolve) => steadyClock.after(50, resolve as () => void))
  assert.equal(resolver.stats().counters.local, 25)
  assert.equal(resolver.stats().notListening, undefined)
})

test('a thread that crashes is restarted while the other one answers', async () => {
  const failures: unknown[] = []
  await using good = open()
  await using bad = open(failures)
  assert.equal(await good.apply(ITEMS, []), undefined)
  assert.equal(await bad.apply([], []), undefined)
  assert.equal((await bad.apply([{ kind: 'client' } as never], []))?.Code, 'dns.resolverRestarting')
  assert.match(String(failures[0]), /reading 'ip'/)
  assert.equal(bad.running, false)
  assert.equal(await bad.lookUp('www.example.org'), undefined)
  for (let i = 0; i < 20; i++) assert.deepEqual(await ask(), ['192.168.2.6'])
  while (!bad.running) await new Promise((resolve) => steadyClock.after(20, resolve as () => void))
  assert.equal(await bad.apply([], []), undefined)
  for (let i = 0; i < 20; i++) assert.deepEqual(await ask(), ['192.168.2.6'])
})

test('statistics of several threads are combined', () => {
  const health = {
    ...{ IPAddress: '9.9.9.9', TLSHost: '', healthy: true, asked: 3, failed: 1, strays: 0, lastFailure: undefined },
    ...{ averageMs: 12, medianMs: 10, p95Ms: 40, lastAnswer: 7 },
  }
  const stats = (given: Partial<ResolverStats>): ResolverStats => ({
    counters: { ...openCounters(), received: 5 },
    upstreams: [health],
    familyUpstreams: [],
    notListening: undefined,
    ...given,
  })
  const ill = { ...health, healthy: false, lastFailure: phrase('internet.answerTimeout').toJSON() }
  const notListening = phrase('dns.noAddressYet').toJSON()
  const sum = sumStats([stats({}), stats({ upstreams: [ill], notListening })])
  assert.equal(sum.counters.received, 10)
  assert.deepEqual(sum.upstreams, [{ ...ill, asked: 6, failed: 2 }])
  assert.equal(sum.notListening, notListening)
  assert.deepEqual(sumStats([stats({ upstreams: [] }), stats({})]).upstreams, [])
})
