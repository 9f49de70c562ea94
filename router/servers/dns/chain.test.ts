import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import { type Line, linesIn, verdictOf } from '../../features/dnslog/line.ts'
import { recordOf } from '../../features/dnslog/record.ts'
import type { Found } from '../../features/names/following.ts'
import { openSteppedClock, settled } from '../../machine/stepped.fixture.ts'
import { numberToIp } from '../../values/ip.ts'
import { readAnswer } from '../../wire/dns/answer.ts'
import { datagramLimit } from '../../wire/dns/reply.ts'
import { openCache } from './cache.ts'
import { chain } from './chain.ts'
import { openCounters } from './counters.ts'
import { openFollowed } from './followed.ts'
import type { Happening } from './message.ts'
import type { Outlet, Outlets } from './outlet.ts'
import { openRecorder } from './recorder.ts'
import { openServe } from './serve.ts'
import { chainOf } from './stage.ts'
import { openBlackboard } from './view.ts'

type Said = Partial<packet.Packet> | 'silence'

/** The whole chain, with an upstream that is a function. */
function openTrial(upstream: (name: string, outlet: 'normal' | 'family') => Said) {
  const clock = openSteppedClock()
  const counters = openCounters()
  const happenings: Happening[] = []
  const asked: string[] = []
  const { view, ...board } = openBlackboard()
  const outlet = (kind: 'normal' | 'family'): Outlet => ({
    cache: openCache(),
    open: new Map(),
    upstream: {
      providers: [],
      healthy: true,
      resolve: async (query) => {
        const question = packet.decode(
          Buffer.concat([Buffer.from([0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]), query.section]),
        )
        const { name } = question.questions![0]!
        asked.push(name)
        const said = upstream(name, kind)
        if (said === 'silence') return { kind: 'failed', reason: '9.9.9.9: no answer in time' }
        const bytes = packet.encode({ type: 'response', id: 1, questions: question.questions!, ...said })
        const received = readAnswer(bytes, query, { secure: true })
        return received?.kind === 'answer' ? received : { kind: 'failed', reason: 'malformed' }
      },
      [Symbol.dispose]() {},
    },
  })
  const normal = outlet('normal')
  const family = outlet('family')
  const outlets: Outlets = {
    for: (client) => (client.family ? family : normal),
    own: normal.upstream,
    refresh() {},
    health: () => ({ upstreams: [], familyUpstreams: [] }),
    [Symbol.dispose]() {},
  }
  const reported: { number: number; name: string; found: Found }[] = []
  const followed = openFollowed(clock, (one) => void reported.push(one))
  const publish = (one: Happening): void => void happenings.push(one)
  const lines: Line[] = []
  const { unlogged } = view
  const recorder = openRecorder({ unlogged, clock, counters, hand: (batch) => void lines.push(...linesIn(batch)) })
  const first = chainOf(chain({ view, outlets, clock, counters, followed, recorder, publish }))
  const serve = openServe(first, counters, (error) => assert.fail(String(error)))

  board.set('listen', '192.168.2.1')
  const client = (ip: string, given = {}) =>
    board.set(
      `client ${ip}`,
      JSON.stringify({ ip, mac: '02:00:00:00:00:01', family: false, quarantine: false, tags: [], ...given }),
    )
  client(LAPTOP)
  client(TABLET, { family: true })
  client(CAMERA, { quarantine: true })
  board.set(`name laptop ${LAPTOP}`, 'chosen')
  const ask = async (name: string, from = LAPTOP, type: packet.RecordType = 'A') => {
    const reply = await serve(packet.encode({ type: 'query', id: 3, questions: [{ type, name }] }), from, datagramLimit)
    assert.ok(reply)
    const { answers = [], rcode } = packet.decode(reply) as packet.DecodedPacket & { rcode: string }
    return { rcode, answers: answers.map((one) => ('data' in one ? String(one.data) : '')), ttl: ttlOf(answers[0]) }
  }
  return { clock, counters, happenings, asked, board, ask, serve, outlets, followed, reported, lines }
}

const ttlOf = (answer: packet.Answer | undefined): number | undefined =>
  answer && 'ttl' in answer ? answer.ttl : undefined

const LAPTOP = '192.168.2.6'
const TABLET = '192.168.2.10'
const CAMERA = '192.168.2.14'
const address =
  (data: string, ttl = 100) =>
  (name: string): Said => ({ answers: [{ type: 'A', name, ttl, data }] })

