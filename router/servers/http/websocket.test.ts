import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import type { StationEvent } from '../../events/catalogue.ts'
import type { Alert } from '../../features/messages/alerts/alerts.ts'
import { CHEAP_HASH, openTrial, PASSWORD } from './trial.fixture.ts'
import { connect } from './websocket-client.fixture.ts'

const joined: StationEvent = { Iface: 'wlan0', Event: 'x', MAC: '02:00:00:00:00:01', Status: 'OK', Router: '' }

test('after the correct password, events are sent as JSON with their payload as JSON text', async () => {
  await using trial = await openTrial()
  using all = await connect(trial, '/ws_events_all')
  using notices = await connect(trial, '/ws')
  for (const { socket, next } of [notices, all]) {
    socket.send(`admin:${PASSWORD}`)
    assert.equal(await next(1), 'success')
  }
  const failover = { Iface: 'eth0', Action: 'leave', Active: ['eth1'] } as const
  trial.bus.publish('wan:failover', { ...failover, Active: [...failover.Active] })
  trial.bus.publish('wifi:auth:success', joined)
  assert.deepEqual(JSON.parse(await all.next(2)), {
    Type: 'wan:failover',
    Data: JSON.stringify(failover),
    Notification: false,
    WildcardAll: true,
  })
  assert.deepEqual(JSON.parse(await notices.next(2)), {
    Type: 'wifi:auth:success',
    Data: JSON.stringify(joined),
    Notification: true,
    WildcardAll: false,
  })
  assert.equal(await all.next(3), await notices.next(2))
  for (const topic of ['wan:uplink:down', 'wan:uplink:up'] as const) trial.bus.publish(topic, { Iface: 'eth0' })
  assert.partialDeepStrictEqual(JSON.parse(await notices.next(3)), { Type: 'wan:uplink:down', Notification: true })
  assert.partialDeepStrictEqual(JSON.parse(await notices.next(4)), { Type: 'wan:uplink:up', Notification: true })
})

test('alerts that notify go to all sockets, and stored ones to those for all events', async () => {
  const watchers = new Set<(alert: Alert) => void>()
  const alerts = {
    watch(listener: (alert: Alert) => void) {
      watchers.add(listener)
      return { [Symbol.dispose]: () => void watchers.delete(listener) }
    },
  }
  await using trial = await openTrial({ alerts })
  using all = await connect(trial, '/ws_events_all')
  using notices = await connect(trial, '/ws')
  for (const { socket, next } of [notices, all]) {
    socket.send(`admin:${PASSWORD}`)
    assert.equal(await next(1), 'success')
  }
  const topic = 'alert:auth:failure:'
  const alert = { Topic: 'auth:failure', RuleId: 'x', State: '' } as const
  const given = { topic, alert, store: true, at: 0, event: {} } as const
  for (const notify of [false, true]) {
    for (const watcher of watchers) watcher({ ...given, notify })
    trial.bus.publish(topic, alert)
  }
  const frame = (Notification: boolean) => ({
    ...{ Type: topic, Data: JSON.stringify(alert) },
    ...{ Notification, WildcardAll: !Notification },
  })
  assert.deepEqual(JSON.parse(await notices.next(2)), frame(true))
  const received = await Promise.all([2, 3, 4].map(async (n) => JSON.parse(await all.next(n))))
  assert.deepEqual(received, [frame(false), frame(true), frame(false)])
})

test('a viewer does not receive alerts of events that viewers do not receive', async () => {
  await using trial = await openTrial()
  await trial.change((draft) => draft.users.put('alex', { Name: 'alex', PasswordHash: CHEAP_HASH, Role: 'viewer' }))
  using all = await connect(trial, '/ws_events_all')
  all.socket.send(`alex:${PASSWORD}`)
  assert.equal(await all.next(1), 'success')
  for (const topic of ['log:api', 'mine:own', 'wan:uplink:down'])
    trial.bus.publish(`alert:${topic}:`, { Topic: topic, RuleId: 'x', State: '' })
  assert.equal(JSON.parse(await all.next(2)).Type, 'alert:wan:uplink:down:')
})

