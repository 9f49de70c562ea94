import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createServer, type TLSSocket } from 'node:tls'
import packet from 'dns-packet'
import fc from 'fast-check'
import { steadyClock } from '../../../machine/clock.ts'
import { openSockets } from '../../../machine/sockets.ts'
import { queryFor } from '../../../wire/dns/query.ts'
import { type Question, readQuestion } from '../../../wire/dns/question.ts'
import { framed, openUnframer } from '../../../wire/dns/stream.ts'
import { httpsAsk } from './https.ts'
import { tlsAsk } from './provider.ts'

/** An authority of our own and a certificate for `dns.test`, as PEM text. */
function certify(): { ca: string; key: string; cert: string } {
  const path = mkdtempSync(join(tmpdir(), 'dns-tls-'))
  const openssl = (line: string): void => void execFileSync('openssl', line.split(' '), { cwd: path, stdio: 'pipe' })
  const ec = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
  try {
    openssl(`req -x509 ${ec} -keyout ca.key -out ca.pem -subj /CN=ca -days 2`)
    openssl(`req ${ec} -keyout key.pem -out csr.pem -subj /CN=dns.test -addext subjectAltName=DNS:dns.test`)
    openssl(
      'x509 -req -in csr.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -copy_extensions copy',
    )
    const read = (name: string): string => readFileSync(join(path, name), 'utf8')
    return { ca: read('ca.pem'), key: read('key.pem'), cert: read('cert.pem') }
  } finally {
    rmSync(path, { recursive: true })
  }
}

const IP = '127.0.84.1'
const { ca, key, cert } = certify()
const query = queryFor(
  readQuestion(
    packet.encode({ type: 'query', id: 1, questions: [{ type: 'A', name: 'www.example.org' }] }),
  ) as Question,
)

/** A server that gives each connection's questions, as they have come so far, to `onQuestions`. */
async function openServer(onQuestions: (messages: Buffer[], stream: TLSSocket) => void) {
  const received: Buffer[] = []
  const counts = { connections: 0, questions: 0 }
  const server = createServer({ key, cert }, (stream) => {
    counts.connections++
    const unframer = openUnframer()
    const messages: Buffer[] = []
    stream.on('error', () => {})
    stream.on('data', (bytes: Buffer) => {
      received.push(bytes)
      const fresh = unframer.push(bytes) ?? []
      counts.questions += fresh.length
      messages.push(...fresh)
      onQuestions(messages, stream)
    })
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, IP, resolve))
  const { port } = server.address() as { port: number }
  return { port, counts, received, [Symbol.dispose]: () => void server.close() }
}

const bare = (message: Buffer): Buffer => {
  const { id, questions } = packet.decode(message)
  const name = questions![0]!.name
  return packet.encode({
    type: 'response',
    id: id!,
    questions: questions!,
    answers: [{ type: 'A', name, ttl: 100, data: '1.2.3.4' }],
  })
}
const answer = (message: Buffer): Buffer => framed(bare(message))
const reply = (messages: Buffer[], stream: TLSSocket): void => {
  for (const message of messages.splice(0)) stream.write(answer(message))
}
const ask = (port: number, host = 'dns.test', authorities = [ca], clock = steadyClock, onStray = () => {}) =>
  tlsAsk(openSockets(authorities), clock, { ip: IP, port, host }, onStray)

test('queries share one connection, and are padded to hide their lengths', async () => {
  const lengths = new Set<number>()
  using server = await openServer((messages, stream) => {
    for (const { length } of messages) lengths.add(length % 128)
    reply(messages, stream)
  })
  using upstream = ask(server.port)
  const answers = await Promise.all(Array.from({ length: 20 }, () => upstream(query, 3000)))
  assert.equal(answers.length, 20)
  assert.deepEqual([server.counts.connections, [...lengths]], [1, [0]])
})

test('answers may come in any order', async () => {
  using server = await openServer((messages, stream) => {
    if (messages.length === 3) for (const message of messages.reverse()) stream.write(answer(message))
  })
  using upstream = ask(server.port)
  await Promise.all([upstream(query, 3000), upstream(query, 3000), upstream(query, 3000)])
})

test('unexpected messages are counted, and queries of one turn are sent together', async () => {
  let strays = 0
  let reads = 0
  using server = await openServer((messages, stream) => {
    reads++
    for (const message of messages.splice(0)) {
      const other = Buffer.from(message)
      other[0]! ^= 0xff
      stream.write(answer(other))
      stream.write(
        answer(packet.encode({ id: message.readUInt16BE(0), questions: [{ type: 'A', name: 'other.test' }] })),
      )
      stream.write(answer(message))
    }
  })
  using upstream = ask(server.port, 'dns.test', [ca], steadyClock, () => strays++)
  await upstream(query, 3000)
  assert.equal(strays, 2)
  reads = 0
  await Promise.all(Array.from({ length: 20 }, () => upstream(query, 3000)))
  assert.equal(reads, 1)
})

