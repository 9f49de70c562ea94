import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptOverride } from '../../model/dns/blocklists/override.ts'
import { openTableBuilder } from '../../store/blocklists/build.ts'
import { openListReader } from '../../store/blocklists/reader.ts'
import { openTable } from '../../store/blocklists/table.ts'
import { readAnswer } from '../../wire/dns/answer.ts'
import { queryFor } from '../../wire/dns/query.ts'
import { type Question, readQuestion } from '../../wire/dns/question.ts'
import { listItem, overrideItem } from './items.fixture.ts'
import type { DnsEvent } from './message.ts'
import { type ClientQuery, chainOf, clientQuery, fresh } from './stage.ts'
import { cname } from './stages/cname.ts'
import { openResolverState } from './state.ts'

const ADS = 'https://lists.example/ads'
const LAPTOP = '192.168.2.6'
const CLIENT = { ip: LAPTOP, mac: '02:00:00:00:00:01', family: false, quarantine: false, tags: ['kids'] }

const QUERY = '0001010000010000000000000473686f70076578616d706c650000010001'
/**
 * `shop.example` is `x.cdn.example`, which is `Tracker.ads.example`, which has an address; names are compressed the way
 * servers do it.
 */
const ANSWER = `000181800001000300000000${QUERY.slice(24)}${[
  `c00c00050001000000640008${'0178'}${'0363646e'}${'c011'}`,
  `c02a000500010000003c000e${'07547261636b6572'}${'03616473'}${'c011'}`,
  `c03e00010001000000320004cb007107`,
].join('')}`

const plainQuestion = readQuestion(Buffer.from(QUERY, 'hex')) as Question

/** `shop.example` has the HTTPS records given: each its priority and target name in hexadecimal digits. */
function httpsAnswer(...records: readonly string[]): { question: Question; message: Buffer<ArrayBuffer> } {
  const query = QUERY.replace(/00010001$/, '00410001')
  const count = records.length.toString(16).padStart(4, '0')
  const written = records.map((data) => `c00c004100010000003c${(data.length / 2).toString(16).padStart(4, '0')}${data}`)
  const message = Buffer.from(`000181800001${count}00000000${query.slice(24)}${written.join('')}`, 'hex')
  return { question: readQuestion(Buffer.from(query, 'hex')) as Question, message }
}
const wire = (name: string): string =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.of(0),
  ]).toString('hex')
const ALIAS_MODE = '0000'
const SERVICE_MODE = '0001'

function openTrial(
  list: string,
  { question, message } = { question: plainQuestion, message: Buffer.from(ANSWER, 'hex') },
) {
  const { view, set, useTable } = openResolverState()
  const builder = openTableBuilder([1, 2])
  const reader = openListReader(builder.begin({ URI: ADS, version: '1' }))
  reader.push(Buffer.from(list))
  reader.end()
  useTable(openTable(builder.finish().buffer))
  const say = (Tags: readonly string[]) => set(listItem(ADS, { Tags: [...Tags] }))
  say([])
  const received = readAnswer(message, queryFor(question), { secure: true })
  assert.ok(received?.kind === 'answer')
  const { answer } = received
  const events: DnsEvent[] = []
  const first = chainOf([cname(view, (one) => void events.push(one)), () => fresh(answer, 7_000)])
  const resolve = async (given: Partial<ClientQuery> = {}) => {
    const asked = { ...clientQuery(question, LAPTOP, CLIENT), ...given }
    return { asked, outcome: await first(asked) }
  }
  const override = (given: Partial<KeptOverride>): void => set(overrideItem({ Type: 'block', Domain: '', ...given }))
  return { answer, resolve, say, events, override }
}

test('CNAME targets are expanded without compression pointers', () => {
  const texts = openTrial('nothing.example\n').answer.cnameTargets.map((name) => Buffer.from(name).toString('latin1'))
  assert.deepEqual(texts, ['\x01x\x03cdn\x07example\0', '\x07Tracker\x03ads\x07example\0'])
})