test('names of the home are answered both ways, and never asked outside', async () => {
  const { ask, asked } = openTrial(() => 'silence')
  assert.deepEqual(await ask('laptop.lan'), { rcode: 'NOERROR', answers: [LAPTOP], ttl: 60 })
  assert.deepEqual((await ask('LAPTOP')).answers, [LAPTOP])
  assert.deepEqual((await ask('6.2.168.192.in-addr.arpa', LAPTOP, 'PTR')).answers, ['laptop.lan'])
  assert.equal((await ask('laptop.lan', LAPTOP, 'AAAA')).rcode, 'NOERROR')
  assert.equal((await ask('nobody.lan')).rcode, 'NXDOMAIN')
  assert.equal((await ask('9.9.168.192.in-addr.arpa', LAPTOP, 'PTR')).rcode, 'NXDOMAIN')
  assert.equal((await ask('printer.local')).rcode, 'NXDOMAIN')
  assert.equal((await ask('_dns.resolver.arpa')).rcode, 'NOERROR')
  assert.deepEqual((await ask('localhost')).answers, ['127.0.0.1'])
  assert.deepEqual(asked, [])
})

test('what the owner says goes before what devices are called, and before the internet', async () => {
  const { ask, asked, board } = openTrial(address('203.0.113.1'))
  board.set('host laptop.lan', '192.168.2.22')
  board.set('host nas.lan', '192.168.2.22')
  board.set('host cloud.example.com', LAPTOP)
  assert.deepEqual((await ask('laptop.lan')).answers, ['192.168.2.22'])
  assert.deepEqual((await ask('Nas')).answers, ['192.168.2.22'])
  assert.deepEqual((await ask('cloud.example.com')).answers, [LAPTOP])
  assert.deepEqual(await ask('cloud.example.com', LAPTOP, 'AAAA'), { rcode: 'NOERROR', answers: [], ttl: undefined })
  assert.deepEqual((await ask('22.2.168.192.in-addr.arpa', LAPTOP, 'PTR')).answers, ['laptop.lan'])
  assert.deepEqual((await ask('6.2.168.192.in-addr.arpa', LAPTOP, 'PTR')).answers, ['cloud.example.com'])
  assert.deepEqual(asked, [])
  assert.deepEqual((await ask('www.cloud.example.com')).answers, ['203.0.113.1'], 'it applies only to itself')
  for (const name of ['laptop.lan', 'nas.lan', 'cloud.example.com']) board.remove(`host ${name}`)
  assert.deepEqual((await ask('laptop.lan')).answers, [LAPTOP])
  assert.deepEqual((await ask('6.2.168.192.in-addr.arpa', LAPTOP, 'PTR')).answers, ['laptop.lan'])
  assert.deepEqual((await ask('cloud.example.com')).answers, ['203.0.113.1'])
})

test('addresses of a followed name are permitted before the response is sent', async () => {
  const { ask, clock, followed, reported } = openTrial((name) => ({
    answers: [
      { type: 'CNAME', name, ttl: 300, data: 'edge.example' },
      { type: 'A', name: 'edge.example', ttl: 50, data: '203.0.113.7' },
    ],
  }))
  followed.follow(['api.example'])
  await ask('www.example')
  assert.deepEqual(reported, [])

  let received = 'nothing'
  const answer = ask('API.example').then(({ answers }) => {
    received = answers.at(-1) ?? ''
  })
  await settled()
  assert.deepEqual(reported, [{ number: 1, name: 'api.example', found: { ips: ['203.0.113.7'], ttlSeconds: 50 } }])
  assert.equal(received, 'nothing')
  followed.admitted(1)
  await answer
  assert.equal(received, '203.0.113.7')
  await ask('api.example')
  assert.equal(reported.length, 1, 'the same addresses are not reported again immediately')

  await clock.step(11_000)
  const late = ask('api.example')
  await settled()
  assert.equal(reported.length, 2)
  await clock.step(1_000)
  assert.equal((await late).answers.at(-1), '203.0.113.7', 'nobody waits for ever')
  followed.follow([])
  await ask('api.example')
  assert.equal(reported.length, 2)
})

test('a followed name that points into the home leads nowhere', async () => {
  const { ask, followed, reported } = openTrial(address('192.168.2.9'))
  followed.follow(['api.example'])
  assert.equal((await ask('api.example')).rcode, 'NXDOMAIN')
  assert.deepEqual(reported, [])
})

test('public reverse questions and other domains go outside', async () => {
  const { ask, asked } = openTrial(() => 'silence')
  await ask('1.1.1.1.in-addr.arpa', LAPTOP, 'PTR')
  await ask('notlan')
  await ask('my-lan')
  await ask('www.notlan')
  assert.deepEqual(asked, ['1.1.1.1.in-addr.arpa', 'www.notlan'])
})

