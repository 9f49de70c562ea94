import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { get, put } from '../../../model/operation.ts'
import { openTrial, trialContract } from '../trial.fixture.ts'
import { describeApi } from './openapi.ts'

type Json = { [key: string]: Json }

const Named = z
  .object({ id: z.string(), Name: z.string() })
  .meta({ id: 'Named', description: 'Something with a name', example: { id: 'one', Name: 'first' } })
const Range = z.string().meta({ description: 'A range', 'x-rule': 'The first is not greater than the last' })
const named = put('/named/{id}', {
  summary: 'Name it',
  tag: 'group',
  access: 'code',
  params: { id: z.string().meta({ description: 'Which one' }) },
  query: { copy: z.string().optional(), range: Range.optional() },
  body: z.array(Named),
  reply: Named,
  errors: { 404: 'There is no such thing' },
})
const described = (await describeApi([...Object.values(trialContract), named])) as Json

test('it is OpenAPI 3.1 for API 0.3.0, with the groups in order and only those in use', () => {
  assert.equal(described.openapi, '3.1.0')
  assert.equal(described.info!.version, '0.3.0')
  assert.deepEqual(described.tags, [{ name: 'group' }, { name: 'general' }])
  assert.deepEqual(described['x-tagGroups'], [{ name: 'Web API', tags: ['group', 'general'] }])
})

test('an operation is described with parameters, body, responses, roles and credentials', () => {
  const operation = described.paths!['/named/{id}']!.put!
  assert.equal(operation.operationId, 'putNamedId')
  assert.deepEqual(operation.parameters, [
    { name: 'id', in: 'path', required: true, description: 'Which one', schema: { type: 'string' } },
    { name: 'copy', in: 'query', required: false, schema: { type: 'string' } },
    {
      name: 'range',
      in: 'query',
      required: false,
      description: 'A range. The first is not greater than the last',
      schema: { type: 'string' },
    },
  ])
  assert.deepEqual(operation.requestBody, {
    required: true,
    content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Named' } } } },
  })
  assert.deepEqual(Object.keys(operation.responses!), ['200', '400', '401', '403', '404', '414'])
  assert.deepEqual(operation['x-roles'] as unknown, ['owner'])
  assert.deepEqual(operation.security, [
    { basicAuth: [], oneTimeCode: [] },
    { bearerAuth: [], oneTimeCode: [] },
  ])
  const plain = described.paths!['/plain']!.get!.responses!['200']!.content!
  assert.deepEqual(Object.keys(plain), ['text/plain'])
  assert.equal(described.paths!['/touch']!.put!.responses!['200']!.content, undefined)
  assert.deepEqual(described.paths!['/open']!.get!.security, [])
})

test('every reference leads to a component, every path parameter is described, every name is used once', () => {
  const references = [...JSON.stringify(described).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to!)
  assert.ok(references.length > 0)
  for (const reference of references) {
    const found = reference
      .split('/')
      .slice(1)
      .reduce<Json | undefined>((part, name) => part?.[name], described)
    assert.ok(found, reference)
  }
  const names = new Set<unknown>()
  for (const [path, methods] of Object.entries(described.paths!)) {
    for (const operation of Object.values(methods)) {
      const parameters = operation.parameters as unknown as { name: string; in: string }[]
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      assert.deepEqual(
        inPath,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      )
      assert.ok(!names.has(operation.operationId))
      names.add(operation.operationId)
    }
  }
})

test('a component keeps a property that is called id, in its example too', () => {
  assert.deepEqual(Object.keys(described.components!.schemas!.Named!.properties!), ['id', 'Name'])
  assert.deepEqual(described.components!.schemas!.Named!.example, { id: 'one', Name: 'first' })
})

test('the description is public, and contains operations that are served elsewhere', async () => {
  const elsewhere = get('/interfaces', { summary: 'On a socket', tag: 'tinysubnets' })
  await using trial = await openTrial({ described: [elsewhere] })
  const reply = await trial.call('GET', '/openapi.json', { authorization: '' })
  assert.equal(reply.headers['content-type'], 'application/json')
  const { paths } = JSON.parse(reply.text)
  assert.ok(paths['/things'])
  assert.deepEqual(paths['/interfaces'].get.security, [], 'nobody signs in on a socket')
  assert.equal((await trial.call('GET', '/interfaces')).status, 404)
})
