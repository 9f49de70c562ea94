import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTableBuilder } from '../../filter/build.ts'
import { openListReader } from '../../filter/reader.ts'
import { openTable } from '../../filter/table.ts'
import { readAnswer } from '../../wire/dns/answer.ts'
import { queryFor } from '../../wire/dns/query.ts'
import { type Question, readQuestion } from '../../wire/dns/question.ts'
import type { Happening } from './message.ts'
import { type Asked, ask, chainOf, fresh } from './stage.ts'
import { alias } from './stages/alias.ts'
import { openBlackboard } from './view.ts'

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

const question = readQuestion(Buffer.from(QUERY, 'hex')) as Question

function openTrial(list: string) {
  const { view, set, useTable } = openBlackboard()
  const builder = openTableBuilder([1, 2])
  const reader = openListReader(builder.begin({ URI: ADS, version: '1' }))
  reader.push(Buffer.from(list))
  reader.end()
  useTable(openTable(builder.finish().buffer))
  const say = (Tags: readonly string[]) =>
    set(`list ${ADS}`, JSON.stringify({ URI: ADS, Enabled: true, Tags, Category: '', DontBlock: false }))
  say([])
  const received = readAnswer(Buffer.from(ANSWER, 'hex'), queryFor(question), { secure: true })
  assert.ok(received?.kind === 'answer')
  const { answer } = received
  const happenings: Happening[] = []
  const first = chainOf([alias(view, (one) => void happenings.push(one)), () => fresh(answer, 7_000)])
  const hear = async (given: Partial<Asked> = {}) => {
    const asked = { ...ask(question, LAPTOP, CLIENT), ...given }
    return { asked, outcome: await first(asked) }
  }
  return { answer, hear, say, happenings }
}

test('the names that an answer leads through are known, without their pointers', () => {
  const texts = openTrial('nothing.example\n').answer.aliases.map((name) => Buffer.from(name).toString('latin1'))
  assert.deepEqual(texts, ['\x01x\x03cdn\x07example\0', '\x07Tracker\x03ads\x07example\0'])
})

test('an answer that leads through a listed name is withheld for as long as it would have held', async () => {
  for (const list of ['ads.example\n', 'tracker.ads.example\n', 'cdn.example\n']) {
    const { hear, happenings } = openTrial(list)
    const { asked, outcome } = await hear()
    assert.deepEqual([outcome.answer.rcode, outcome.repeatUntil], [3, 7_000], list)
    assert.deepEqual(asked.verdict, { kind: 'blocked', by: ADS })
    assert.deepEqual(happenings, [{ topic: 'dns:block:event', payload: { ClientIP: LAPTOP, Name: 'shop.example.' } }])
  }
})

test('what is not listed, or not for this device, or permitted, is heard', async () => {
  const { hear, say, answer, happenings } = openTrial('ads.example\n@@||tracker.ads.example^\n')
  assert.equal((await hear()).outcome.answer, answer)
  const listed = openTrial('ads.example\n')
  assert.equal((await listed.hear({ permitted: true })).outcome.answer, listed.answer)
  for (const filtering of ['none', 'paused'] as const)
    assert.equal((await listed.hear({ filtering })).outcome.answer, listed.answer)
  listed.say(['adults'])
  assert.equal((await listed.hear()).outcome.answer, listed.answer)
  listed.say(['kids'])
  assert.equal((await listed.hear()).outcome.answer.rcode, 3)
  say([])
  assert.deepEqual(happenings, [])
})
