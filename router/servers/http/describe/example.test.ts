import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import type { Operation } from '../../../model/operation.ts'
import { contracts, socketContracts } from '../../../model/operations.ts'
import { curlOf, exampleOf } from './example.ts'
import { describeApi } from './openapi.ts'
import { GROUPS, OBJECT_TYPES, SOCKETS } from './reference.ts'

const flat = (all: Record<string, Record<string, Operation>>): Operation[] =>
  Object.values(all).flatMap((contract) => Object.values(contract))
const served = flat(contracts)
const onSockets = flat(socketContracts)

interface Described {
  readonly summary?: string
  readonly tags: readonly string[]
  readonly parameters: readonly { readonly name: string; readonly required: boolean; readonly example?: unknown }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
  readonly responses: Readonly<Record<string, { readonly description: string }>>
  readonly 'x-codeSamples': readonly { readonly source: string }[]
}
const document = (await describeApi(served, onSockets)) as {
  readonly tags: readonly { readonly name: string }[]
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}
const all = [...served, ...onSockets].map((operation) => ({
  operation,
  name: `${operation.method} ${operation.path}`,
  described: document.paths[operation.path]![operation.method.toLowerCase()]!,
}))

test('groups and tags are in the order of the reference, and every operation has one of them', () => {
  const groups = [...GROUPS, { name: OBJECT_TYPES.name, tags: Object.keys(OBJECT_TYPES.schemas) }]
  const order = groups.flatMap(({ tags }) => tags)
  const tags = document.tags.map(({ name }) => name)
  assert.deepEqual(
    tags,
    order.filter((tag) => tags.includes(tag)),
  )
  assert.deepEqual(
    document['x-tagGroups'].flatMap((group) => group.tags),
    tags,
  )
  for (const { described, name } of all) assert.ok(tags.includes(described.tags[0]!), name)
  for (const schema of Object.values(OBJECT_TYPES.schemas)) assert.ok(document.components.schemas[schema], schema)
})

test('every operation has a summary, and a description of each error status', () => {
  for (const { operation, described, name } of all) {
    assert.match(described.summary ?? '', /^\S.{5,80}[^.]$/, name)
    const { details } = operation
    const failures = Object.keys(described.responses).filter((status) => !status.startsWith('2'))
    if (details.params || details.query || details.body) assert.ok(failures.includes('400'), name)
    if (details.access !== 'public' && !onSockets.includes(operation)) assert.ok(failures.includes('401'), name)
    for (const status of failures)
      assert.match(described.responses[status]!.description, /\S{2,} \S+/, `${name} ${status}`)
  }
})

test('an operation that is also on a socket is described as the API serves it', async () => {
  const [operation] = served
  assert.deepEqual(await describeApi([operation!], [operation!]), await describeApi([operation!]))
})

test('every body and every parameter that is needed has an example, which the operation itself takes', () => {
  for (const { operation, described, name } of all) {
    const { params = {}, query = {}, body } = operation.details
    const shapes: Readonly<Record<string, z.ZodType>> = { ...params, ...query }
    for (const parameter of described.parameters) {
      const { example } = parameter
      if (parameter.required) assert.notEqual(example, undefined, `${name}: ${parameter.name}`)
      // In a path or a query everything is text.
      if (example !== undefined)
        assert.deepEqual(shapes[parameter.name]!.safeParse(String(example)).error, undefined, name)
    }
    if (!body) continue
    const { example } = described.requestBody!.content['application/json']!
    assert.notEqual(example, undefined, name)
    assert.deepEqual(body.safeParse(example).error, undefined, name)
  }
})

test('every operation can be tried with curl', () => {
  for (const { operation, described, name } of all) {
    const [sample] = described['x-codeSamples']
    assert.match(sample!.source, /^curl [^\n]*http:\/\/(spr\.local|localhost)\/[^\n]*$/, name)
    assert.ok(!sample!.source.includes('undefined'), sample!.source)
    if (onSockets.includes(operation)) assert.ok(sample!.source.includes(SOCKETS[operation.details.tag]!), name)
  }
})

const nothing = () => ({})

test('an example is the one that is given, or is made of the parts', () => {
  const named = { type: 'object', properties: { Name: { type: 'string', example: 'tv' } }, required: ['Name'] }
  assert.deepEqual(exampleOf({ ...named, example: { Name: 'phone' } }, nothing), { Name: 'phone' })
  assert.deepEqual(
    exampleOf({ $ref: '#/components/schemas/Named' }, () => named),
    { Name: 'tv' },
  )
  assert.equal(exampleOf({ enum: ['up', 'down'] }, nothing), 'up')
  assert.equal(exampleOf({ anyOf: [{ const: '' }, { type: 'string', example: '9.9.9.9' }] }, nothing), '9.9.9.9')
  assert.equal(exampleOf({ type: 'string' }, nothing), undefined)
  const optional = {
    type: 'object',
    properties: { On: { type: 'boolean' }, Off: { type: 'boolean' }, Port: { type: 'string', example: '80' } },
    required: ['On'],
  }
  assert.deepEqual(exampleOf(optional, nothing), { On: false, Port: '80' })
})

test('arguments of a shell command are quoted where the shell would interpret them', () => {
  const call = { uploads: false, isFile: false, signsIn: true, proves: false, socket: undefined, body: undefined }
  assert.equal(curlOf({ ...call, method: 'GET', path: '/devices' }), 'curl -u admin http://spr.local/devices')
  assert.equal(
    curlOf({ ...call, method: 'PUT', path: '/a?b=c', body: { Name: "it's" }, proves: true }),
    `curl -u admin -H "X-JWT-OTP: $PROOF" -X PUT -d '{"Name":"it'\\''s"}' 'http://spr.local/a?b=c'`,
  )
  assert.equal(
    curlOf({ ...call, method: 'PUT', path: '/x', uploads: true, signsIn: false, socket: 'state/x' }),
    'curl --unix-socket state/x -T FILE http://localhost/x',
  )
})
