import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { openBus } from '../../events/bus.ts'
import { openSteppedClock, settled } from '../../machine/stepped.fixture.ts'
import { listenUnix } from '../../machine/unixsocket.ts'
import { refusalOfTopic } from './client.ts'
import { MOST_LINE_BYTES, openLineReader } from './lines.ts'
import { openEventBusServer } from './server.ts'

const directory = mkdtempSync(join(tmpdir(), 'eventbus-'))
after(() => rmSync(directory, { recursive: true }))
const path = join(directory, 'eventbus.sock')

async function open() {
  const failures: string[] = []
  const bus = openBus((error) => failures.push(String(error)))
  const clock = openSteppedClock()
  const server = await openEventBusServer({ machine: { clock, listenUnix }, bus, path })
  return { bus, clock, failures, [Symbol.dispose]: () => server[Symbol.dispose]() }
}

interface Client extends Disposable {
  readonly socket: Socket
  send(topic: string, value?: unknown): void
  /** The next line: its topic, and its value as an object. */
  next(): Promise<readonly [string, unknown]>
}

async function connect(): Promise<Client> {
  const socket = createConnection(path)
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  socket.on('error', () => undefined)
  return {
    socket,
    send: (topic, value) =>
      void socket.write(`${JSON.stringify({ topic, ...(value !== undefined && { value: JSON.stringify(value) }) })}\n`),
    async next() {
      const { topic, value } = JSON.parse((await lines.next()).value ?? '')
      return [topic, JSON.parse(value)]
    },
    [Symbol.dispose]: () => socket.destroy(),
  }
}

/** Subscribes, and waits until the server has done so. */
async function subscribe(client: Client, ...prefixes: string[]): Promise<void> {
  for (const prefix of prefixes) client.send(`subscribe:${prefix}`)
  // Lines are read in order: the answer to this one comes after the subscriptions.
  client.send('nothing')
  assert.equal((await client.next())[0], 'error')
}

test('a client receives the events that begin with its prefixes, each once, with the value as JSON text', async () => {
  using router = await open()
  using some = await connect()
  using all = await connect()
  await subscribe(some, 'wan:uplink:up', 'wan:', 'wan:failover')
  await subscribe(all, '')
  router.bus.publish('wifi:radio:state', { Iface: 'wlan0', State: 'running', Reason: '' })
  router.bus.publish('wan:uplink:up', { Iface: 'eth0' })
  router.bus.publish('wan:uplink:down', { Iface: 'eth0' })
  assert.deepEqual(await some.next(), ['wan:uplink:up', { Iface: 'eth0' }])
  assert.deepEqual(await some.next(), ['wan:uplink:down', { Iface: 'eth0' }])
  assert.equal((await all.next())[0], 'wifi:radio:state')
  assert.deepEqual(await all.next(), ['wan:uplink:up', { Iface: 'eth0' }])
})

test('what a client publishes reaches the router and all subscribers, itself included', async () => {
  using router = await open()
  const received: unknown[] = []
  router.bus.subscribePrefix('plugin:', (payload, topic) => received.push([topic, payload]))
  using one = await connect()
  using other = await connect()
  for (const client of [one, other]) await subscribe(client, 'plugin:')
  one.send('plugin:weather:rain', { Millimetres: 3 })
  for (const client of [one, other]) assert.deepEqual(await client.next(), ['plugin:weather:rain', { Millimetres: 3 }])
  assert.deepEqual(received, [['plugin:weather:rain', { Millimetres: 3 }]])
})

