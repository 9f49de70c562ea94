import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contracts } from '../../../../router/model/operations.ts'
import { declarationsOf } from '../../../../router/servers/http/describe/declarations.ts'
import { describeApi } from '../../../../router/servers/http/describe/openapi.ts'
import { suggestionsAt } from './completion.ts'
import { fieldsOf, readDeclarations } from './declarations.ts'
import { EXAMPLES } from './examples.ts'

const operations = Object.values(contracts).flatMap((contract) => Object.values(contract))
const text = declarationsOf(contracts, await describeApi(operations))
const known = readDeclarations(text)
const labels = (before: string) => suggestionsAt(before, known)?.options.map(({ label }) => label) ?? []

test('topics and operations are read from the declarations of the router', () => {
  const offline = known.topics.find(({ name }) => name === 'device:offline')
  assert.match(offline?.about ?? '', /always-online/)
  assert.deepEqual(fieldsOf(offline?.type ?? ''), ['MAC', 'Name', 'IP', 'Iface', 'LastSeen'])
  assert.ok(known.topics.some(({ name }) => name === 'dns:serve:*'))
  const list = known.groups.get('devices')?.find(({ name }) => name === 'list')
  assert.equal(list?.about, 'All devices: GET /devices')
  assert.equal(known.groups.has('tokens'), true)
})

test('only the fields of the object itself are listed', () => {
  assert.deepEqual(
    fieldsOf('{ A: { B: string; C: Array<{ D: 1 }> }; E?: "x;y: z" | null; F: Record<string, { G: 1 }> }'),
    ['A', 'E', 'F'],
  )
  assert.deepEqual(fieldsOf('Device'), [])
})

test('topics, groups, operations and fields of the event are completed', () => {
  assert.ok(labels("on('wifi:au").includes('wifi:auth:fail'))
  assert.ok(labels('await api.dev').includes('devices'))
  assert.ok(labels('await api.devices.').includes('update'))
  assert.deepEqual(labels("on('device:offline', (event) => notify(event."), ['MAC', 'Name', 'IP', 'Iface', 'LastSeen'])
  assert.ok(labels("on('wifi:auth:success', (event) => event.M").includes('MAC'))
  assert.ok(labels('not').includes('notify'))
  assert.deepEqual(labels('const text = "api'), [])
})

test('the examples subscribe to topics that exist', () => {
  for (const { source } of Object.values(EXAMPLES))
    for (const [, topic] of source.matchAll(/on\('([^']+)'/g))
      assert.ok(
        known.topics.some(({ name }) => name === topic),
        String(topic),
      )
})