test('a server with an invalid certificate gets no query', async () => {
  using server = await openServer(reply)
  using wrongName = ask(server.port, 'other.test')
  await assert.rejects(wrongName(query, 3000), /altnames|certificate/i)
  using unknownAuthority = ask(server.port, 'dns.test', [])
  await assert.rejects(unknownAuthority(query, 3000), /certificate/i)
  assert.equal(server.counts.questions, 0)
})

test('after the server has closed the connection the next query opens another', async () => {
  using server = await openServer((messages, stream) => {
    for (const message of messages.splice(0)) stream.end(answer(message))
  })
  using upstream = ask(server.port)
  for (let i = 0; i < 3; i++) await upstream(query, 3000)
  assert.equal(server.counts.connections, 3)
})

test('a connection on which nothing is received is closed', async () => {
  let mute = true
  using server = await openServer((messages, stream) => {
    if (!mute) reply(messages, stream)
  })
  using upstream = ask(server.port)
  await assert.rejects(upstream(query, 1000), /in time/)
  mute = false
  await upstream(query, 3000)
  assert.equal(server.counts.connections, 2)
})

test('a query while the connection is silent opens a new one', async () => {
  let passed = 0
  const clock = { ...steadyClock, monotonic: () => steadyClock.monotonic() + passed }
  let receive = (): void => {}
  const received = new Promise<void>((resolve) => {
    receive = resolve
  })
  using server = await openServer((messages, stream) => {
    if (server.counts.connections > 1) reply(messages, stream)
    else receive()
  })
  using upstream = ask(server.port, 'dns.test', [ca], clock)
  const first = upstream(query, 500).catch(() => 'lost')
  await received
  passed = 1_000
  await upstream(query, 3000)
  assert.deepEqual([await first, server.counts.connections], ['lost', 2])
})

interface Request {
  readonly path: string
  readonly contentType: string
  readonly message: Buffer
}

/** A server for HTTP/2 that gives each request, once it is whole, to `onRequest`. */
async function openHttpServer(onRequest: (request: Request, stream: ServerHttp2Stream) => void) {
  const counts = { connections: 0 }
  const sessions = new Set<ServerHttp2Session>()
  const server = createSecureServer({ key, cert })
  server.on('session', (session) => {
    counts.connections++
    sessions.add(session)
  })
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const parts: Buffer[] = []
    stream.on('error', () => {})
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      const [path, contentType] = [String(headers[':path']), String(headers['content-type'])]
      onRequest({ path, contentType, message: Buffer.concat(parts) }, stream)
    })
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, IP, resolve))
  return {
    port: (server.address() as { port: number }).port,
    counts,
    sessions,
    [Symbol.dispose]() {
      for (const session of sessions) session.destroy()
      server.close()
    },
  }
}

const DNS = { ':status': 200, 'content-type': 'application/dns-message' }
const respond = (stream: ServerHttp2Stream, message: Buffer, headers = {}): void => {
  stream.respond({ ...DNS, ...headers })
  stream.end(bare(message))
}
const askHttps = (port: number, host = 'dns.test', authorities = [ca], clock = steadyClock) =>
  httpsAsk(openSockets(authorities), clock, IP, { host, port, path: '/dns-query' })

test('over HTTPS queries share one connection, and have the same size', async () => {
  const seen = new Set<string>()
  using server = await openHttpServer(({ path, contentType, message }, stream) => {
    seen.add(`${path} ${contentType} ${message.length % 128} ${message.readUInt16BE(0)}`)
    respond(stream, message)
  })
  using upstream = askHttps(server.port)
  const answers = await Promise.all(Array.from({ length: 150 }, () => upstream(query, 3000)))
  assert.deepEqual(new Set(answers.map(({ ttl }) => ttl)), new Set([100]))
  assert.deepEqual([...seen], ['/dns-query application/dns-message 0 0'])
  assert.equal(server.counts.connections, 1)
})

test('the age of an answer from an HTTP cache is subtracted from its TTLs', async () => {
  using server = await openHttpServer(({ message }, stream) => respond(stream, message, { age: '30' }))
  using upstream = askHttps(server.port)
  const { ttl, bytes, ttlAt } = await upstream(query, 3000)
  assert.deepEqual([ttl, bytes.readUInt32BE(ttlAt[0])], [70, 70])
})

