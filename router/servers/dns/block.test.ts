import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import type { BlockList } from '../../model/dns/blocklists/blocklist.ts'
import { openTableBuilder } from '../../store/blocklists/build.ts'
import { openListReader } from '../../store/blocklists/reader.ts'
import { openTable } from '../../store/blocklists/table.ts'
import { readQuestion } from '../../wire/dns/question.ts'
import { datagramLimit, empty, encodeReply } from '../../wire/dns/reply.ts'
import { filter } from './chain.ts'
import { openCounters } from './counters.ts'
import { clientItem, listItem, overrideItem } from './items.fixture.ts'
import type { DnsEvent } from './message.ts'
import { type ClientQuery, chainOf, clientQuery, fresh } from './stage.ts'
import { openResolverState } from './state.ts'

const LAPTOP = '192.168.2.6'
const TABLET = '192.168.2.10'
const ADS = 'https://lists.example/ads'

/** A home with block lists by URI, and an internet in which every name exists. */
function openTrial(lists: Readonly<Record<string, string>>) {
  const { view, set, remove, useTable } = openResolverState()
  const builder = openTableBuilder([1, 2])
  for (const [URI, text] of Object.entries(lists)) {
    const reader = openListReader(builder.begin({ URI, version: '1' }))
    reader.push(Buffer.from(text))
    reader.end()
  }
  useTable(openTable(builder.finish().buffer))
  const events: DnsEvent[] = []
  const publish = (one: DnsEvent) => void events.push(one)
  const first = chainOf([
    ...filter({ view, counters: openCounters(), publish }),
    (asked) => fresh(empty(asked.question)),
  ])
  const say = (URI: string, more: Partial<BlockList> = {}) => set(listItem(URI, more))
  for (const URI of Object.keys(lists)) say(URI)
  set(clientItem(LAPTOP))
  set(clientItem(TABLET, { tags: ['kids'] }))

  const dig = async (name: string, from = LAPTOP, type: packet.RecordType = 'A', edns = false) => {
    const additionals = edns ? [{ type: 'OPT', name: '.', udpPayloadSize: 1232 } as packet.Answer] : []
    const question = readQuestion(packet.encode({ type: 'query', id: 7, questions: [{ type, name }], additionals }))
    assert.ok(question && 'section' in question)
    const asked: ClientQuery = clientQuery(question, from, view.client(from)!)
    const outcome = await first(asked)
    const bytes = encodeReply(outcome.answer, question, outcome.ageSeconds, datagramLimit(question))
    return { asked, outcome, bytes, reply: packet.decode(bytes) as packet.DecodedPacket & { rcode: string } }
  }
  const by = async (name: string, from = LAPTOP) => (await dig(name, from)).asked.verdict?.by
  return { dig, by, say, set, remove, useTable, events }
}

test('a listed name gets NXDOMAIN with a TTL', async () => {
  const { dig, events } = openTrial({ [ADS]: 'ads.example\n' })
  for (const type of ['A', 'AAAA', 'HTTPS', 'TXT'] as packet.RecordType[]) {
    const { reply, asked, outcome } = await dig('Tracker.ADS.example', LAPTOP, type)
    assert.equal(reply.rcode, 'NXDOMAIN')
    assert.equal(reply.id, 7)
    assert.deepEqual(
      reply.questions?.map(({ name }) => name),
      ['Tracker.ADS.example'],
    )
    assert.deepEqual(reply.answers, [])
    const [soa] = reply.authorities ?? []
    assert.ok(soa?.type === 'SOA')
    assert.deepEqual([soa.name, soa.ttl, soa.data.minimum, soa.data.mname], ['ADS.example', 10, 10, 'ADS.example'])
    assert.deepEqual(asked.verdict, { kind: 'blocked', by: ADS })
    assert.equal(outcome.repeatUntil, Number.POSITIVE_INFINITY)
  }
  assert.deepEqual(events[0], {
    topic: 'dns:block:event',
    payload: { ClientIP: LAPTOP, Name: 'tracker.ads.example.', By: ADS },
  })
})

test('a query with EDNS gets a response with EDNS', async () => {
  const { dig } = openTrial({ [ADS]: 'ads.example\n' })
  assert.deepEqual(
    (await dig('ads.example', LAPTOP, 'A', true)).reply.additionals?.map(({ type }) => type),
    ['OPT'],
  )
  assert.deepEqual((await dig('ads.example', LAPTOP, 'A', false)).reply.additionals, [])
})

test('a list applies to devices with its tags, and changed settings take effect immediately', async () => {
  const GAMES = 'https://lists.example/games'
  const { by, dig, say, remove, useTable } = openTrial({ [ADS]: 'ads.example\n', [GAMES]: 'games.example\n' })
  say(GAMES, { Tags: ['kids'], Category: 'games' })
  assert.deepEqual([await by('games.example'), await by('games.example', TABLET)], [undefined, GAMES])
  say(GAMES, { Category: 'games', DontBlock: true })
  const { asked } = await dig('www.games.example')
  assert.deepEqual([asked.verdict, asked.categories], [undefined, ['games']])
  remove(listItem(ADS))
  assert.equal(await by('ads.example'), undefined)
  say(ADS)
  assert.equal(await by('ads.example'), ADS)
  useTable(undefined)
  assert.equal(await by('ads.example'), undefined)
})

test('excluded and paused devices and permitted names are not blocked, and categories are still set', async () => {
  const { dig, by, say, set, remove } = openTrial({ [ADS]: 'ads.example\n' })
  say(ADS, { Category: 'ads' })
  for (const item of [
    { kind: 'excluded', ip: LAPTOP },
    { kind: 'paused', ip: LAPTOP },
    { kind: 'paused', ip: '*' },
  ] as const) {
    set(item)
    const { asked } = await dig('ads.example')
    assert.deepEqual([asked.verdict, asked.categories], [undefined, ['ads']], item.kind)
    remove(item)
    assert.equal(await by('ads.example'), ADS)
  }
  set(overrideItem({ Domain: 'good.ads.example.' }))
  assert.deepEqual([await by('www.good.ads.example'), await by('www.ads.example')], [undefined, ADS])
})
