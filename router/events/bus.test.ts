import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from './bus.ts'

const open = () => {
  const failures: string[] = []
  const received: string[] = []
  const bus = openBus((error, topic) => failures.push(`${topic}: ${error}`))
  const note = (name: string) => (payload: unknown, topic?: string) =>
    void received.push(`${name} ${topic} ${JSON.stringify(payload)}`)
  return { bus, failures, received, note }
}

test('subscribers receive their topic or prefix, in the order in which they subscribed', () => {
  const { bus, received, note } = open()
  using _all = bus.subscribePrefix('', note('all'))
  using _wan = bus.subscribePrefix('wan:', note('wan'))
  using _up = bus.subscribe('wan:uplink:up', note('up'))
  using _down = bus.subscribe('wan:uplink:down', note('down'))
  bus.publish('wan:uplink:up', { Iface: 'eth0' })
  const text = '{"Iface":"eth0"}'
  assert.deepEqual(received, [`all wan:uplink:up ${text}`, `wan wan:uplink:up ${text}`, `up wan:uplink:up ${text}`])
})

test('a subscription receives events that are published while it is open, and none before or after', () => {
  const { bus, received, note } = open()
  bus.publish('wan:uplink:up', { Iface: 'a' })
  const first = bus.subscribePrefix('wan:', note('first'))
  assert.ok(bus.hasSubscribers('wan:uplink:up'))
  bus.publish('wan:uplink:up', { Iface: 'b' })
  first[Symbol.dispose]()
  assert.ok(!bus.hasSubscribers('wan:uplink:up'))
  bus.publish('wan:uplink:up', { Iface: 'c' })
  assert.deepEqual(received, ['first wan:uplink:up {"Iface":"b"}'])
})

test('a listener that another one removes is not called, and one that it adds is called from the next event on', () => {
  const { bus, received, note } = open()
  const stack = new DisposableStack()
  using _ending = bus.subscribe('wan:uplink:up', () => {
    stack.dispose()
    bus.subscribe('wan:uplink:up', note('added'))
  })
  stack.use(bus.subscribe('wan:uplink:up', note('ended')))
  bus.publish('wan:uplink:up', { Iface: 'a' })
  assert.deepEqual(received, [])
})

test('a listener that throws is reported and does not stop the others', () => {
  const { bus, failures, received, note } = open()
  bus.subscribePrefix('wan:', () => {
    throw new Error('full')
  })
  bus.subscribePrefix('wan:', note('next'))
  bus.publish('wan:uplink:up', { Iface: 'a' })
  assert.deepEqual(failures, ['wan:uplink:up: Error: full'])
  assert.equal(received.length, 1)
})

test('more topics than are remembered are delivered all the same', () => {
  const { bus } = open()
  let count = 0
  bus.subscribePrefix('dns:serve:', () => count++)
  for (let n = 0; n < 10_000; n++) bus.publish(`dns:serve:10.0.${n >> 8}.${n & 255}`, {} as never)
  assert.equal(count, 10_000)
})
