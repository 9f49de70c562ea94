import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { test } from 'node:test'
import packet, { type Answer, type Packet } from 'dns-packet'
import { steadyClock } from '../../machine/clock.ts'
import { openSockets } from '../../machine/sockets.ts'
import { examine } from './examine.ts'

const IP = '127.0.85.1'
const SERVFAIL = 2
const NXDOMAIN = 3
const CHECKING_DISABLED = 0x10

type Reply = string | number | undefined
/** What a server answers for a name: an address, an error code, or nothing. */
type Behaviour = (name: string, isUnchecked: boolean) => Reply

const sound: Behaviour = (name, isUnchecked) => {
  if (name === 'a.root-servers.net') return '198.41.0.4'
  if (name === 'dnssec-failed.org') return isUnchecked ? '192.0.2.9' : SERVFAIL
  return NXDOMAIN
}

async function openServer(behaviour: Behaviour) {
  const names: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (bytes, from) => {
    const query = packet.decode(bytes) as Packet & { flags: number }
    const { name, type } = query.questions![0]!
    names.push(name)
    const reply = type === 'NS' ? undefined : behaviour(name, (query.flags & CHECKING_DISABLED) !== 0)
    const answers: Answer[] =
      type === 'NS'
        ? [{ type: 'NS', name: '.', ttl: 60, data: 'a.root-servers.net' }]
        : typeof reply === 'string'
          ? [{ type: 'A', name, ttl: 60, data: reply }]
          : []
    const flags = typeof reply === 'number' ? reply : 0
    socket.send(
      packet.encode({ type: 'response', id: query.id!, flags, questions: query.questions!, answers }),
      from.port,
      from.address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, IP, resolve))
  const { port } = socket.address()
  return { names, port, [Symbol.dispose]: () => void socket.close() }
}

const examined = (Port: number) =>
  examine(openSockets([]), steadyClock, { IPAddress: IP, TLSHost: '', DisableTls: true, Port })

test('a validating resolver that alters nothing', async () => {
  using server = await openServer(sound)
  const { FirstMs, LatencyMs, ...found } = await examined(server.port)
  assert.deepEqual(found, { Reachable: true, Failure: '', DNSSEC: 'yes', Altered: 'no', Remark: '' })
  assert.ok(FirstMs > 0 && LatencyMs > 0)
  assert.ok(server.names.length <= 8, `${server.names.length} queries`)
})

test('a resolver that does not validate', async () => {
  using server = await openServer((name, isUnchecked) =>
    name === 'dnssec-failed.org' ? '192.0.2.9' : sound(name, isUnchecked),
  )
  assert.equal((await examined(server.port)).DNSSEC, 'no')
})

test('a resolver that cannot reach the broken name at all has not shown that it validates', async () => {
  using server = await openServer((name, isUnchecked) =>
    name === 'dnssec-failed.org' ? SERVFAIL : sound(name, isUnchecked),
  )
  assert.equal((await examined(server.port)).DNSSEC, 'unknown')
})

test('an address for a name that does not exist is reported', async () => {
  using server = await openServer((name, isUnchecked) => {
    const reply = sound(name, isUnchecked)
    return reply === NXDOMAIN ? '192.0.2.80' : reply
  })
  const { Altered, Remark } = await examined(server.port)
  assert.equal(Altered, 'yes')
  assert.match(Remark, /does not exist resolves to 192\.0\.2\.80/)
})

test('another address for a known name is reported', async () => {
  using server = await openServer((name, isUnchecked) =>
    name === 'a.root-servers.net' ? '192.0.2.81' : sound(name, isUnchecked),
  )
  const { Altered, Remark } = await examined(server.port)
  assert.equal(Altered, 'yes')
  assert.match(Remark, /resolves to 192\.0\.2\.81 and not to 198\.41\.0\.4/)
})

test('a resolver that knows none of the names leaves the findings open', async () => {
  using server = await openServer(() => NXDOMAIN)
  const { Reachable, DNSSEC, Altered } = await examined(server.port)
  assert.deepEqual({ Reachable, DNSSEC, Altered }, { Reachable: true, DNSSEC: 'unknown', Altered: 'unknown' })
})

test('where nothing listens, the reason is reported', async () => {
  const { port } = await openServer(sound).then((server) => {
    server[Symbol.dispose]()
    return server
  })
  const { Reachable, Failure, LatencyMs } = await examined(port)
  assert.deepEqual({ Reachable, Failure, LatencyMs }, { Reachable: false, Failure: 'connection refused', LatencyMs: 0 })
})
