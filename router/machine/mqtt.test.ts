import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { processLoopback } from './loopback.fixture.ts'
import type { MqttMessage } from './messaging.ts'
import { connectMqtt } from './mqtt.ts'
import { MOST_BYTES, openPacketLimit } from './mqttpackets.ts'

const MEGABYTES = 8 << 20

/** A PUBLISH packet with QoS 1. MQTT 3.1.1 §3.3. */
function publish(topic: string, payload: Buffer, id: number): Buffer {
  const name = Buffer.from(topic)
  const rest = name.length + 4 + payload.length
  const length = [0, 7, 14, 21].map((shift) => (rest >> shift) & 127).map((digit, at) => (at < 3 ? digit | 128 : digit))
  const head = Buffer.from([0x33, ...length, name.length >> 8, name.length & 255])
  return Buffer.concat([head, name, Buffer.from([id >> 8, id & 255]), payload])
}

test('a long message is shortened, however its bytes arrive, and the next one is whole', () => {
  const bytes = Buffer.concat([publish('a', Buffer.alloc(MOST_BYTES, 'x'), 1), publish('b', Buffer.from('ON'), 2)])
  for (const size of [1, 7, 1500, bytes.length]) {
    const limit = openPacketLimit()
    const parts: Buffer[] = []
    for (let at = 0; at < bytes.length; at += size) parts.push(limit(bytes.subarray(at, at + size)))
    const passed = Buffer.concat(parts)
    assert.equal(passed.length, 4 + MOST_BYTES + 9, String(size))
    assert.equal(passed.subarray(-2).toString(), 'ON')
  }
})

test('bytes that are no packet of MQTT end the connection', () => {
  const texts = [
    [0x40, 255, 255, 255, 127],
    [0x30, 255, 255, 255, 255, 1],
  ]
  for (const bytes of texts) {
    const limit = openPacketLimit()
    assert.throws(() => bytes.map((byte) => limit(Buffer.from([byte]))), { message: /something other than MQTT/ })
  }
})

/** A broker that accepts each client, and calls `greet` after its subscription. */
async function openBroker(greet: (socket: Socket) => void) {
  const acknowledged: number[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      const type = chunk[0]! >> 4
      if (type === 1) socket.write(Buffer.from([0x20, 2, 0, 0]))
      if (type === 8) {
        socket.write(Buffer.from([0x90, 3, chunk[2]!, chunk[3]!, 1]))
        greet(socket)
      }
      for (let at = 0; chunk[at] === 0x40; at += 4) acknowledged.push(chunk[at + 3]!)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, processLoopback, resolve))
  const { port } = server.address() as { port: number }
  return {
    acknowledged,
    target: { ip: processLoopback, port, trust: undefined },
    [Symbol.dispose]: () => void server.close(),
  }
}
const OPTIONS = { clientId: 'a', username: '', password: '' }

test('a message of megabytes is shortened and confirmed, and the next one arrives', async () => {
  const received: MqttMessage[] = []
  const { promise: last, resolve } = Promise.withResolvers<void>()
  using broker = await openBroker((socket) => {
    socket.write(publish('home/a', Buffer.alloc(MEGABYTES, 'x'), 1))
    socket.write(publish('home/b', Buffer.from('ON'), 2))
  })
  const onMessage = (message: MqttMessage): void => {
    received.push(message)
    if (message.topic === 'home/b') resolve()
  }
  using session = await connectMqtt(broker.target, { ...OPTIONS, onMessage })
  await session.subscribe('home/+')
  await last
  assert.deepEqual(
    received.map(({ topic, text, retain }) => [topic, text.length < MOST_BYTES, retain]),
    [
      ['home/a', true, true],
      ['home/b', true, true],
    ],
  )
  assert.equal(received[1]?.text, 'ON')
  await session.end()
  assert.deepEqual(broker.acknowledged, [1, 2])
})

test('a broker that sends something else is left, and its reason is given', async () => {
  using broker = await openBroker((socket) => socket.write(Buffer.from([0x40, 255, 255, 255, 127])))
  using session = await connectMqtt(broker.target, OPTIONS)
  // Its confirmation may arrive with the bytes that end the connection.
  await session.subscribe('home/+').catch(() => undefined)
  assert.equal(String(await session.closed), 'the broker sends something other than MQTT')
})
