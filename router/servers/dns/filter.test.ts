import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import type { KeptOverride } from '../../model/dns/blocklists/override.ts'
import { RCODE, TYPE } from '../../wire/dns/constants.ts'
import { readQuestion } from '../../wire/dns/question.ts'
import { addressRecord, compose, datagramLimit, empty, encodeReply } from '../../wire/dns/reply.ts'
import { filter } from './chain.ts'
import { openCounters } from './counters.ts'
import { clientItem, overrideItem } from './items.fixture.ts'
import type { DnsEvent } from './message.ts'
import { type ClientQuery, chainOf, clientQuery, fresh } from './stage.ts'
import { openResolverState } from './state.ts'

const LAPTOP = '192.168.2.6'
const CAMERA = '192.168.2.14'
const WEB = '203.0.113.7'

/** The rules of a home, and an internet in which every name leads to one address. */
function openTrial(...overrides: Partial<KeptOverride>[]) {
  const { view, set, remove } = openResolverState()
  const events: DnsEvent[] = []
  const passed: ClientQuery[] = []
  const end = (asked: ClientQuery) => {
    passed.push(asked)
    if (asked.question.type !== TYPE.A) return fresh(empty(asked.question))
    return fresh(compose(asked.question, { rcode: RCODE.NOERROR, answers: [addressRecord(WEB, 60)] }))
  }
  const publish = (one: DnsEvent) => void events.push(one)
  const first = chainOf([...filter({ view, counters: openCounters(), publish }), end])
  set(clientItem(LAPTOP))
  set(clientItem(CAMERA, { mac: '02:00:00:00:00:03', quarantine: true }))
  const put = (given: Partial<KeptOverride>): void => set(overrideItem(given))
  for (const one of overrides) put(one)
  /** The response, and then what the stages after the rules get. */
  const dig = async (name: string, from = LAPTOP, type: packet.RecordType = 'A') => {
    const question = readQuestion(packet.encode({ type: 'query', questions: [{ type, name }] }))
    assert.ok(question && 'section' in question)
    const asked = clientQuery(question, from, view.client(from)!)
    passed.length = 0
    const { answer, ageSeconds } = await first(asked)
    const { rcode, answers = [] } = packet.decode(
      encodeReply(answer, question, ageSeconds, datagramLimit(question)),
    ) as packet.DecodedPacket & { rcode: string }
    const said = answers.map((one) => ('data' in one ? String(one.data) : ''))
    return { says: said.length > 0 ? said.join(' ') : rcode, by: asked.verdict?.by, permitted: passed[0]?.permitted }
  }
  return { set, remove, put, dig, events }
}

test('a blocked name and its subdomains get NXDOMAIN', async () => {
  const { dig, events } = openTrial({ Type: 'block', ResultIP: '192.0.2.1' })
  assert.deepEqual(await dig('Www.Example.com'), { says: 'NXDOMAIN', by: 'example.com.', permitted: undefined })
  assert.deepEqual(events, [
    { topic: 'dns:block:event', payload: { ClientIP: LAPTOP, Name: 'www.example.com.', By: 'example.com.' } },
  ])
  assert.equal((await dig('example.org')).says, WEB)
})

