import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import type { Operation } from '../../model/operation.ts'
import { contracts, socketContracts } from '../../model/operations.ts'
import { inputReader } from './input.ts'

const operations = [...Object.values(contracts), ...Object.values(socketContracts)].flatMap((contract): Operation[] =>
  Object.values(contract),
)

/** A value of a required parameter: its example. */
const exampleOf = (schema: z.ZodType): string => String(schema.meta()?.example)

test('every operation takes an empty optional query parameter as an absent one', () => {
  let count = 0
  for (const operation of operations) {
    const { method, path, details } = operation
    const shape = Object.entries(details.query ?? {})
    const isOptional = ([, schema]: (typeof shape)[number]): boolean => schema.safeParse(undefined).success
    const required = Object.fromEntries(
      shape.filter((entry) => !isOptional(entry)).map(([name, schema]) => [name, exampleOf(schema)]),
    )
    const read = inputReader({ ...operation, details: { ...details, params: undefined, body: undefined } } as Operation)
    const queryOf = (query: unknown) => read({ params: {}, query, body: undefined }).query
    const absent = queryOf(required)
    for (const [name] of shape.filter(isOptional)) {
      assert.deepEqual(queryOf({ ...required, [name]: '' }), absent, `${method} ${path}?${name}=`)
      assert.deepEqual(queryOf({ ...required, [name]: ['', ''] }), absent, `${method} ${path}?${name}=&${name}=`)
      count++
    }
  }
  assert.ok(count > 80, `${count} parameters`)
})