test('the router’s own topics are refused with the reason, and the connection stays', async () => {
  using router = await open()
  const received: string[] = []
  router.bus.subscribePrefix('', (_, topic) => received.push(topic))
  using client = await connect()
  for (const topic of [
    'auth:success',
    'alert:auth:failure:',
    'nft:drop:mac',
    'Device:save',
    'classify:result',
    'system:new',
    'Plugin:install:x',
  ]) {
    client.send(topic, { x: 1 })
    const [answer, reason] = await client.next()
    assert.equal(answer, 'error')
    assert.match(String(reason), /are published by the router only/)
  }
  assert.deepEqual(received, [])
  for (const topic of ['error:x', 'dns:serve:1.2.3.4', 'subscribe:', 'nocolon', 'a b:c', `plugin:${'x'.repeat(128)}`])
    assert.ok(refusalOfTopic(topic), topic)
  for (const topic of ['plugin:weather:rain', 'weather:rain', 'my-program:x'])
    assert.equal(refusalOfTopic(topic), undefined)
})

test('lines that are not valid are refused with the reason', async () => {
  using router = await open()
  using client = await connect()
  const nested = `{"x":${'['.repeat(100)}${']'.repeat(100)}}`
  for (const [line, reason] of [
    ['nonsense', /^a line is/],
    ['[]', /^a line is/],
    ['{"topic":"plugin:x","value":{}}', /^a line is/],
    ['{"topic":"plugin:x"}', /JSON text of an object/],
    ['{"topic":"plugin:x","value":"3"}', /JSON text of an object/],
    ['{"topic":"plugin:x","value":"{"}', /JSON text of an object/],
    [JSON.stringify({ topic: 'plugin:x', value: nested }), /at most 32 levels/],
  ] as const) {
    client.socket.write(`${line}\n\n`)
    const [topic, text] = await client.next()
    assert.equal(topic, 'error')
    assert.match(String(text), reason)
  }
  assert.deepEqual(router.failures, [])
})

test('a line of 256 KiB passes in parts, and a longer one ends the connection', async () => {
  using router = await open()
  const sizes: number[] = []
  router.bus.subscribePrefix('plugin:', (payload) => sizes.push((payload as { text: string }).text.length))
  using client = await connect()
  const frame = JSON.stringify({ topic: 'plugin:x', value: JSON.stringify({ text: '' }) }).length + 1
  client.send('plugin:x', { text: 'x'.repeat(MOST_LINE_BYTES - frame) })
  client.send('auth:x', {})
  assert.equal((await client.next())[0], 'error')
  assert.deepEqual(sizes, [MOST_LINE_BYTES - frame])
  client.send('plugin:x', { text: 'x'.repeat(MOST_LINE_BYTES - frame + 1) })
  assert.match(String((await client.next())[1]), /a line may have 262144 bytes/)
  await once(client.socket, 'close')
  assert.equal(sizes.length, 1)
})

test('a line is read that arrives byte by byte, or together with others', () => {
  const reader = openLineReader()
  const text = '{"topic":"café"}'
  for (const byte of Buffer.from(text)) assert.deepEqual(reader.read(Buffer.of(byte)), [])
  assert.deepEqual(reader.read(Buffer.from('\none\n\ntw')), [text, 'one', ''])
  assert.deepEqual(reader.read(Buffer.from('o\nthree\n')), ['two', 'three'])
  assert.deepEqual(reader.read(Buffer.alloc(MOST_LINE_BYTES - 1, 'x')), [])
  assert.equal(reader.read(Buffer.of(0x78)), undefined)
})

test('a client whose lines are refused is read from again after a pause, and other clients without one', async () => {
  using router = await open()
  using flooding = await connect()
  using other = await connect()
  await subscribe(flooding, 'plugin:')
  flooding.socket.write('\n'.repeat(1000))
  await settled()
  // The other client is served after the flood was read.
  await subscribe(other, 'plugin:')
  flooding.send('plugin:flooding:event', {})
  other.send('plugin:other:event', {})
  assert.equal((await flooding.next())[0], 'plugin:other:event')
  await router.clock.step(1600)
  assert.equal((await flooding.next())[0], 'plugin:flooding:event')
})

