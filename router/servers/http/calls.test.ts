import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { NotFound } from '../../errors.ts'
import { get, PlainText, put, type Request, serve } from '../../model/operation.ts'
import { verbatim } from '../../phrases/phrase.ts'
import { openCalls } from './calls.ts'

const common = { tag: 'x', summary: 'x' }
const contract = {
  read: get('/things/{name}', {
    ...common,
    params: { name: z.string().max(8) },
    query: { num: z.coerce.number().optional() },
    reply: z.unknown(),
  }),
  change: put('/things/{name}', { ...common, params: { name: z.string() }, body: z.strictObject({ On: z.boolean() }) }),
  scan: get('/scan', { ...common, effects: true, reply: z.unknown() }),
  secret: get('/things/secret', { ...common, access: 'code', reply: z.unknown() }),
  password: put('/things/password', { ...common, access: 'password' }),
  missing: get('/things/missing', { ...common, reply: z.unknown() }),
  broken: get('/things/broken', { ...common, reply: z.unknown() }),
  large: get('/things/large', { ...common, reply: z.string() }),
  run: put('/automations/{name}/run', { ...common, params: { name: z.string() } }),
}
const seen: Request[] = []
const note = (request: unknown) => {
  seen.push(request as Request)
  return { ok: true }
}
const call = openCalls(
  { things: contract },
  serve(contract, {
    ...{ read: note, change: note, scan: note, secret: note, password: note, run: note },
    missing: () => {
      throw new NotFound(verbatim('There is no such thing.'))
    },
    broken: () => {
      throw new Error('the inside of the router')
    },
    large: () => new PlainText('x'.repeat(600_000)),
  }),
)
const as = (...scopes: string[]) => ({ name: 'night', scopes })
const ALL = as('/things', '/scan', '/automations')

test('an operation is called by its name, with the path that scopes are compared with', async () => {
  const made = call(as('/things:r'), 'things.read', { params: { name: 'a b' }, query: { num: 3 } })
  assert.deepEqual([made.method, made.path, made.isRead], ['GET', '/things/a%20b?num=3', true])
  assert.deepEqual(await made.make(), { ok: true })
  assert.deepEqual(seen.pop(), {
    ...{ params: { name: 'a b' }, query: { num: 3 }, body: undefined },
    caller: { name: 'automation night', kind: 'token', address: '' },
  })
})

test('scopes are those of tokens, but without any nothing is allowed', () => {
  const change = { params: { name: 'a' }, body: { On: true } }
  assert.throws(() => call(as(), 'things.read', { params: { name: 'a' } }), /not allowed by the scopes/)
  assert.throws(() => call(as('/things:r'), 'things.change', change), /not allowed/)
  assert.throws(() => call(as('/scan:r'), 'things.scan', {}), /not allowed/)
  assert.throws(() => call(as('/other'), 'things.read', { params: { name: '../../other' } }), /not allowed/)
  assert.throws(() => call(as('/other'), 'things.read', { params: { name: '..' } }), /not allowed/)
  assert.equal(call(as('/things:rw'), 'things.change', change).isRead, false)
  assert.equal(call(as('/scan'), 'things.scan', {}).isRead, false)
})

test('operations that need a code or a password, and those of automations, cannot be called', () => {
  for (const name of ['secret', 'password', 'run'])
    assert.throws(() => call(ALL, `things.${name}`, { params: { name: 'a' } }), /automations cannot call this/, name)
})

test('names and inputs are not looked up in prototypes', () => {
  for (const name of ['things.constructor', '__proto__.read', 'things', 'things.read.call', ''])
    assert.throws(() => call(ALL, name, {}), /does not exist/, name)
  for (const input of [null, 'text', 1, [], { params: 'a' }, { params: { name: {} } }, { params: [] }, {}])
    assert.throws(() => call(ALL, 'things.read', input), /must be|is missing/, JSON.stringify(input))
  const polluted = JSON.parse('{"params":{"__proto__":{"name":"a"}},"__proto__":{"params":{"name":"a"}}}')
  assert.throws(() => call(ALL, 'things.read', polluted), /__proto__: must be text/)
})

test('input is validated, and errors are those that a client gets', async () => {
  const failure = (name: string, input: unknown) => assert.rejects(call(ALL, name, input).make())
  await assert.rejects(call(ALL, 'things.change', { params: { name: 'a' }, body: { On: 1 } }).make(), /^Error: On: /)
  await assert.rejects(call(ALL, 'things.change', { params: { name: 'a' } }).make(), /body: is missing/)
  await assert.rejects(call(ALL, 'things.missing', {}).make(), /There is no such thing/)
  await assert.rejects(call(ALL, 'things.broken', {}).make(), /Something went wrong inside the router/)
  await assert.rejects(call(ALL, 'things.large', {}).make(), /longer than 524288 characters/)
  await failure('things.read', { params: { name: 'far too long' } })
})
