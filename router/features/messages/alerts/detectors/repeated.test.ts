import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../../events/bus.ts'
import { openSteppedClock } from '../../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../../store/memory.fixture.ts'
import { watchRepeated } from './repeated.ts'

const PHONE = '02:00:00:00:00:01'

async function open() {
  const { facts, change } = openMemoryFacts()
  await change((draft) => draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE, Name: 'phone' }))
  const bus = openBus((error) => assert.fail(String(error)))
  const clock = openSteppedClock()
  const events: [topic: string, payload: unknown][] = []
  for (const topic of ['auth:repeated', 'wifi:auth:repeated', 'dns:block:repeated'] as const)
    bus.subscribe(topic, (payload) => events.push([topic, payload]))
  watchRepeated({ bus, clock, facts })
  return {
    clock,
    events,
    signIn: (ip: string) =>
      bus.publish('auth:failure', { type: 'user', name: 'admin', username: 'admin', ip, reason: '' }),
    fail: (MAC: string) =>
      bus.publish('wifi:auth:fail', {
        ...{ MAC, Iface: 'wlan0', Type: 'sae', Reason: 'mismatch', Cause: 'wrong passphrase' },
        ...{ Status: '', Router: '' },
      }),
    block: (Name: string, ClientIP = '192.168.2.6') =>
      bus.publish('dns:block:event', { ClientIP, Name, By: 'ads.test.' }),
  }
}

test('five failed sign-ins from one address within ten minutes are one event, from different ports too', async () => {
  const { signIn, clock, events } = await open()
  for (let n = 1; n <= 4; n++) {
    signIn(`192.168.2.6:5000${n}`)
    await clock.step(60_000)
  }
  signIn('192.168.2.10:50000')
  assert.deepEqual(events, [])
  signIn('192.168.2.6:50005')
  const named = { type: 'user', name: 'admin', username: 'admin' }
  assert.deepEqual(events, [['auth:repeated', { ...named, ip: '192.168.2.6', Count: 5, Seconds: 240, Sources: 1 }]])
})

test('slower attempts are no event', async () => {
  const { signIn, clock, events } = await open()
  for (let n = 0; n < 20; n++) {
    signIn('192.168.2.6:50000')
    await clock.step(150_001)
  }
  assert.deepEqual(events, [])
})

test('after an event there is none for ten minutes, however many attempts follow', async () => {
  const { fail, clock, events } = await open()
  for (let n = 0; n < 100; n++) fail(PHONE)
  assert.equal(events.length, 1)
  assert.partialDeepStrictEqual(events[0], ['wifi:auth:repeated', { MAC: PHONE, Name: 'phone', Count: 5, Seconds: 0 }])
  await clock.step(599_000)
  for (let n = 0; n < 5; n++) fail(PHONE)
  assert.equal(events.length, 1)
  await clock.step(2000)
  fail(PHONE)
  assert.equal(events.length, 2)
})

test('a client that requests one blocked domain a hundred times is an event, and different domains are none', async () => {
  const { block, events } = await open()
  for (let n = 0; n < 500; n++) block(`ads${n}.test.`)
  for (let n = 0; n < 99; n++) block('ads.test.')
  assert.deepEqual(events, [])
  block('ads.test.')
  assert.deepEqual(events, [
    ['dns:block:repeated', { ClientIP: '192.168.2.6', Name: 'ads.test.', Count: 100, Seconds: 0 }],
  ])
})

const invented = (n: number): string => `02:66:00:${n >> 16}:${(n >> 8) & 255}:${n & 255}`

test('a flood of invented stations does not hide one that continues', async () => {
  const { fail, events } = await open()
  for (let n = 0; n < 5; n++) {
    fail(PHONE)
    for (let at = 0; at < 1000; at++) fail(invented(n * 1000 + at))
  }
  assert.deepEqual(
    events.map(([, payload]) => (payload as { Sources: number }).Sources),
    [20, 1],
  )
})

test('another station or address for each attempt is one event', async () => {
  const { fail, signIn, clock, events } = await open()
  for (let n = 0; n < 19; n++) fail(invented(n))
  for (let n = 0; n < 19; n++) fail(invented(n))
  assert.deepEqual(events, [])
  for (let n = 0; n < 50_000; n++) fail(invented(n))
  assert.partialDeepStrictEqual(events, [['wifi:auth:repeated', { MAC: invented(19), Count: 20, Sources: 20 }]])
  for (let n = 0; n < 40; n++) {
    await clock.step(10_000)
    signIn(`192.168.2.${n}:50000`)
  }
  assert.equal(events.length, 2)
  assert.partialDeepStrictEqual(events[1], ['auth:repeated', { ip: '192.168.2.19', Count: 20, Sources: 20 }])
})

test('stations that each fail often cause at most five events, and then one in two minutes', async () => {
  const { fail, clock, events } = await open()
  for (let n = 0; n < 1000; n++) for (let attempt = 0; attempt < 5; attempt++) fail(invented(n))
  assert.equal(events.length, 5)
  await clock.step(120_000)
  for (let n = 1000; n < 2000; n++) for (let attempt = 0; attempt < 5; attempt++) fail(invented(n))
  assert.equal(events.length, 6)
})

test('a client that requests many blocked domains hides no other client, and causes few events', async () => {
  const { block, events } = await open()
  for (let n = 0; n < 100; n++) {
    block('control.test.', '192.168.2.10')
    for (let name = 0; name < 500; name++) block(`${n}-${name}.ads.test.`)
  }
  assert.partialDeepStrictEqual(events, [['dns:block:repeated', { ClientIP: '192.168.2.10', Count: 100 }]])
  for (let name = 0; name < 60; name++) for (let n = 0; n < 100; n++) block(`${name}.ads.test.`)
  assert.equal(events.length, 6)
})

test('a clock that is set back neither counts twice nor silences for ever', async () => {
  const { facts } = openMemoryFacts()
  const bus = openBus((error) => assert.fail(String(error)))
  const clock = openSteppedClock(Date.UTC(2030, 1))
  watchRepeated({ bus, clock, facts })
  const events: unknown[] = []
  bus.subscribe('dns:block:repeated', (event) => events.push(event))
  const block = () => bus.publish('dns:block:event', { ClientIP: '192.168.2.6', Name: 'ads.test.', By: 'ads.test.' })
  for (let n = 0; n < 100; n++) block()
  clock.set(Date.UTC(2024, 1) - Date.UTC(2030, 1))
  for (let n = 0; n < 100; n++) block()
  assert.equal(events.length, 1, 'the quiet time lasts')
  await clock.step(24 * 3600_000)
  for (let n = 0; n < 100; n++) block()
  assert.equal(events.length, 2)
})
