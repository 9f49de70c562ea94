import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { get, put } from '../../router/model/operation.ts'
import { openAsk, openCall, pathOfCall } from './call.ts'
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

test('a GET sends the credentials and returns the parsed response', async () => {
  const { call, asked } = far(Response.json(['a']), 'Basic x')
  assert.deepEqual(await call(read), ['a'])
  assert.equal(asked[0]?.url, '/things')
  assert.deepEqual(asked[0]?.init.headers, { 'X-Requested-With': 'react', Authorization: 'Basic x' })
})

test('the proof of a one-time code is sent if there is one', async () => {
  const { call, asked } = far(Response.json(['a']), 'Basic x', 'a.b.c')
  await call(read)
  assert.equal(new Headers(asked[0]?.init.headers).get('X-JWT-OTP'), 'a.b.c')
})

test('a PUT sends its path parameters, query and body; an empty response is returned as true', async () => {
  const { call, asked } = far(new Response(null))
  const done: true = await call(write, { params: { name: 'a/b' }, query: { copy: 'x y' }, body: { Size: 1 } })
  assert.equal(done, true)
  assert.equal(asked[0]?.url, '/thing/a%2Fb?copy=x+y')
  assert.equal(asked[0]?.init.body, '{"Size":1}')
})

test('undefined query parameters are left out', () => {
  assert.equal(
    pathOfCall('/device', { query: { identity: '02:00:00:00:00:01', copy: undefined } }),
    '/device?identity=02%3A00%3A00%3A00%3A00%3A01',
  )
})

test('a rejected call has the message of the router', async () => {
  const failure = await reasonOf(far(text(400, 'Groups: wan is a policy\n')).call(read))
  assert.deepEqual([failure.reason, failure.message], ['refused', 'Groups: wan is a policy'])
})

test('a rejected call has the code of the message, and its field', async () => {
  const coded = { Code: 'home.groupIsPolicy', Values: ['wan'], Field: 'Groups' }
  const headers = { 'X-Message': JSON.stringify(coded) }
  assert.deepEqual((await reasonOf(far(text(400, 'Groups: wan is a policy\n', headers)).call(read))).coded, coded)
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

test('network errors are `unreachable`, responses of another type or broken ones are `broken`', async () => {
  assert.equal((await reasonOf(far(new TypeError('fetch failed')).call(read))).reason, 'unreachable')
  const page = new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })
  assert.equal((await reasonOf(far(page).call(read))).reason, 'broken')
  const cut = new Response('["a"', { headers: { 'Content-Type': 'application/json' } })
  assert.equal((await reasonOf(far(cut).call(read))).reason, 'broken')
  const breaks = new ReadableStream({ start: (stream) => stream.error(new TypeError('the line is gone')) })
  const words = new Response(breaks, { headers: { 'Content-Type': 'text/plain' } })
  assert.equal((await reasonOf(far(words).call(read))).reason, 'broken')
})

test('an upload is sent unchanged, and a file is returned as the response', async () => {
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