test('nobody takes away a name that another one has', async () => {
  const { ask, board } = openTrial(() => 'silence')
  board.set('name tv 192.168.2.18', 'own')
  board.set('name tv 192.168.2.22', 'own')
  assert.deepEqual((await ask('tv.lan')).answers, ['192.168.2.18'])
  board.set('name tv 192.168.2.26', 'chosen')
  assert.deepEqual((await ask('tv.lan')).answers, ['192.168.2.26'])
  assert.equal((await ask('18.2.168.192.in-addr.arpa', LAPTOP, 'PTR')).rcode, 'NXDOMAIN')
  board.remove('name tv 192.168.2.26')
  board.remove('name tv 192.168.2.18')
  assert.deepEqual((await ask('tv.lan')).answers, ['192.168.2.22'])
})

test('strangers are refused, and a device in quarantine finds no names', async () => {
  const { ask, asked, board, counters } = openTrial(address('93.184.216.34'))
  assert.equal((await ask('www.example.org', '192.168.2.99')).rcode, 'REFUSED')
  assert.equal((await ask('www.example.org', CAMERA)).rcode, 'NXDOMAIN')
  assert.equal((await ask('laptop.lan', CAMERA)).rcode, 'NXDOMAIN')
  assert.deepEqual(asked, [])
  board.remove(`client ${LAPTOP}`)
  assert.equal((await ask('laptop.lan')).rcode, 'REFUSED')
  assert.equal((await ask('www.example.org', '192.168.2.1')).rcode, 'NOERROR', 'the router itself may ask')
  assert.deepEqual([counters.strangers, counters.quarantined], [2, 2])
})

test('the family filter answers the family, and its answers stay there', async () => {
  const { ask } = openTrial((name, outlet) =>
    outlet === 'family' ? { flags: 3 } : { answers: [{ type: 'A', name, ttl: 100, data: '93.184.216.34' }] },
  )
  assert.equal((await ask('casino.example', TABLET)).rcode, 'NXDOMAIN')
  assert.equal((await ask('casino.example')).rcode, 'NOERROR')
  assert.equal((await ask('casino.example', TABLET)).rcode, 'NXDOMAIN')
})

test('an answer is kept while it holds, and counts down', async () => {
  const { ask, asked, clock } = openTrial(address('93.184.216.34', 100))
  await ask('www.example.org')
  await clock.step(40_000)
  assert.equal((await ask('WWW.example.ORG')).ttl, 60)
  assert.equal(asked.length, 1)
  await clock.step(60_000)
  assert.equal((await ask('www.example.org')).ttl, 100)
  assert.equal(asked.length, 2)
})

test('what several ask at the same time is asked once', async () => {
  const { ask, asked } = openTrial(address('93.184.216.34', 0))
  await Promise.all(Array.from({ length: 50 }, () => ask('www.example.org')))
  assert.equal(asked.length, 1)
  await ask('www.example.org')
  assert.equal(asked.length, 2, 'a TTL of zero is not kept')
})