test('an answer with a CNAME to a listed name is blocked for its TTL', async () => {
  for (const list of ['ads.example\n', 'tracker.ads.example\n', 'cdn.example\n']) {
    const { resolve, events } = openTrial(list)
    const { asked, outcome } = await resolve()
    assert.deepEqual([outcome.answer.rcode, outcome.repeatUntil], [3, 7_000], list)
    assert.deepEqual(asked.verdict, { kind: 'blocked', by: ADS })
    assert.deepEqual(events, [
      { topic: 'dns:block:event', payload: { ClientIP: LAPTOP, Name: 'shop.example.', By: ADS } },
    ])
  }
})

test('targets that are not listed, not for this device, or permitted, are returned', async () => {
  const { resolve, say, answer, events } = openTrial('ads.example\n@@||tracker.ads.example^\n')
  assert.equal((await resolve()).outcome.answer, answer)
  const listed = openTrial('ads.example\n')
  assert.equal((await listed.resolve({ permitted: true })).outcome.answer, listed.answer)
  for (const filtering of ['none', 'paused'] as const)
    assert.equal((await listed.resolve({ filtering })).outcome.answer, listed.answer)
  listed.say(['adults'])
  assert.equal((await listed.resolve()).outcome.answer, listed.answer)
  listed.say(['kids'])
  assert.equal((await listed.resolve()).outcome.answer.rcode, 3)
  say([])
  assert.deepEqual(events, [])
})

test('an override that blocks a name blocks what points to it by CNAME, and one that permits it exempts it', async () => {
  const { resolve, override, events } = openTrial('ads.example\n')
  override({ Type: 'permit', Domain: 'tracker.ads.example.' })
  assert.equal((await resolve()).outcome.answer.rcode, 0)
  override({ Domain: 'cdn.example.' })
  const { asked, outcome } = await resolve()
  assert.deepEqual([outcome.answer.rcode, outcome.repeatUntil], [3, 7_000])
  assert.deepEqual(asked.verdict, { kind: 'blocked', by: 'cdn.example.' })
  assert.equal(events.length, 1)
  assert.equal((await resolve({ permitted: true })).outcome.answer.rcode, 0)
  for (const filtering of ['none', 'paused'] as const)
    assert.equal((await resolve({ filtering })).outcome.answer.rcode, 0)
})

test('an override that is for other devices does not block the target of a CNAME', async () => {
  const { resolve, override } = openTrial('nothing.example\n')
  override({ Domain: 'cdn.example.', ClientIP: '192.168.2.10' })
  assert.equal((await resolve()).outcome.answer.rcode, 0)
  override({ Domain: 'cdn.example.', Tags: ['kids'] })
  assert.equal((await resolve()).outcome.answer.rcode, 3)
})

test('an HTTPS record that names a blocked host gives NODATA', async () => {
  for (const mode of [ALIAS_MODE, SERVICE_MODE]) {
    const given = httpsAnswer(`0002${wire('fine.example')}`, mode + wire('SVC.ads.example'))
    const listed = openTrial('ads.example\n', given)
    const { asked, outcome } = await listed.resolve()
    assert.deepEqual([outcome.answer.rcode, outcome.answer.bytes.readUInt16BE(6)], [0, 0])
    assert.deepEqual(asked.verdict, { kind: 'blocked', by: ADS })
    const overridden = openTrial('nothing.example\n', given)
    assert.equal((await overridden.resolve()).outcome.answer, overridden.answer)
    overridden.override({ Domain: 'svc.ads.example.' })
    assert.equal((await overridden.resolve()).outcome.answer.bytes.readUInt16BE(6), 0)
    assert.equal((await overridden.resolve({ permitted: true })).outcome.answer, overridden.answer)
  }
})

test('the root as the target of an HTTPS record is the name itself and no other', async () => {
  const { resolve, override, answer } = openTrial('nothing.example\n', httpsAnswer(`${SERVICE_MODE}00`))
  override({ Domain: '.' })
  assert.deepEqual(answer.serviceTargets, [])
  assert.equal((await resolve()).outcome.answer, answer)
})

test('an answer is malformed if an HTTPS record has a truncated or compressed target', () => {
  for (const target of ['05616263', 'c00c', '']) {
    const { question, message } = httpsAnswer(SERVICE_MODE + target)
    assert.equal(readAnswer(message, queryFor(question), { secure: true }), undefined, target)
  }
})
