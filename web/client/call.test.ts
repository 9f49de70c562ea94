import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { get, put } from '../../router/features/operation.ts'
import { addressOf, openAsk, openCall } from './call.ts'
import { Failure } from './failure.ts'

const read = get('/things', { summary: 'Things', tag: 'test', reply: z.array(z.string()) })
const write = put('/thing/{name}', {
  summary: 'One thing',
  tag: 'test',
  params: { name: z.string() },
  query: { copy: z.string().optional() },
  body: z.object({ Size: z.number() }),
})
const guarded = get('/secret', { summary: 'A secret', tag: 'test', access: 'code', reply: z.string() })

/** A router that gives one answer and keeps what it was asked. */
function far(answer: Response | Error, credentials?: string, proof?: string) {
  const asked: { url: string; init: RequestInit }[] = []
  const call = openCall({
    fetch: async (url, init = {}) => {
      asked.push({ url: String(url), init })
      if (answer instanceof Error) throw answer
      return answer
    },
    credentials: (): Record<string, string> => (credentials === undefined ? {} : { Authorization: credentials }),
    proof: () => proof,
  })
  return { call, asked }
}

const text = (status: number, words: string, headers: Record<string, string> = {}) =>
  new Response(words, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
const reasonOf = (answer: Promise<unknown>) =>
  answer.then(
    () => assert.fail('it was answered'),
    (error) => {
      assert.ok(error instanceof Failure)
      return error
    },
  )

test('a read asks with credentials and gives what the router said', async () => {
  const { call, asked } = far(Response.json(['a']), 'Basic x')
  assert.deepEqual(await call(read), ['a'])
  assert.equal(asked[0]?.url, '/things')
  assert.deepEqual(asked[0]?.init.headers, { 'X-Requested-With': 'react', Authorization: 'Basic x' })
})

test('the proof of a one-time code goes along where there is one', async () => {
  const { call, asked } = far(Response.json(['a']), 'Basic x', 'a.b.c')
  await call(read)
  assert.equal(new Headers(asked[0]?.init.headers).get('X-JWT-OTP'), 'a.b.c')
})

test('a change fills in its path, its query and its body; an empty answer is true', async () => {
  const { call, asked } = far(new Response(null))
  const done: true = await call(write, { params: { name: 'a/b' }, query: { copy: 'x y' }, body: { Size: 1 } })
  assert.equal(done, true)
  assert.equal(asked[0]?.url, '/thing/a%2Fb?copy=x+y')
  assert.equal(asked[0]?.init.body, '{"Size":1}')
})

test('what is undefined in a query is left out', () => {
  assert.equal(
    addressOf('/device', { query: { identity: '02:00:00:00:00:01', copy: undefined } }),
    '/device?identity=02%3A00%3A00%3A00%3A00%3A01',
  )
})

test('a refusal is said in the words of the router', async () => {
  const failure = await reasonOf(far(text(400, 'Groups: wan is a policy\n')).call(read))
  assert.deepEqual([failure.reason, failure.message], ['refused', 'Groups: wan is a policy'])
})

test('a rejected call fails with signedOut, and with codeNeeded if the operation needs a code', async () => {
  const rejected = () => far(text(401, 'Unauthorized'), 'Basic x')
  assert.equal((await reasonOf(rejected().call(read))).reason, 'signedOut')
  assert.equal((await reasonOf(rejected().call(guarded))).reason, 'codeNeeded')
})

test('a refusal for too many attempts says how long to wait', async () => {
  const failure = await reasonOf(far(text(429, 'later', { 'Retry-After': '300' })).call(read))
  assert.deepEqual([failure.reason, failure.retryAfterSeconds], ['locked', 300])
  const unsaid = await reasonOf(far(text(429, 'later')).call(read))
  assert.equal(unsaid.retryAfterSeconds, 60)
})

test('no answer, and an answer that is not data, are failures too', async () => {
  assert.equal((await reasonOf(far(new TypeError('fetch failed')).call(read))).reason, 'unreachable')
  const page = new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })
  assert.equal((await reasonOf(far(page).call(read))).reason, 'broken')
  const cut = new Response('["a"', { headers: { 'Content-Type': 'application/json' } })
  assert.equal((await reasonOf(far(cut).call(read))).reason, 'broken')
  const breaks = new ReadableStream({ start: (stream) => stream.error(new TypeError('the line is gone')) })
  const words = new Response(breaks, { headers: { 'Content-Type': 'text/plain' } })
  assert.equal((await reasonOf(far(words).call(read))).reason, 'broken')
})

test('bytes go as they are, and a file comes as it is', async () => {
  const upload = new Blob(['archive'])
  const bring = put('/keep/{name}', {
    summary: 'A file',
    tag: 'test',
    params: { name: z.string() },
    upload: { mediaType: 'application/octet-stream', maxBytes: 10 },
  })
  const sent: RequestInit[] = []
  const answers = [new Response('file', { headers: { 'Content-Type': 'application/x-tar' } }), text(413, 'too large')]
  const ask = openAsk({
    fetch: async (_, init = {}) => {
      sent.push(init)
      return answers.shift() ?? assert.fail('asked too often')
    },
    credentials: () => ({}),
    proof: () => undefined,
  })
  assert.equal(await (await ask(bring, { params: { name: 'a' }, upload })).text(), 'file')
  assert.equal(sent[0]?.body, upload)
  assert.equal(new Headers(sent[0]?.headers).get('Content-Type'), 'application/octet-stream')
  const failure = await reasonOf(ask(bring, { params: { name: 'a' }, upload }))
  assert.deepEqual([failure.reason, failure.message], ['refused', 'too large'])
})
