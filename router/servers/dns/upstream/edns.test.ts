import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import type { Query } from '../../../wire/dns/query.ts'
import { type QueryFormat, withEdns } from './edns.ts'

const { NOERROR, NXDOMAIN, FORMERR, SERVFAIL, NOTIMP, REFUSED } = RCODE
const LIMIT_MS = 4000
const HOUR_MS = 3_600_000
const query: Query = { section: Buffer.alloc(5), type: 1, checkingDisabled: false, dnssec: false }

/** An upstream that answers each form with a code, or not at all. */
function openTrial(answers: Record<QueryFormat, number | undefined>) {
  const clock = openSteppedClock()
  const sent: QueryFormat[] = []
  const ask = withEdns((_query, form, limitMs) => {
    sent.push(form)
    const rcode = answers[form]
    return rcode === undefined
      ? new Promise((_, reject) => clock.after(limitMs, () => reject(new Error('no answer in time'))))
      : Promise.resolve({ rcode } as Answer)
  }, clock)
  return {
    clock,
    answers,
    /** The code of the answer, or the error, and the forms that were sent. */
    async result(): Promise<string> {
      sent.length = 0
      const result = ask(query, LIMIT_MS).then(
        ({ rcode }) => rcode,
        ({ message }) => message,
      )
      await settled()
      await clock.step(LIMIT_MS)
      return `${await result} ${sent.join(' ')}`
    },
  }
}

test('an upstream that answers with EDNS is queried once', async () => {
  const { result } = openTrial({ edns: NXDOMAIN, plain: NOERROR })
  assert.equal(await result(), `${NXDOMAIN} edns`)
})

for (const [name, rcode] of Object.entries({ FORMERR, NOTIMP, SERVFAIL }))
  test(`after ${name} for EDNS the upstream is queried without it for an hour`, async () => {
    const { clock, result } = openTrial({ edns: rcode, plain: NOERROR })
    assert.equal(await result(), `${NOERROR} edns plain`)
    assert.equal(await result(), `${NOERROR} plain`)
    await clock.step(HOUR_MS)
    assert.equal(await result(), `${NOERROR} edns plain`)
  })

test('an upstream that does not answer queries with EDNS is queried without it', async () => {
  const { result } = openTrial({ edns: undefined, plain: NOERROR })
  assert.equal(await result(), `${NOERROR} edns plain`)
  assert.equal(await result(), `${NOERROR} plain`)
})

test('an upstream whose answer with EDNS is slow keeps EDNS', async () => {
  const clock = openSteppedClock()
  const sent: QueryFormat[] = []
  const ask = withEdns((_query, form) => {
    sent.push(form)
    const answer = { rcode: NOERROR } as Answer
    return form === 'plain'
      ? Promise.resolve(answer)
      : new Promise((resolve) => clock.after(900, () => resolve(answer)))
  }, clock)
  for (const expected of [['edns', 'plain'], ['edns']]) {
    sent.length = 0
    const answer = ask(query, LIMIT_MS)
    await clock.step(1000)
    assert.equal((await answer).rcode, NOERROR)
    assert.deepEqual(sent, expected)
  }
})

test('an error for both forms is returned, and not taken for missing EDNS', async () => {
  const { result, answers } = openTrial({ edns: SERVFAIL, plain: SERVFAIL })
  assert.equal(await result(), `${SERVFAIL} edns plain`)
  answers.edns = NOERROR
  assert.equal(await result(), `${NOERROR} edns`)
})

test('SERVFAIL of an upstream that has answered with EDNS is about the name', async () => {
  const { result, answers } = openTrial({ edns: NOERROR, plain: NOERROR })
  await result()
  answers.edns = SERVFAIL
  assert.equal(await result(), `${SERVFAIL} edns`)
  answers.edns = FORMERR
  assert.equal(await result(), `${NOERROR} edns plain`)
})

test('an upstream that stops answering with EDNS is tried without it', async () => {
  const { result, answers } = openTrial({ edns: NOERROR, plain: NOERROR })
  await result()
  answers.edns = undefined
  assert.equal(await result(), 'no answer in time edns')
  assert.equal(await result(), `${NOERROR} edns plain`)
})

test('without any answer the query fails, and REFUSED is returned', async () => {
  assert.equal(await openTrial({ edns: undefined, plain: undefined }).result(), 'no answer in time edns plain')
  assert.equal(await openTrial({ edns: REFUSED, plain: REFUSED }).result(), `${REFUSED} edns`)
})
