import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { catalogue, entryOf, families } from './catalogue.ts'

test('topics are lower-case words with colons between them', () => {
  for (const name of Object.keys(catalogue)) assert.match(name, /^[a-z]+(:[a-z]+(_[a-z]+)*)+$/)
  for (const name of Object.keys(families)) assert.match(name, /^([a-z]+:)+$/)
})

test('every topic says when it is published, and every field of its payload is described', () => {
  for (const [name, { about, payload }] of Object.entries({ ...catalogue, ...families })) {
    assert.match(about, /^[A-Z].*\.$/, name)
    if (!(payload instanceof z.ZodObject)) continue
    for (const [field, schema] of Object.entries(payload.shape as Record<string, z.ZodType>))
      assert.ok(schema.meta()?.description ?? schema.meta()?.id ?? describedInside(schema), `${name}: ${field}`)
  }
})

/** An optional field is described by its schema. */
const describedInside = (schema: z.ZodType): unknown =>
  schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType).meta()?.description : undefined

test('a topic of a family has the entry of the family', () => {
  assert.equal(entryOf('dns:serve:192.168.2.6'), families['dns:serve:'])
  assert.equal(entryOf('alert:wifi:auth:fail:'), families['alert:'])
  assert.equal(entryOf('wan:uplink:up'), catalogue['wan:uplink:up'])
  for (const name of ['dns:serve', 'wan:uplink', 'plugin', 'toString', '']) assert.equal(entryOf(name), undefined, name)
})