test('the lines after many refused ones wait, and none is lost', async () => {
  using router = await open()
  let received = 0
  router.bus.subscribePrefix('plugin:', () => received++)
  using client = await connect()
  const event = `${JSON.stringify({ topic: 'plugin:x', value: '{}' })}\n`
  client.socket.write(`${'[]\n'.repeat(200)}${event}`)
  for (let line = 0; line < 65; line++) assert.equal((await client.next())[0], 'error')
  assert.equal(received, 0)
  for (let step = 0; step < 2; step++) {
    await router.clock.step(100)
    for (let line = 0; line < 65; line++) assert.equal((await client.next())[0], 'error')
  }
  assert.equal(received, 0)
  await router.clock.step(100)
  for (let line = 0; line < 5; line++) assert.equal((await client.next())[0], 'error')
  assert.equal(received, 1)
})

test('a program that connects in a loop is refused for a time', async () => {
  using router = await open()
  const isServed = async (): Promise<boolean> => {
    using client = await connect()
    client.send('nothing')
    return await Promise.race([
      once(client.socket, 'close').then(() => false),
      client.next().then(
        () => true,
        () => false,
      ),
    ])
  }
  let served = 0
  for (let attempt = 0; attempt < 200; attempt++) if (await isServed()) served++
  assert.equal(served, 128)
  await router.clock.step(1000)
  assert.equal(await isServed(), true)
})

test('a client that sends a line that is too long and does not read is disconnected', async () => {
  using router = await open()
  using client = await connect()
  await subscribe(client, '')
  client.socket.pause()
  const msg = 'x'.repeat(64 * 1024)
  for (let n = 0; n < 12; n++) router.bus.publish('log:api', { level: 'info', msg, time: String(n) })
  client.socket.write('x'.repeat(MOST_LINE_BYTES + 1))
  while (router.bus.hasSubscribers('log:api')) await router.clock.step(100)
})

test('a client that does not read is disconnected while others receive everything', async () => {
  using router = await open()
  using reader = await connect()
  using slow = await connect()
  await subscribe(slow, '')
  await subscribe(reader, '')
  slow.socket.pause()
  const closed = once(slow.socket, 'close')
  const msg = 'x'.repeat(64 * 1024)
  const most = 100
  for (let n = 0; n < most; n++) {
    router.bus.publish('log:api', { level: 'info', msg, time: String(n) })
    assert.equal((await reader.next())[0], 'log:api')
  }
  slow.socket.resume()
  await closed
  assert.ok(slow.socket.bytesRead < most * msg.length)
  assert.ok(router.bus.hasSubscribers('log:api'), 'of the reader')
  reader.socket.destroy()
  while (router.bus.hasSubscribers('log:api')) await settled()
})

test('publishing is limited, and an event that does not fit into a line is named', async () => {
  using router = await open()
  let count = 0
  router.bus.subscribePrefix('plugin:', () => count++)
  using client = await connect()
  await subscribe(client, 'devices:')
  for (let n = 0; n < 3000; n++) client.send('plugin:x', {})
  assert.deepEqual(await client.next(), ['error', 'plugin:x: too many events'])
  assert.ok(count <= 2000)
  const Name = 'x'.repeat(300 * 1024)
  router.bus.publish('devices:save', { a: { Name } } as never)
  for (;;) {
    const [, reason] = await client.next()
    if (reason === 'devices:save: the event is too long for a line') break
  }
})

test('only root and the group of the file may connect, a file of an earlier run is replaced, and 64 clients are served', async () => {
  writeFileSync(path, '')
  using router = await open()
  assert.equal(statSync(path).mode & 0o777, 0o660)
  const clients = await Promise.all(Array.from({ length: 64 }, connect))
  for (const client of clients) await subscribe(client, 'wan:')
  const refused = createConnection(path)
  refused.on('error', () => undefined).resume()
  await once(refused, 'close')
  router.bus.publish('wan:uplink:up', { Iface: 'eth0' })
  for (const client of clients) {
    assert.deepEqual(await client.next(), ['wan:uplink:up', { Iface: 'eth0' }])
    client.socket.destroy()
  }
})