test('a password that holds colons is found, also with a code after it', async () => {
  await using trial = await openTrial()
  for (const text of [`admin:${PASSWORD}`, `admin:${PASSWORD}:some.jwt.text`]) {
    using client = await connect(trial, '/ws')
    client.socket.send(text)
    assert.equal(await client.next(1), 'success')
  }
})

test('any other first message is refused and the socket closed, and one failed sign-in is one attempt', async () => {
  await using trial = await openTrial()
  const failures: Record<string, string[]> = { user: [], token: [] }
  using _events = trial.bus.subscribe('auth:failure', ({ type, reason }) => failures[type]?.push(reason))
  for (const text of ['admin:wrong:way:round', 'admin', '', 'token-value', Buffer.from('admin:x')]) {
    using client = await connect(trial, '/ws')
    client.socket.send(text)
    assert.equal(await client.next(1), 'Authentication failure')
    assert.equal(await client.ended, 1008)
  }
  assert.deepEqual([failures.user?.length, failures.token?.length], [1, 3])
  for (const reason of Object.values(failures).flat()) assert.match(reason, /^127\.0\.0\.1:\d+:websocket$/)
})

test('sign-ins by websocket and by call share the limit', async () => {
  await using trial = await openTrial()
  for (let n = 1; n <= 10; n++) {
    using client = await connect(trial, '/ws')
    client.socket.send(`admin:wrong-${n}`)
    await client.ended
  }
  assert.equal((await trial.call('GET', '/things')).status, 429)
  using client = await connect(trial, '/ws')
  client.socket.send(`admin:${PASSWORD}`)
  assert.equal(await client.next(1), 'Authentication failure')
})

test('pages of other origins, foreign host names and other paths are rejected', async () => {
  await using trial = await openTrial()
  const outcome = async (path: string, headers: Record<string, string>) => {
    using client = await connect(trial, path, headers)
    return client.socket.readyState === client.socket.OPEN ? 'open' : client.ended
  }
  const host = `127.0.0.1:${trial.port}`
  assert.equal(await outcome('/ws', { origin: 'http://evil.example' }), 403)
  assert.equal(await outcome('/ws', { origin: 'null' }), 403)
  assert.equal(await outcome('/ws', { origin: 'http://127.0.0.1:1' }), 403)
  assert.equal(await outcome('/ws', { origin: `http://${host}` }), 'open')
  assert.equal(await outcome('/ws', { host: 'evil.example' }), 421)
  assert.equal(await outcome('/ws', { host: 'evil.example', origin: 'http://evil.example' }), 421)
  assert.equal(await outcome('/things', {}), 404)
  assert.equal(await outcome('//', {}), 404)
})

test('at most 8 unauthenticated clients of one address and 32 in total may wait; a new address replaces one of them', async () => {
  await using trial = await openTrial()
  const come = (from: string) => connect(trial, '/ws', {}, from)
  const strangers = await Promise.all(Array.from({ length: 8 }, () => come('127.0.0.1')))
  assert.equal(await (await come('127.0.0.1')).ended, 429)
  for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
    strangers.push(...(await Promise.all(Array.from({ length: 8 }, () => come(from)))))
  const newcomer = await come('127.0.0.5')
  assert.equal(await Promise.race(strangers.map(({ ended }) => ended)), 1006)
  newcomer.socket.send(`admin:${PASSWORD}`)
  assert.equal(await newcomer.next(1), 'success')
  await trial.clock.step(10_000)
  await Promise.all(strangers.map(({ ended }) => ended))
  using late = await come('127.0.0.1')
  late.socket.send(`admin:${PASSWORD}`)
  assert.equal(await late.next(1), 'success')
})

test('refused clients that keep the connection open count as unauthenticated until their time is over', async () => {
  await using trial = await openTrial()
  const refused = await Promise.all(Array.from({ length: 8 }, () => refusedAndSilent(trial.port)))
  using ninth = await connect(trial, '/ws')
  assert.equal(await ninth.ended, 429)
  trial.clock.step(10_000)
  await Promise.all(refused.map((socket) => once(socket, 'close')))
  using late = await connect(trial, '/ws')
  assert.equal(late.socket.readyState, late.socket.OPEN)
})

