import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import { settled } from '../../../machine/stepped.fixture.ts'
import { verdictOfLine } from '../../../model/dns/querylog/line.ts'
import { recordOf } from '../../../model/dns/querylog/record.ts'
import { datagramLimit } from '../../../wire/dns/reply.ts'
import { address, LAPTOP, openTrial, ttlOf } from '../chain.fixture.ts'
import { clientItem } from '../items.fixture.ts'

test('an answer is cached for its TTL, which counts down', async () => {
  const { ask, asked, clock } = openTrial(address('93.184.216.34', 100))
  await ask('www.example.org')
  await clock.step(40_000)
  assert.equal((await ask('WWW.example.ORG')).ttl, 60)
  assert.equal(asked.length, 1)
  await clock.step(60_000)
  assert.equal((await ask('www.example.org')).ttl, 100)
  assert.equal(asked.length, 2)
})

test('identical queries in flight are forwarded once', async () => {
  const { ask, asked } = openTrial(address('93.184.216.34', 0))
  await Promise.all(Array.from({ length: 50 }, () => ask('www.example.org')))
  assert.equal(asked.length, 1)
  await ask('www.example.org')
  assert.equal(asked.length, 2, 'a TTL of zero is not kept')
})

test('an expired answer is sent if the upstream is slow', async () => {
  let slow = false
  const { ask, clock, groups } = openTrial(address('93.184.216.34', 100))
  await ask('www.example.org')
  const { upstream } = groups.for({ ip: LAPTOP, mac: '', family: false, quarantine: false, tags: [] })
  Object.assign(upstream, { resolve: () => new Promise(() => {}) })
  await clock.step(101_000)
  const reply = ask('www.example.org').then((answer) => {
    slow = true
    return answer
  })
  await clock.step(1_799)
  assert.equal(slow, false)
  await clock.step(1)
  assert.equal((await reply).ttl, 30)
})

test('while the upstream is unreachable, expired answers are sent for a day', async () => {
  let there = true
  const { ask, asked, clock } = openTrial((name) => (there ? address('93.184.216.34', 100)(name) : 'timeout'))
  await ask('www.example.org')
  there = false
  await clock.step(200_000)
  assert.deepEqual(await ask('www.example.org'), { rcode: 'NOERROR', answers: ['93.184.216.34'], ttl: 30 })
  await ask('www.example.org')
  assert.equal(asked.length, 2, 'and the upstream is left alone for a while')
  await clock.step(30_000)
  there = true
  assert.equal((await ask('www.example.org')).ttl, 100)
  there = false
  await clock.step(86_400_000)
  assert.equal((await ask('www.example.org')).ttl, 30)
  await clock.step(200_000)
  assert.equal((await ask('www.example.org')).rcode, 'SERVFAIL')
})

test('while all upstreams are unhealthy, expired answers are sent immediately', async () => {
  const { ask, clock, groups } = openTrial(address('93.184.216.34', 100))
  await ask('www.example.org')
  const answering = groups.own.resolve
  let answers = (): void => {}
  let asks = 0
  const resolve: typeof answering = (query) => {
    asks++
    return new Promise((done) => (answers = () => void answering(query).then(done)))
  }
  Object.assign(groups.own, { healthy: false, resolve })
  await clock.step(101_000)
  assert.equal((await ask('www.example.org')).ttl, 30)
  assert.equal((await ask('www.example.org')).ttl, 30)
  assert.equal(asks, 1, 'it is refreshed in the background')
  answers()
  await settled()
  assert.equal((await ask('www.example.org')).ttl, 100)
})

test('an answer in use is refreshed before it expires', async () => {
  let there = true
  const { ask, asked, clock } = openTrial((name) => (there ? address('93.184.216.34', 100)(name) : 'timeout'))
  await ask('www.example.org')
  await clock.step(89_000)
  assert.equal((await ask('www.example.org')).ttl, 11)
  assert.equal(asked.length, 1)
  await clock.step(2_000)
  assert.equal((await ask('www.example.org')).ttl, 9, 'and nobody waits for that')
  await settled()
  assert.equal((await ask('www.example.org')).ttl, 100)
  assert.equal(asked.length, 2)
  there = false
  await clock.step(95_000)
  for (let i = 0; i < 3; i++) {
    assert.equal((await ask('www.example.org')).ttl, 5)
    await settled()
  }
  assert.equal(asked.length, 3, 'a failure is not repeated at once')
})

test('the TTL of a negative answer counts down in its SOA record', async () => {
  const minimum = 50
  const data = { mname: 'ns.example', rname: 'h.example', serial: 1, refresh: 2, retry: 3, expire: 4, minimum }
  const { asked, clock, serve } = openTrial(() => ({
    flags: 3,
    authorities: [{ type: 'SOA', name: 'example', ttl: 3600, data }],
  }))
  const ttl = async () => {
    const query = packet.encode({ type: 'query', id: 3, questions: [{ type: 'A', name: 'no.example' }] })
    return ttlOf(packet.decode((await serve(query, LAPTOP, datagramLimit))!).authorities?.[0])
  }
  assert.equal(await ttl(), 50)
  await clock.step(30_000)
  assert.equal(await ttl(), 20)
  assert.equal(asked.length, 1)
})

test('queries with different DO or CD flags are cached separately', async () => {
  const { asked, serve } = openTrial(address('93.184.216.34'))
  const opt = { type: 'OPT' as const, name: '.', udpPayloadSize: 1232, extendedRcode: 0, ednsVersion: 0, options: [] }
  const query = (flags: number, flag_do: boolean): Buffer =>
    packet.encode({
      type: 'query',
      id: 3,
      flags,
      questions: [{ type: 'A', name: 'www.example.org' }],
      additionals: [{ ...opt, flags: flag_do ? 0x8000 : 0, flag_do }],
    })
  for (let round = 1; round <= 2; round++) {
    for (const flags of [0, packet.CHECKING_DISABLED])
      for (const wanted of [true, false]) await serve(query(flags, wanted), LAPTOP, datagramLimit)
    assert.equal(asked.length, 4)
  }
})

test('the log has the reason of a failure for every client while the failure is cached', async () => {
  const { ask, state, clock, lines } = openTrial(() => 'timeout')
  state.set(clientItem('192.168.2.18'))
  await ask('www.example.org')
  await ask('www.example.org', '192.168.2.18')
  await clock.step(200)
  assert.deepEqual(
    lines.map((line) => [verdictOfLine(line), recordOf(line, '')?.Type, recordOf(line, '')?.Reason]),
    Array(2).fill(['failed', 'OTHERERROR', 'no answer from upstream: 9.9.9.9: no answer in time']),
  )
})

test('a failure is cached for one second', async () => {
  const { ask, asked, clock } = openTrial(() => 'timeout')
  assert.equal((await ask('www.example.org')).rcode, 'SERVFAIL')
  assert.equal((await ask('www.example.org')).rcode, 'SERVFAIL')
  assert.equal(asked.length, 1)
  await clock.step(1_000)
  await ask('www.example.org')
  assert.equal(asked.length, 2)
})