test('a permit with an address resolves to it, IPv4 or IPv6', async () => {
  const { dig, put, events } = openTrial({ ResultIP: '192.168.2.9' })
  assert.deepEqual(await dig('example.com'), { says: '192.168.2.9', by: 'example.com.', permitted: undefined })
  assert.equal((await dig('example.com', LAPTOP, 'AAAA')).says, 'NOERROR')
  assert.equal((await dig('example.com', LAPTOP, 'TXT')).says, 'NOERROR')
  assert.deepEqual(events[0], {
    topic: 'dns:override:event',
    payload: { ClientIP: LAPTOP, IP: '192.168.2.9', Name: 'example.com.' },
  })
  for (const [given, said] of [
    ['2001:db8::6', '2001:db8::6'],
    ['::1', '::1'],
    ['fe80::', 'fe80::'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
  ] as const) {
    put({ ResultIP: given })
    assert.equal((await dig('example.com', LAPTOP, 'AAAA')).says, said)
  }
  assert.equal((await dig('example.com')).says, 'NOERROR')
})

test('a permit with another name resolves to the addresses of that name', async () => {
  const { dig } = openTrial({ ResultCNAME: 'safe.test.' })
  assert.deepEqual(await dig('www.example.com'), { says: `safe.test ${WEB}`, by: 'example.com.', permitted: true })
  assert.equal((await dig('example.com', LAPTOP, 'TXT')).says, 'safe.test')
})

test('two overrides that point to each other are not a loop', async () => {
  const { dig } = openTrial({ ResultCNAME: 'example.org.' }, { Domain: 'example.org.', ResultCNAME: 'example.com.' })
  assert.equal((await dig('example.com')).says, `example.org ${WEB}`)
})

test('a plain permit exempts a name from all blocking', async () => {
  const { dig } = openTrial({ Domain: 'mask.icloud.com.' })
  assert.deepEqual(await dig('mask.icloud.com'), { says: WEB, by: undefined, permitted: true })
})

test('neither overrides nor canary domains apply to an excluded device', async () => {
  const { dig, set, remove } = openTrial({ Type: 'block' })
  set({ kind: 'excluded', ip: LAPTOP })
  assert.deepEqual(await dig('example.com'), { says: WEB, by: undefined, permitted: false })
  assert.equal((await dig('use-application-dns.net')).says, WEB)
  remove({ kind: 'excluded', ip: LAPTOP })
  assert.equal((await dig('example.com')).says, 'NXDOMAIN')
})

test('a pause for one device or all disables blocks and nothing else', async () => {
  const { dig, set, remove } = openTrial({ Type: 'block' }, { Domain: 'nas.test.', ResultIP: '192.168.2.9' })
  for (const who of [LAPTOP, '*']) {
    set({ kind: 'paused', ip: who })
    assert.equal((await dig('example.com')).says, WEB)
    assert.equal((await dig('nas.test')).says, '192.168.2.9')
    assert.equal((await dig('use-application-dns.net')).says, 'NXDOMAIN')
    remove({ kind: 'paused', ip: who })
    assert.equal((await dig('example.com')).says, 'NXDOMAIN')
  }
  set({ kind: 'paused', ip: '192.168.2.10' })
  assert.equal((await dig('example.com')).says, 'NXDOMAIN')
})

test('for a device in quarantine every name resolves to one host, whatever the other rules', async () => {
  const { dig, set } = openTrial({ ResultIP: '192.168.2.9' })
  set({ kind: 'excluded', ip: CAMERA })
  set({ kind: 'paused', ip: '*' })
  assert.deepEqual(await dig('example.com', CAMERA), {
    says: 'NXDOMAIN',
    by: '02:00:00:00:00:03',
    permitted: undefined,
  })
  set({ kind: 'rules', rules: { quarantineHost: '192.168.2.1', checksRebinding: true, answersCanaries: true } })
  assert.equal((await dig('example.com', CAMERA)).says, '192.168.2.1')
  assert.equal((await dig('laptop.lan', CAMERA)).says, '192.168.2.1')
  assert.equal((await dig('example.com', CAMERA, 'AAAA')).says, 'NOERROR')
})

test('canary domains get NXDOMAIN, unless the owner turns that off', async () => {
  const { dig, set } = openTrial()
  for (const name of ['use-application-dns.net', 'mask.icloud.com', 'mask-h2.icloud.com'])
    assert.deepEqual(await dig(name), { says: 'NXDOMAIN', by: name, permitted: undefined })
  assert.equal((await dig('www.icloud.com')).says, WEB)
  set({ kind: 'rules', rules: { quarantineHost: '', checksRebinding: true, answersCanaries: false } })
  assert.equal((await dig('mask.icloud.com')).says, WEB)
})
