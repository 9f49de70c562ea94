import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Invalid } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { RuleInput } from '../../../model/firewall/rules/pfwrule.ts'
import { ZoneName } from '../../../model/machine/localtime/zonename.ts'
import { time } from '../../../model/machine/time/contract.ts'
import { TimeSettings } from '../../../model/machine/time/servers.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { systemZone } from '../../../store/timezone.ts'
import { timeHandlers } from './handlers.ts'
import { openSynchronize } from './synchronize.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }
const request = { params: {}, query: {}, body: undefined, caller }
const BEDTIME = {
  Name: 'Bedtime',
  When: { Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '18:00', End: '20:00' }] },
  Do: { Kind: 'block' },
}
const EPOCH_SECONDS = 2_208_988_800

/** A world with time servers: by address, how many seconds ours is behind theirs; undefined for one that says nothing. */
function open(servers: Record<string, number | undefined>, released = 0) {
  const memory = openMemoryFacts({ time: { Servers: Object.keys(servers) } })
  const machine = fakeMachine()
  const bus = openBus(() => {})
  const events: unknown[] = []
  bus.subscribe('system:time:sync', (event) => events.push(event))
  const ran: string[] = []
  const names = new Map<string, string[]>()
  /** By the address of a resolver that answers without encryption, the address of all names. */
  const plain = new Map<string, string>()
  const world = {
    refusesToSet: false,
    garble: (bytes: Buffer): Buffer => bytes,
  }
  const answer = (question: Uint8Array, ahead: number): Buffer => {
    const bytes = Buffer.alloc(48)
    bytes.writeUInt8(0x24, 0)
    bytes.writeUInt8(1, 1)
    bytes.set(question.subarray(40), 24)
    for (const at of [32, 40]) bytes.writeUInt32BE(machine.clock.now() / 1000 + EPOCH_SECONDS + ahead, at)
    return world.garble(bytes)
  }
  const synchronize = openSynchronize({
    ...memory,
    released,
    nonce: () => Uint8Array.from([9, 8, 7, 6, 5, 4, 3, 2]),
    machine: {
      clock: machine.clock,
      async run(argv) {
        if (world.refusesToSet) throw new CommandFailed(argv, 1, 'date: cannot set date: Operation not permitted')
        ran.push(argv.join(' '))
        return ''
      },
    },
    resolver: { lookUp: async (name) => ({ ips: names.get(name) ?? [] }) },
    sockets: {
      connectDatagrams: (ip, port, receive) => ({
        send(bytes) {
          if (port === 53) {
            if (plain.has(ip)) receive(addressResponse(Buffer.from(bytes), plain.get(ip)!))
            return
          }
          assert.equal(port, 123)
          const ahead = servers[ip]
          if (ahead !== undefined) receive(answer(bytes, ahead))
        },
        [Symbol.dispose]: () => {},
      }),
    },
  })
  const handlers = timeHandlers({ ...memory, machine, bus, synchronize })
  const sync = async () => (await handlers.sync(request)) as { unix: number; offset: number }
  return { ...memory, clock: machine.clock, handlers, synchronize, sync, world, names, plain, events, ran }
}

/** The response of a resolver without EDNS: one A record for the name of the question. */
function addressResponse(query: Buffer, ip: string): Buffer {
  const head = Buffer.from(query)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 6)
  return Buffer.concat([head, Buffer.from('c00c00010001000000e10004', 'hex'), Buffer.from(ip.split('.').map(Number))])
}

const NOW = Date.UTC(2024, 2, 1, 10) / 1000

test('the clock is answered in seconds', () => {
  assert.deepEqual(open({}).handlers.now(request), { unix: NOW })
})

test('the median of the responses is used, so that one wrong server has no effect', async () => {
  const { sync, ran, events } = open({ '10.0.0.1': 7, '10.0.0.2': 90_000, '10.0.0.3': 8 })
  assert.deepEqual(await sync(), { unix: NOW, offset: 8 })
  assert.deepEqual(ran, [`date --utc --set=@${NOW + 8}.000`])
  assert.deepEqual(events, [{ ip: '192.168.2.6', status: 'ok' }])
})

test('a server that does not respond is waited for three seconds', async () => {
  const { clock, sync, ran } = open({ '10.0.0.1': -5, '10.0.0.2': undefined })
  const setting = sync()
  await clock.step(2999)
  assert.deepEqual(ran, [])
  await clock.step(1)
  assert.equal((await setting).offset, -5)
})

test('names are looked up, and one server has one vote', async () => {
  const { change, names, sync, ran, clock } = open({ '10.0.0.1': 3, '10.0.0.2': 60, '10.0.0.3': 60 })
  await change((draft) => draft.set('time', { Servers: ['a.test', 'b.test', 'nowhere.test', '10.0.0.2'] }))
  names.set('a.test', ['10.0.0.1'])
  names.set('b.test', ['10.0.0.1'])
  const setting = sync()
  await clock.step(0)
  await setting
  assert.deepEqual(ran, [`date --utc --set=@${NOW + 3}.000`])
})

test('without a valid answer or the right to set the clock, nothing is set, and the reason is given', async () => {
  const { clock, sync, ran, events, world } = open({ '10.0.0.1': 3 })
  world.garble = (bytes) => bytes.fill(0, 24, 32)
  const unanswered = assert.rejects(sync(), Invalid)
  await clock.step(3000)
  await clock.step(3000)
  await unanswered
  world.garble = (bytes) => bytes
  world.refusesToSet = true
  await assert.rejects(sync(), /The clock cannot be set: date: cannot set date: Operation not permitted/)
  assert.deepEqual(ran, [])
  assert.equal(events.length, 2)
})

