import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../../events/bus.ts'
import { openSteppedClock } from '../../../../machine/stepped.fixture.ts'
import { watchLogins } from './logins.ts'

const DAY_MS = 86_400_000

/** A log in memory. */
function openLog() {
  const texts = new Map<string, string>()
  const writes: number[] = []
  return {
    texts,
    writes,
    read: () => new Map(texts),
    change(changes: ReadonlyMap<string, string | undefined>) {
      writes.push(changes.size)
      for (const [key, text] of changes) {
        if (text === undefined) texts.delete(key)
        else texts.set(key, text)
      }
    },
  }
}

function open(log = openLog(), clock = openSteppedClock()) {
  const bus = openBus((error) => assert.fail(String(error)))
  const events: unknown[] = []
  bus.subscribe('auth:login', (event) => events.push(event))
  const watch = watchLogins({ bus, clock, log, onFailure: (what) => assert.fail(what) })
  const call = (ip: string, name = 'admin') =>
    bus.publish('auth:success', { type: 'user', name, username: name, ip: `${ip}:50000`, reason: `${ip}:50000:api` })
  return { log, clock, events, call, watch }
}

test('the first call from an address is an event, and further ones are not', async () => {
  const { call, events, clock } = open()
  for (let n = 0; n < 10; n++) call('192.168.2.6')
  await clock.step(29 * DAY_MS)
  call('192.168.2.6')
  await clock.step(29 * DAY_MS)
  call('192.168.2.6')
  assert.deepEqual(events, [{ type: 'user', name: 'admin', username: 'admin', ip: '192.168.2.6', via: 'api' }])
  call('192.168.2.10')
  call('192.168.2.6', 'guest')
  assert.equal(events.length, 3)
})

test('an address is new again after thirty days', async () => {
  const { call, events, clock } = open()
  call('192.168.2.6')
  await clock.step(30 * DAY_MS)
  call('192.168.2.6')
  assert.equal(events.length, 2)
})

test('known addresses outlive a restart, and are written once a day', async () => {
  const first = open()
  for (let n = 0; n < 1000; n++) first.call('192.168.2.6')
  first.watch[Symbol.dispose]()
  assert.deepEqual(first.log.writes, [1])
  const second = open(first.log, first.clock)
  second.call('192.168.2.6')
  assert.deepEqual(second.events, [])
})

test('the number of known addresses is limited', () => {
  const { call, log } = open()
  for (let n = 0; n < 2000; n++) call(`10.0.${n >> 8}.${n & 255}`)
  assert.equal(log.texts.size, 1024)
})