test('a slow upstream does not hold up what is known already', async () => {
  let slow = false
  const { ask, clock, outlets } = openTrial(address('93.184.216.34', 100))
  await ask('www.example.org')
  const { upstream } = outlets.for({ ip: LAPTOP, mac: '', family: false, quarantine: false, tags: [] })
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

test('while the upstream is gone, what has run out is given for a day', async () => {
  let there = true
  const { ask, asked, clock } = openTrial((name) => (there ? address('93.184.216.34', 100)(name) : 'silence'))
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

test('while all upstreams are known to be gone, nobody waits for what has run out', async () => {
  const { ask, clock, outlets } = openTrial(address('93.184.216.34', 100))
  await ask('www.example.org')
  const answering = outlets.own.resolve
  let answers = (): void => {}
  let asks = 0
  const resolve: typeof answering = (query) => {
    asks++
    return new Promise((done) => (answers = () => void answering(query).then(done)))
  }
  Object.assign(outlets.own, { healthy: false, resolve })
  await clock.step(101_000)
  assert.equal((await ask('www.example.org')).ttl, 30)
  assert.equal((await ask('www.example.org')).ttl, 30)
  assert.equal(asks, 1, 'it is asked for meanwhile')
  answers()
  await settled()
  assert.equal((await ask('www.example.org')).ttl, 100)
})

test('a name that is in use is asked for before it runs out', async () => {
  let there = true
  const { ask, asked, clock } = openTrial((name) => (there ? address('93.184.216.34', 100)(name) : 'silence'))
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

test('"there is none" counts down where clients look', async () => {
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

test('with and without signatures are two questions, and so are checked and unchecked', async () => {
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

test('the log says why a question had no answer, to everybody who asked while the failure is remembered', async () => {
  const { ask, board, clock, lines } = openTrial(() => 'silence')
  board.set(
    `client 192.168.2.18`,
    JSON.stringify({ ip: '192.168.2.18', mac: '', family: false, quarantine: false, tags: [] }),
  )
  await ask('www.example.org')
  await ask('www.example.org', '192.168.2.18')
  await clock.step(200)
  assert.deepEqual(
    lines.map((line) => [verdictOf(line), recordOf(line, '')?.Type, recordOf(line, '')?.Reason]),
    Array(2).fill(['failed', 'OTHERERROR', 'no answer from upstream: 9.9.9.9: no answer in time']),
  )
})

test('a failure is remembered for a second', async () => {
  const { ask, asked, clock } = openTrial(() => 'silence')
  assert.equal((await ask('www.example.org')).rcode, 'SERVFAIL')
  assert.equal((await ask('www.example.org')).rcode, 'SERVFAIL')
  assert.equal(asked.length, 1)
  await clock.step(1_000)
  await ask('www.example.org')
  assert.equal(asked.length, 2)
})

test('a name outside that points into the home does not exist, kept or not', async () => {
  const { ask, happenings, asked } = openTrial(address('192.168.2.1'))
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(await ask('evil.example'), { rcode: 'NXDOMAIN', answers: [], ttl: undefined })
  }
  assert.equal(asked.length, 1)
  assert.deepEqual(happenings[0], {
    topic: 'dns:blockrebind:event',
    payload: { ClientIP: LAPTOP, BlockedIP: '192.168.2.1', Name: 'evil.example.' },
  })
})

test('shared addresses of a provider and the uplink’s own address are withheld, unless the owner permits the name', async () => {
  const own = '203.0.113.7'
  const { ask, board, happenings } = openTrial((name) => address(name === 'cgn.example' ? '100.64.3.2' : own)(name))
  assert.equal((await ask('cgn.example')).rcode, 'NXDOMAIN')
  assert.deepEqual((await ask('home.example')).answers, [own])
  board.set(`uplink ${own}`, '')
  assert.equal((await ask('home.example')).rcode, 'NXDOMAIN')
  assert.partialDeepStrictEqual(happenings.at(-1), { topic: 'dns:blockrebind:event', payload: { BlockedIP: own } })
  const permit = {
    Type: 'permit',
    ResultIP: '',
    ResultCNAME: '',
    ClientIP: '*',
    Expiration: 0,
    Tags: [],
    List: 'Default',
  }
  for (const Domain of ['home.example.', 'cgn.example.'])
    board.set(`override ${Domain}`, JSON.stringify({ ...permit, Domain }))
  assert.deepEqual((await ask('home.example')).answers, [own])
  assert.deepEqual((await ask('cgn.example')).answers, ['100.64.3.2'])
  board.remove(`uplink ${own}`)
  assert.deepEqual((await ask('other.example')).answers, [own])
})

test('an address hint of the uplink’s own address in an HTTPS record is withheld as well', async () => {
  const rdata = Buffer.from('000100' + '00040004' + 'cb007107', 'hex')
  const { ask, board } = openTrial((name) => ({
    answers: [{ type: 'UNKNOWN_65', name, ttl: 60, data: rdata } as unknown as packet.Answer],
  }))
  board.set('uplink 203.0.113.7', '')
  assert.equal((await ask('home.example', LAPTOP, 'UNKNOWN_65' as packet.RecordType)).rcode, 'NXDOMAIN')
  board.remove('uplink 203.0.113.7')
  assert.equal((await ask('home.example', LAPTOP, 'UNKNOWN_65' as packet.RecordType)).rcode, 'NOERROR')
})

test('the result of each query is logged, except for unknown devices', async () => {
  const { ask, board, clock, lines } = openTrial((name) =>
    address(name === 'evil.example' ? '10.0.0.1' : '93.184.216.34')(name),
  )
  board.set('private 192.168.2.10', '')
  for (const name of ['www.example.org', 'evil.example', 'laptop.lan']) await ask(name)
  await ask('www.example.org', CAMERA)
  await ask('www.example.org', TABLET)
  await ask('www.example.org', '192.168.2.99')
  await clock.step(200)
  assert.deepEqual(
    lines.map((line) => [numberToIp(line.client), verdictOf(line)]),
    [
      [LAPTOP, 'passed'],
      [LAPTOP, 'rebound'],
      [LAPTOP, 'local'],
      [CAMERA, 'quarantined'],
    ],
  )
})

test('one device cannot fill the resolver for all others', async () => {
  const { ask, counters, outlets } = openTrial(() => 'silence')
  const { upstream } = outlets.for({ ip: LAPTOP, mac: '', family: false, quarantine: false, tags: [] })
  const failed = { kind: 'failed', reason: 'too late' } as const
  let release = (): void => {}
  const released = new Promise<typeof failed>((resolve) => (release = () => resolve(failed)))
  Object.assign(upstream, { resolve: () => released })
  const flood = Array.from({ length: 300 }, (_, i) => ask(`${i}.example.org`))
  await settled()
  assert.equal(counters.overloaded, 100)
  release()
  await Promise.all(flood)
  await ask('after.example.org')
  assert.equal(counters.overloaded, 100)
})