/** A provider whose lease has a resolver and time servers. */
const lease = (more: { dns?: string[]; timeServers?: string[] }) => ({
  ...{ link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] },
  ...more,
})

test('while encrypted DNS does not work, the resolver of the provider finds a time server', async () => {
  const { change, plain, sync, ran, clock } = open({ '10.0.0.1': 86_400 })
  await change((draft) => {
    draft.set('time', { Servers: ['pool.test'] })
    draft.uplinkLeases.put('wan0', lease({ dns: ['203.0.113.53', '203.0.113.54'] }))
  })
  plain.set('203.0.113.54', '10.0.0.1')
  const setting = sync()
  await clock.step(0)
  assert.equal((await setting).offset, 86_400)
  assert.deepEqual(ran, [`date --utc --set=@${NOW + 86_400}.000`])
})

test('without a resolver that answers, the time servers of the provider are used', async () => {
  const { change, sync, clock } = open({ '10.0.0.9': 60 })
  await change((draft) => {
    draft.set('time', { Servers: ['pool.test'] })
    draft.uplinkLeases.put('wan0', lease({ dns: ['203.0.113.53'], timeServers: ['10.0.0.9'] }))
  })
  const setting = sync()
  await clock.step(1500)
  assert.equal((await setting).offset, 60)
})

test('a server that answers keeps names from being resolved without encryption', async () => {
  const { change, plain, names, sync } = open({ '10.0.0.1': 3, '10.0.0.2': 60 })
  await change((draft) => draft.uplinkLeases.put('wan0', lease({ dns: ['203.0.113.53'] })))
  await change((draft) => draft.set('time', { Servers: ['a.test', 'b.test'] }))
  names.set('a.test', ['10.0.0.1'])
  plain.set('203.0.113.53', '10.0.0.2')
  assert.equal((await sync()).offset, 3)
})

test('a time before the release is refused, and a clock that is ahead is set back only by a caller', async () => {
  await assert.rejects(open({ '10.0.0.1': -60 }, NOW * 1000).sync(), /a time before the release/)
  const { sync, synchronize, ran } = open({ '10.0.0.1': -60 })
  assert.equal(await synchronize({ forwards: true }), -60_000)
  assert.deepEqual(ran, [])
  assert.equal((await sync()).offset, -60)
  assert.deepEqual(ran, [`date --utc --set=@${NOW - 60}.000`])
})

test('concurrent requests set the clock once', async () => {
  const { sync, ran } = open({ '10.0.0.1': 3 })
  await Promise.all([sync(), sync()])
  assert.equal(ran.length, 1)
})

test('servers are names or addresses, one to eight of them', async () => {
  const { handlers, facts } = open({})
  await handlers.choose({ ...request, body: { Servers: ['time.example', '192.0.2.1'] } })
  assert.deepEqual(handlers.servers(request), { Servers: ['time.example', '192.0.2.1'] })
  assert.deepEqual(facts.setting('time').Servers, ['time.example', '192.0.2.1'])
  for (const server of ['', '-a', 'a b', 'a..b', 'a.', 'http://a', '::1', `${'a'.repeat(254)}`])
    assert.ok(!TimeSettings.safeParse({ Servers: [server] }).success, server)
  for (const Servers of [[], Array(9).fill('a')]) assert.ok(!TimeSettings.safeParse({ Servers }).success)
})

test('the time zone of the machine applies until one is set, and rules apply in the new one immediately', async () => {
  const { handlers, facts, change, clock } = open({})
  const bedtime = { ...RuleInput.parse(BEDTIME), Id: 'r1', Order: 1, Skips: [], Number: 0 }
  await change((draft) => draft.pfwRules.put('r1', bedtime))
  const set = (TimeZone: string) =>
    handlers.setZone({ ...request, body: time.setZone.details.body.parse({ TimeZone }) as { TimeZone: string } })
  assert.equal((handlers.zone(request) as { TimeZone: string }).TimeZone, systemZone())
  assert.equal(clock.now(), Date.UTC(2024, 2, 1, 10))
  assert.partialDeepStrictEqual(await set('Asia/Tokyo'), { TimeZone: 'Asia/Tokyo' })
  assert.equal(facts.pfwStates.get('r1')?.holds, true, '19:00 in Tokyo')
  await set('Europe/Berlin')
  assert.equal(facts.pfwStates.get('r1')?.holds, false, '11:00 in Berlin')
  assert.partialDeepStrictEqual(await set(''), { TimeZone: systemZone() })
})

test('a time zone is a name of the IANA database', () => {
  assert.equal(ZoneName.parse('europe/berlin'), 'Europe/Berlin')
  for (const zone of ['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])
    assert.equal(ZoneName.parse(zone), zone)
  for (const zone of ['', 'Europe/Atlantis', '+01:00', 'Europe/Berlin ', '../etc/passwd', 'a'.repeat(65)])
    assert.ok(!ZoneName.safeParse(zone).success, zone)
})

test('the daily passphrase of guests moves to four in the morning of the new zone', async () => {
  const { handlers, facts, change } = open({})
  await change((draft) =>
    draft.radios.put('wlan0', {
      Name: 'wlan0',
      Settings: {},
      Guest: { Ssid: 'g', Passphrase: 'p', Wpa3: true, Until: 1 },
    } as never),
  )
  await handlers.setZone({ ...request, body: { TimeZone: 'Asia/Tokyo' } })
  assert.equal(facts.radios.get('wlan0')?.Guest?.Until, Date.UTC(2024, 2, 1, 19) / 1000)
})
