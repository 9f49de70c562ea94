import assert from 'node:assert/strict'
import { createSocket, type Socket as Datagrams, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import packet from 'dns-packet'
import { steadyClock } from '../../machine/clock.ts'
import { processLoopback } from '../../machine/loopback.fixture.ts'
import { hostileAnswers } from '../../wire/dns/hostile.fixture.ts'
import { framed, openUnframer } from '../../wire/dns/stream.ts'
import { clientItem } from './items.fixture.ts'
import { openResolver } from './resolver.ts'

// On loopback addresses: a real worker, real sockets, and upstreams that misbehave.
const HOME = processLoopback
const PORT = 5383

interface Home extends AsyncDisposable {
  use(...upstreams: { ip: string; port: number }[]): Promise<void>
  ask(name: string, type?: packet.RecordType): Promise<packet.DecodedPacket>
  resolver: ReturnType<typeof openResolver>
}

async function openHome(): Promise<Home> {
  const resolver = openResolver({
    clock: steadyClock,
    bus: { publish() {} },
    onFailure: (what, error) => assert.fail(`${what}: ${error}`),
    port: PORT,
  })
  const notListening = await resolver.apply(
    [
      { kind: 'listen', ip: HOME },
      clientItem('127.0.83.9'),
      { kind: 'name', name: 'laptop', ip: '192.168.2.6', chosen: true },
    ],
    [],
  )
  assert.equal(notListening, undefined)
  return {
    resolver,
    async use(...upstreams) {
      const settings = upstreams.map(({ ip, port }) => ({ IPAddress: ip, TLSHost: '', DisableTls: true, Port: port }))
      await resolver.apply([{ kind: 'upstreams', providers: settings }], [])
    },
    async ask(name, type = 'A') {
      const socket = createSocket('udp4')
      await new Promise<void>((resolve) => socket.bind(0, '127.0.83.9', resolve))
      const reply = new Promise<Buffer>((resolve) => socket.once('message', resolve))
      socket.send(
        packet.encode({ type: 'query', id: 1, flags: packet.RECURSION_DESIRED, questions: [{ type, name }] }),
        PORT,
        HOME,
      )
      const decoded = packet.decode(await reply)
      socket.close()
      return decoded
    },
    [Symbol.asyncDispose]: () => resolver[Symbol.asyncDispose](),
  }
}

type Reply = (bytes: Buffer) => void
/** An upstream on UDP and TCP, with scripted responses. */
async function openUpstream(
  onDatagram: (query: packet.DecodedPacket, reply: Reply, from: RemoteInfo, socket: Datagrams) => void,
  onStream: (query: packet.DecodedPacket, reply: Reply) => void = () => {},
) {
  const socket = createSocket('udp4')
  socket.on('message', (bytes, from) =>
    onDatagram(packet.decode(bytes), (reply) => socket.send(reply, from.port, from.address), from, socket),
  )
  await new Promise<void>((resolve) => socket.bind(0, '127.0.83.2', resolve))
  const { address: ip, port } = socket.address()
  const server = createServer((stream) =>
    stream.on('data', (bytes: Buffer) =>
      onStream(packet.decode(bytes.subarray(2)), (reply) => stream.end(framed(reply))),
    ),
  )
  await new Promise<void>((resolve) => server.listen(port, ip, resolve))
  return {
    ip,
    port,
    [Symbol.dispose]() {
      socket.close()
      server.close()
    },
  }
}

const answering = ({ id, questions }: packet.DecodedPacket, data: string, given: Partial<packet.Packet> = {}): Buffer =>
  packet.encode({
    type: 'response',
    id: id!,
    questions: questions!,
    answers: [{ type: 'A', name: questions![0]!.name, ttl: 60, data }],
    ...given,
  })
const dataOf = ({ answers }: packet.DecodedPacket): unknown[] => (answers ?? []).map((one) => 'data' in one && one.data)
const rcodeOf = (reply: packet.DecodedPacket): string => (reply as { rcode?: string }).rcode ?? ''
const TRUE = '93.184.216.34'
const FORGED = '93.184.216.66'
const good = () => openUpstream((query, reply) => reply(answering(query, TRUE)))

test('a name of the home is answered by the worker, over UDP', async () => {
  await using home = await openHome()
  assert.deepEqual(dataOf(await home.ask('laptop.lan')), ['192.168.2.6'])
})

test('after a change of upstreams the next query goes to the new one, and the cache is empty', async () => {
  await using home = await openHome()
  using old = await openUpstream((query, reply) => reply(answering(query, FORGED)))
  using fresh = await good()
  await home.use(old)
  assert.deepEqual(dataOf(await home.ask('www.example.org')), [FORGED])
  await home.use(fresh)
  assert.deepEqual(dataOf(await home.ask('www.example.org')), [TRUE])
})

test('a response with a wrong ID, question or length is ignored', async () => {
  await using home = await openHome()
  using liar = await openUpstream((query, reply) => {
    const name = query.questions![0]!.name
    reply(answering({ ...query, id: (query.id! + 1) & 0xffff }, FORGED))
    reply(answering({ ...query, questions: [{ type: 'A', name: `x${name}` }] }, FORGED))
    reply(answering(query, FORGED).subarray(0, -3))
    reply(Buffer.from('nonsense'))
    reply(answering(query, TRUE))
  })
  await home.use(liar)
  assert.deepEqual(dataOf(await home.ask('www.example.org')), [TRUE])
})

test('a malformed response is dropped, and the correct one after it is used', async () => {
  await using home = await openHome()
  const hostile = Object.values(hostileAnswers)
  using upstream = await openUpstream((query, reply) => {
    for (const answer of hostile.splice(0, 6)) {
      const bytes = Buffer.from(answer)
      bytes.writeUInt16BE(query.id!)
      reply(bytes)
    }
    reply(answering(query, TRUE, { answers: [{ type: 'A', name: 'www.example.org', ttl: 0, data: TRUE }] }))
  })
  await home.use(upstream)
  while (hostile.length > 0) assert.deepEqual(dataOf(await home.ask('www.example.org')), [TRUE])
})

test('a response from another address is dropped', async () => {
  await using home = await openHome()
  const forger = createSocket('udp4')
  await new Promise<void>((resolve) => forger.bind(0, '127.0.83.3', resolve))
  using upstream = await openUpstream((query, reply, from) => {
    forger.send(answering(query, FORGED), from.port, from.address, () => reply(answering(query, TRUE)))
  })
  await home.use(upstream)
  assert.deepEqual(dataOf(await home.ask('www.example.org')), [TRUE])
  forger.close()
})

test('sequential queries have different source ports and IDs', async () => {
  await using home = await openHome()
  const ports = new Set<number>()
  const ids = new Set<number>()
  using upstream = await openUpstream((query, reply, from) => {
    ports.add(from.port)
    ids.add(query.id!)
    reply(answering(query, TRUE))
  })
  await home.use(upstream)
  for (let i = 0; i < 40; i++) await home.ask(`${i}.example.org`)
  assert.ok(ports.size > 36, `${ports.size} ports`)
  assert.ok(ids.size > 36, `${ids.size} numbers`)
  const steps = new Set([...ids].map((id, i, all) => id - (all[i - 1] ?? 0)))
  assert.ok(steps.size > 30, 'and one does not predict the next')
})

test('concurrent queries share a source port, up to a limit', async () => {
  await using home = await openHome()
  const ports = new Map<number, number>()
  const replies: (() => void)[] = []
  using upstream = await openUpstream((query, reply, from) => {
    ports.set(from.port, (ports.get(from.port) ?? 0) + 1)
    replies.push(() => reply(answering(query, TRUE)))
    if (replies.length === 150) for (const answer of replies) answer()
  })
  await home.use(upstream)
  const asked = Array.from({ length: 150 }, (_, i) => home.ask(`${i}.example.org`))
  for (const answer of await Promise.all(asked)) assert.deepEqual(dataOf(answer), [TRUE])
  assert.deepEqual(
    [...ports.values()].toSorted((a, b) => a - b),
    [22, 64, 64],
  )
})

test('after many wrong responses the query is sent over TCP', async () => {
  await using home = await openHome()
  using upstream = await openUpstream(
    (query, reply) => {
      for (let i = 1; i <= 20; i++) reply(answering({ ...query, id: (query.id! + i) & 0xffff }, FORGED))
    },
    (query, reply) => reply(answering(query, TRUE)),
  )
  await home.use(upstream)
  assert.deepEqual(dataOf(await home.ask('www.example.org')), [TRUE])
})

test('a truncated response is fetched over TCP', async () => {
  await using home = await openHome()
  using upstream = await openUpstream(
    (query, reply) => reply(answering(query, FORGED, { flags: packet.TRUNCATED_RESPONSE })),
    (query, reply) => reply(answering(query, TRUE)),
  )
  await home.use(upstream)
  assert.deepEqual(dataOf(await home.ask('www.example.org')), [TRUE])
})

test('an upstream without EDNS is asked without it', async () => {
  await using home = await openHome()
  using upstream = await openUpstream((query, reply) =>
    reply(
      query.additionals?.length ? packet.encode({ type: 'response', id: query.id!, flags: 1 }) : answering(query, TRUE),
    ),
  )
  await home.use(upstream)
  assert.deepEqual(dataOf(await home.ask('www.example.org')), [TRUE])
})

test('of three upstreams, one silent and one refusing, the third is used', async () => {
  await using home = await openHome()
  using silent = await openUpstream(() => {})
  using refusing = await openUpstream((query, reply) => reply(answering(query, FORGED, { flags: 5, answers: [] })))
  using third = await good()
  await home.use(silent, refusing, third)
  for (let i = 0; i < 3; i++) assert.deepEqual(dataOf(await home.ask(`${i}.example.org`)), [TRUE])
})

test('a closed port is reported immediately, with the reason', async () => {
  await using home = await openHome()
  await home.use({ ip: '127.0.83.4', port: 9 })
  assert.equal(rcodeOf(await home.ask('www.example.org')), 'SERVFAIL')
})

test('many questions over one TCP connection are all answered', async () => {
  await using home = await openHome()
  using upstream = await good()
  await home.use(upstream)
  const stream = connect({ host: HOME, port: PORT, localAddress: '127.0.83.9' })
  const unframer = openUnframer()
  const ids = new Set<number>()
  const done = new Promise<void>((resolve) =>
    stream.on('data', (bytes: Buffer) => {
      for (const message of unframer.push(bytes) ?? []) ids.add(packet.decode(message).id!)
      if (ids.size === 100) resolve()
    }),
  )
  const query = (id: number): Buffer =>
    framed(
      packet.encode({
        type: 'query',
        id,
        questions: [{ type: 'A', name: id % 2 ? 'laptop.lan' : `${id}.example.org` }],
      }),
    )
  stream.write(Buffer.concat(Array.from({ length: 100 }, (_, id) => query(id))))
  await done
  stream.destroy()
})

test('it listens as soon as the address exists, and follows a change of address', async () => {
  await using home = await openHome()
  const reason = await home.resolver.apply([{ kind: 'listen', ip: '192.0.2.77' }], [])
  assert.match(JSON.stringify(reason), /EADDRNOTAVAIL/)
  assert.equal(await home.resolver.apply([{ kind: 'listen', ip: HOME }], []), undefined)
  assert.deepEqual(dataOf(await home.ask('laptop.lan')), ['192.168.2.6'])
})

test('a client with ten idle TCP connections can open another, which replaces the oldest', async () => {
  await using _home = await openHome()
  const open = async (): Promise<Socket> => {
    const stream = connect({ host: HOME, port: PORT, localAddress: '127.0.83.9' })
    await once(stream, 'connect')
    return stream
  }
  const oldest = await open()
  const closed = once(oldest, 'close')
  const idle = await Promise.all(Array.from({ length: 9 }, open))
  const another = await open()
  another.write(framed(packet.encode({ type: 'query', id: 1, questions: [{ type: 'A', name: 'laptop.lan' }] })))
  await once(another, 'data')
  await closed
  assert.deepEqual(
    idle.map(({ readyState }) => readyState),
    Array.from({ length: 9 }, () => 'open'),
  )
  for (const stream of [...idle, another]) stream.destroy()
})

test("the router's own queries go to the upstream chosen for them", async () => {
  await using home = await openHome()
  using usual = await good()
  using chosen = await openUpstream((query, reply) => reply(answering(query, '93.184.216.99')))
  await home.use(usual)
  assert.deepEqual(await home.resolver.lookUp('www.example'), { ips: [TRUE], ttlSeconds: 60 })
  const own = [{ IPAddress: chosen.ip, TLSHost: '', DisableTls: true, Port: chosen.port }]
  await home.resolver.apply([{ kind: 'own', providers: own }], [])
  assert.deepEqual((await home.resolver.lookUp('www.example'))?.ips, ['93.184.216.99'])
  assert.deepEqual(dataOf(await home.ask('www.example')), [TRUE])
  await home.resolver.apply([], [{ kind: 'own', providers: own }])
  assert.deepEqual((await home.resolver.lookUp('www.example'))?.ips, [TRUE])
})

test("a private address in an answer to the router's own query counts as NXDOMAIN", async () => {
  await using home = await openHome()
  using rebinding = await openUpstream((query, reply) => reply(answering(query, '192.168.2.1')))
  await home.use(rebinding)
  assert.deepEqual((await home.resolver.lookUp('www.example'))?.ips, [])
})

test('a response for a watched name is sent after its addresses are admitted', async () => {
  await using home = await openHome()
  using upstream = await good()
  await home.use(upstream)
  const taken: string[] = []
  home.resolver.watch(['www.example'], async (name, { ips }) => void taken.push(`${name} ${ips}`))
  assert.deepEqual(dataOf(await home.ask('www.example')), [TRUE])
  assert.deepEqual(taken, [`www.example ${TRUE}`])
  home.resolver.watch(['other.example'], () => Promise.reject(new Error('refused')))
  assert.deepEqual(dataOf(await home.ask('other.example')), [TRUE])
  assert.equal(taken.length, 1)
})