test('over HTTPS too, a server with an invalid certificate gets no query', async () => {
  let requests = 0
  using server = await openHttpServer(() => requests++)
  using wrongName = askHttps(server.port, 'other.test')
  await assert.rejects(wrongName(query, 3000), /altnames|certificate/i)
  using unknownAuthority = askHttps(server.port, 'dns.test', [])
  await assert.rejects(unknownAuthority(query, 3000), /certificate/i)
  assert.deepEqual([requests, server.counts.connections], [0, 0])
})

test('a server without HTTP/2 gets no query', async () => {
  using server = await openServer(reply)
  using upstream = askHttps(server.port)
  await assert.rejects(upstream(query, 3000), /HTTP\/2/)
  assert.ok(!Buffer.concat(server.received).includes('example'))
})

test('an invalid response fails its query only', async () => {
  const responses: [Record<string, unknown>, (message: Buffer) => Buffer, RegExp][] = [
    [{ ':status': 404 }, bare, /status 404/],
    [{ ':status': 302, location: 'https://elsewhere.test/' }, bare, /status 302/],
    [{ 'content-type': 'text/html' }, bare, /another media type/],
    [{}, () => Buffer.alloc(200_000), /too long a message/],
    [{}, () => Buffer.from('nonsense'), /malformed/],
    [{}, (message) => bare(message).subarray(0, -3), /malformed/],
    [{}, () => bare(packet.encode({ id: 0, questions: [{ type: 'A', name: 'other.test' }] })), /malformed/],
  ]
  let turn = 0
  using server = await openHttpServer(({ message }, stream) => {
    const [headers, body] = responses[turn] ?? [{}, bare]
    stream.respond({ ...DNS, ...headers })
    stream.end(body(message))
  })
  using upstream = askHttps(server.port)
  for (; turn < responses.length; turn++) await assert.rejects(upstream(query, 3000), responses[turn]![2])
  assert.equal((await upstream(query, 3000)).ttl, 100)
  assert.equal(server.counts.connections, 1)
})

/** A frame of HTTP/2: its length, type, flags and stream, and what is in it. RFC 9113 4.1. */
function frame(type: number, flags: number, stream: number, payload: Uint8Array, length = payload.length): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(length & 0xffffff, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

test('an HTTP/2 protocol error fails the queries in flight only', async () => {
  const anyFrame = fc
    .tuple(fc.nat(12), fc.nat(255), fc.nat(5), fc.uint8Array({ maxLength: 60 }), fc.option(fc.nat(0xffffff)))
    .map(([type, flags, stream, payload, length]) => frame(type, flags, stream, payload, length ?? payload.length))
  const settings = frame(4, 0, 0, Buffer.alloc(0))
  const talks = fc.sample(
    fc.tuple(fc.boolean(), fc.array(fc.oneof(anyFrame, fc.uint8Array({ maxLength: 80 })), { maxLength: 6 })),
    60,
  )
  let turn = 0
  const server = createServer({ key, cert, ALPNProtocols: ['h2'] }, (stream) => {
    const [isPolite, parts] = talks[turn++ % talks.length]!
    stream.on('error', () => {})
    if (isPolite) stream.write(settings)
    stream.once('data', () => stream.end(Buffer.concat(parts)))
  })
  await new Promise<void>((resolve) => server.listen(0, IP, resolve))
  const { port } = server.address() as { port: number }
  for (let i = 0; i < talks.length; i++) {
    using upstream = askHttps(port)
    await assert.rejects(upstream(query, 500))
  }
  server.close()
})

test('after GOAWAY the next query opens another connection', async () => {
  using server = await openHttpServer(({ message }, stream) => {
    respond(stream, message)
    stream.session?.goaway()
  })
  using upstream = askHttps(server.port)
  for (let i = 0; i < 3; i++) await upstream(query, 3000)
  assert.equal(server.counts.connections, 3)
})

test('a query is sent again over a new connection if its connection breaks', async () => {
  using server = await openHttpServer(({ message }, stream) => {
    if (server.counts.connections === 1 && stream.id! > 1) return stream.session?.destroy()
    respond(stream, message)
  })
  using upstream = askHttps(server.port)
  for (let i = 0; i < 2; i++) assert.equal((await upstream(query, 3000)).ttl, 100)
  assert.equal(server.counts.connections, 2)
})

test('over HTTPS too, a connection on which nothing is received is closed', async () => {
  let mute = true
  using server = await openHttpServer(({ message }, stream) => {
    if (!mute) respond(stream, message)
  })
  using upstream = askHttps(server.port)
  await assert.rejects(upstream(query, 1000), /in time/)
  mute = false
  await upstream(query, 3000)
  assert.equal(server.counts.connections, 2)
})