/** A connection whose first message was refused, and that does not answer the close frame. */
async function refusedAndSilent(port: number): Promise<Socket> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  const key = 'dGhlIHNhbXBsZSBub25jZQ=='
  const head = ['GET /ws HTTP/1.1', 'Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket']
  socket.write([...head, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`, '', ''].join('\r\n'))
  await once(socket, 'data')
  // A binary frame without data, under a mask of zeros: RFC 6455 5.2.
  socket.write(Uint8Array.of(0x82, 0x80, 0, 0, 0, 0))
  await once(socket, 'data')
  socket.on('error', () => {}).resume()
  return socket
}

test('a sign-in that cannot be verified is rejected and logged, and the router continues', async () => {
  await using trial = await openTrial()
  const lines: string[] = []
  using _log = trial.bus.subscribe('log:api', ({ msg }) => lines.push(msg))
  const user = { Name: 'admin', Sealed: '', Confirmed: true, AlwaysOn: true, LastStep: 0 }
  await trial.change((draft) => {
    draft.otpUsers.put('admin', user)
    draft.set('otp', { JWTDurationSeconds: 0, SigningSecret: trial.vault.seal('of another vault').slice(4) })
  })
  using client = await connect(trial, '/ws')
  client.socket.send(`admin:${PASSWORD}:some.jwt.text`)
  assert.equal(await client.next(1), 'Authentication failure')
  assert.equal(await client.ended, 1008)
  assert.match(lines.join(), /a saved secret cannot be read/)
})

test('a client that has signed in gets a pong for each ping, and nothing for any other message', async () => {
  await using trial = await openTrial()
  using client = await connect(trial, '/ws_events_all')
  client.socket.send(`admin:${PASSWORD}`)
  await client.next(1)
  for (const text of ['Ping', Buffer.from('ping'), 'ping', '{}', 'ping']) client.socket.send(text)
  assert.deepEqual([await client.next(2), await client.next(3)], ['pong', 'pong'])
  client.socket.ping()
  await new Promise((resolve) => client.socket.once('pong', resolve))
  assert.equal(client.received.length, 3)
})

test('a first message longer than 8 KiB ends the connection', async () => {
  await using trial = await openTrial()
  using client = await connect(trial, '/ws')
  client.socket.send('x'.repeat(8 * 1024 + 1))
  assert.equal(await client.ended, 1009)
})

test('a peer that does not read is dropped, and one that does not answer pings too', async () => {
  await using trial = await openTrial()
  using stuck = await connect(trial, '/ws_events_all')
  using alive = await connect(trial, '/ws_events_all')
  for (const { socket, next } of [stuck, alive]) {
    socket.send(`admin:${PASSWORD}`)
    await next(1)
  }
  stuck.socket.pause()
  const msg = 'x'.repeat(256 * 1024)
  for (let sent = 1; sent <= 64; sent++) {
    trial.bus.publish('log:api', { level: 'info', msg, time: '' })
    await alive.next(1 + sent)
  }
  stuck.socket.resume()
  assert.equal(await stuck.ended, 1006)

  using silent = await connect(trial, '/ws')
  silent.socket.send(`admin:${PASSWORD}`)
  await silent.next(1)
  const pinged = new Promise((resolve) => alive.socket.once('ping', resolve))
  silent.socket.pause()
  await trial.clock.step(30_000)
  await pinged
  // What the server answers to our ping comes after it has read our pong.
  alive.socket.ping()
  await new Promise((resolve) => alive.socket.once('pong', resolve))
  await trial.clock.step(30_000)
  silent.socket.resume()
  assert.equal(await silent.ended, 1006)
  assert.equal(alive.socket.readyState, WebSocket.OPEN)
})

test('the server closes immediately, also with open websockets', async () => {
  const trial = await openTrial()
  using client = await connect(trial, '/ws')
  client.socket.send(`admin:${PASSWORD}`)
  await client.next(1)
  using stranger = await connect(trial, '/ws')
  await trial[Symbol.asyncDispose]()
  assert.deepEqual(await Promise.all([client.ended, stranger.ended]), [1006, 1006])
})

test('a request that is not for a websocket is handled as an ordinary call', async () => {
  await using trial = await openTrial()
  assert.equal((await trial.call('GET', '/ws')).status, 426)
  const upgrade = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQ' }
  assert.equal((await trial.call('GET', '/things', upgrade)).status, 200)
})
