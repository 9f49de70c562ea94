import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createServer, type TLSSocket } from 'node:tls'
import packet from 'dns-packet'
import { steadyClock } from '../../../machine/clock.ts'
import { openSockets } from '../../../machine/sockets.ts'
import { queryFor } from '../../../wire/dns/query.ts'
import { type Question, readQuestion } from '../../../wire/dns/question.ts'
import { framed, openUnframer } from '../../../wire/dns/stream.ts'
import { tlsAsk } from './tls.ts'

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
  const heard: Buffer[] = []
  const counts = { connections: 0, questions: 0 }
  const server = createServer({ key, cert }, (stream) => {
    counts.connections++
    const unframer = openUnframer()
    const messages: Buffer[] = []
    stream.on('error', () => {})
    stream.on('data', (bytes: Buffer) => {
      heard.push(bytes)
      const fresh = unframer.push(bytes) ?? []
      counts.questions += fresh.length
      messages.push(...fresh)
      onQuestions(messages, stream)
    })
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, IP, resolve))
  return { port: (server.address() as { port: number }).port, counts, [Symbol.dispose]: () => void server.close() }
}

const answer = (message: Buffer): Buffer => {
  const { id, questions } = packet.decode(message)
  const name = questions![0]!.name
  return framed(
    packet.encode({
      type: 'response',
      id: id!,
      questions: questions!,
      answers: [{ type: 'A', name, data: '1.2.3.4' }],
    }),
  )
}
const reply = (messages: Buffer[], stream: TLSSocket): void => {
  for (const message of messages.splice(0)) stream.write(answer(message))
}
const ask = (port: number, name = 'dns.test', authorities = [ca], clock = steadyClock) =>
  tlsAsk(openSockets(authorities), clock, IP, port, name)

test('many questions share one connection, and are padded so that lengths tell nothing', async () => {
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

test('a server that cannot prove its name hears no question', async () => {
  using server = await openServer(reply)
  using wrongName = ask(server.port, 'other.test')
  await assert.rejects(wrongName(query, 3000), /altnames|certificate/i)
  using unknownAuthority = ask(server.port, 'dns.test', [])
  await assert.rejects(unknownAuthority(query, 3000), /certificate/i)
  assert.equal(server.counts.questions, 0)
})

test('after the server has closed the connection the next question opens another', async () => {
  using server = await openServer((messages, stream) => {
    for (const message of messages.splice(0)) stream.end(answer(message))
  })
  using upstream = ask(server.port)
  for (let i = 0; i < 3; i++) await upstream(query, 3000)
  assert.equal(server.counts.connections, 3)
})

test('a connection on which nothing comes back is given up', async () => {
  let mute = true
  using server = await openServer((messages, stream) => {
    if (!mute) reply(messages, stream)
  })
  using upstream = ask(server.port)
  await assert.rejects(upstream(query, 100), /in time/)
  mute = false
  await upstream(query, 3000)
  assert.equal(server.counts.connections, 2)
})

test('who asks again while a connection is silent gets a new one', async () => {
  let passed = 0
  const clock = { ...steadyClock, now: () => steadyClock.now() + passed }
  let hear = (): void => {}
  const heard = new Promise<void>((resolve) => {
    hear = resolve
  })
  using server = await openServer((messages, stream) => {
    if (server.counts.connections > 1) reply(messages, stream)
    else hear()
  })
  using upstream = ask(server.port, 'dns.test', [ca], clock)
  const first = upstream(query, 500).catch(() => 'lost')
  await heard
  passed = 1_000
  await upstream(query, 3000)
  assert.deepEqual([await first, server.counts.connections], ['lost', 2])
})
