import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import type { Query } from '../../../wire/dns/query.ts'
import { type Provider, watched } from './provider.ts'
import { openUpstream } from './upstream.ts'

const query: Query = { section: Buffer.alloc(5), type: 1, checkingDisabled: false, dnssec: false }
const saying = (rcode: number): Answer => ({
  bytes: Buffer.alloc(12),
  rcode,
  ttlAt: [],
  ttl: 0,
  privateAddress: undefined,
  cnameTargets: [],
  serviceTargets: [],
})
const yes = saying(RCODE.NOERROR)

/** Providers with the given behaviours, limited by the time of each query, and queried in this order. */
function openTrial(behaviours: Record<string, () => Promise<Answer>>) {
  const clock = openSteppedClock()
  const asked: string[] = []
  const late = (limitMs: number): Promise<Answer> =>
    new Promise((_, reject) => clock.after(limitMs, () => reject(new Error('no answer in time'))))
  const providers: Provider[] = Object.entries(behaviours).map(([IPAddress, behave]) =>
    watched(
      (_query, limitMs) => {
        asked.push(IPAddress)
        return Promise.race([behave(), late(limitMs)])
      },
      clock,
      { IPAddress, TLSHost: '' },
    ),
  )
  let rank = 0
  const upstream = openUpstream(providers, clock, () => ++rank / 1000)
  const resolve = async (): Promise<Answer | string> => {
    const resolved = await upstream.resolve(query)
    return resolved.kind === 'answer' ? resolved.answer : String(resolved.reason)
  }
  return { clock, asked, resolve, providers }
}

const silent = (): Promise<Answer> => new Promise(() => {})
const broken = async (): Promise<Answer> => {
  throw new Error('connection refused')
}

test('an unreachable upstream is skipped immediately', async () => {
  const { resolve, asked } = openTrial({ a: broken, b: async () => yes })
  assert.equal(await resolve(), yes)
  assert.deepEqual(asked, ['a', 'b'])
})

test('an upstream that refuses is not asked again, and the next one is', async () => {
  const { resolve, asked } = openTrial({ a: async () => saying(RCODE.REFUSED), b: async () => saying(RCODE.SERVFAIL) })
  assert.equal(await resolve(), 'a: answered REFUSED; b: answered SERVFAIL')
  assert.deepEqual(asked, ['a', 'b'])
})

test('NXDOMAIN is an answer', async () => {
  const no = saying(RCODE.NXDOMAIN)
  const { resolve, asked } = openTrial({ a: async () => no, b: async () => yes })
  assert.equal(await resolve(), no)
  assert.deepEqual(asked, ['a'])
})

test('after one second without an answer another upstream is asked, and the slow one may still answer first', async () => {
  let answerLate = (_: Answer): void => {}
  const slow = (): Promise<Answer> => new Promise((resolve) => (answerLate = resolve))
  const { resolve, asked, clock } = openTrial({ a: slow, b: silent })
  const answer = resolve()
  await clock.step(999)
  assert.deepEqual(asked, ['a'])
  await clock.step(1)
  assert.deepEqual(asked, ['a', 'b'])
  answerLate(yes)
  assert.equal(await answer, yes)
})

test('a query fails after four seconds without an answer', async () => {
  const { resolve, clock, asked } = openTrial({ a: silent })
  const answer = resolve()
  await clock.step(4000)
  assert.equal(await answer, 'a: no answer in time')
  assert.deepEqual(asked, ['a', 'a', 'a', 'a'])
})

test('after three failures in a row the other upstreams are preferred for a time', async () => {
  const { resolve, clock, asked, providers } = openTrial({ a: broken, b: async () => yes })
  for (let i = 0; i < 3; i++) await resolve()
  assert.equal(providers[0]?.health().healthy, false)
  assert.deepEqual(providers[0]?.health().lastFailure?.Values, ['connection refused'])
  asked.length = 0
  await resolve()
  assert.deepEqual(asked, ['b'])
  await clock.step(30_000)
  assert.equal(providers[0]?.health().healthy, false, 'until it has answered')
  asked.length = 0
  await resolve()
  assert.deepEqual(asked, ['a', 'b'])
})

test('after three queries without an answer for a second, later ones go elsewhere immediately', async () => {
  let answerLate = (_: Answer): void => {}
  const slow = (): Promise<Answer> => new Promise((resolve) => (answerLate = resolve))
  const { resolve, clock, asked, providers } = openTrial({ a: slow, b: async () => yes })
  const three = Promise.all([resolve(), resolve(), resolve()])
  await clock.step(999)
  assert.equal(providers[0]?.healthy, true)
  await clock.step(1)
  assert.deepEqual(await three, [yes, yes, yes])
  assert.equal(providers[0]?.healthy, false)
  asked.length = 0
  await resolve()
  assert.deepEqual(asked, ['b'])
  answerLate(yes)
  await clock.step(0)
  assert.equal(providers[0]?.healthy, true, 'and it was only slow')
})

test('SERVFAIL does not make an upstream unhealthy', async () => {
  const { resolve, providers } = openTrial({ a: async () => saying(RCODE.SERVFAIL) })
  for (let i = 0; i < 5; i++) await resolve()
  assert.equal(providers[0]?.healthy, true)
})

test('without upstreams a query fails', async () => {
  assert.equal(await openTrial({}).resolve(), 'no resolver to ask')
})
