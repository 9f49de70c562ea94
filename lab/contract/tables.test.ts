import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Operation } from '../../router/model/operation.ts'
import { contracts, socketContracts } from '../../router/model/operations.ts'
import { elementOf } from '../conformance/fits.ts'
import { OBJECTS, PUBLISHED } from '../conformance/published.ts'
import { DEVIATIONS, nameOf as publishedName, TODAY } from '../conformance/status.ts'
import { ALL } from './tables.ts'

const operations = [...Object.values(contracts), ...Object.values(socketContracts)].flatMap((contract): Operation[] =>
  Object.values(contract),
)

/** The operation of a call: a literal path has precedence over one with parameters. */
function operationOf(method: string, path: string): Operation | undefined {
  const plain = path.split('?', 1)[0]?.replace(/(?<=.)\/$/, '') ?? ''
  const same = operations.filter((operation) => operation.method === method)
  const fits = (operation: Operation) => new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain)
  return same.find((operation) => operation.path === plain) ?? same.find(fits)
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

test('every operation with input is called with invalid input', () => {
  const refused = new Set(
    ALL.filter(([, , , status]) => status === 400 || status === 413).map(([method, path]) => operationOf(method, path)),
  )
  const untried = operations.filter(({ details }) => details.params || details.query || details.body || details.upload)
  assert.ok(untried.length > 60)
  assert.deepEqual(untried.filter((operation) => !refused.has(operation)).map(nameOf), [])
})

/** A call with its status. Names of parameters may differ from the published ones. */
const outcome = (name: string, status: number): string => `${name.replaceAll(/\{\w+\}/g, '{}')} ${status}`

test('each operation of API 0.3.0 is called with each published status, apart from those that it never returns', () => {
  const seen = new Set(
    ALL.flatMap(([method, path, , status]) => {
      const operation = operationOf(method, path)
      return operation ? [outcome(nameOf(operation), status)] : []
    }),
  )
  const wrong = TODAY.flatMap((row) => {
    const never = DEVIATIONS[publishedName(row)]?.never ?? []
    return row.statuses
      .filter((status) => seen.has(outcome(publishedName(row), status)) === never.includes(status))
      .map((status) => outcome(publishedName(row), status))
  })
  assert.deepEqual(wrong, [])
})

const isSentBack = (schema: unknown): boolean => (schema as z.ZodType).meta()?.['x-sent-back'] === true

test('a field that is only sent back is tested with its present value and with another one', () => {
  const fields = operations.flatMap((operation) =>
    Object.entries((operation.details.body as unknown as Partial<z.ZodObject>)?.shape ?? {})
      .filter(([, schema]) => isSentBack(schema))
      .map(([field]) => ({ operation, field })),
  )
  assert.ok(fields.length > 15, `${fields.length} fields`)
  const tried =
    (status: number) =>
    ({ operation, field }: (typeof fields)[number]): boolean =>
      ALL.some(
        ([method, path, body, expected]) =>
          expected === status && operationOf(method, path) === operation && Object.hasOwn(Object(body), field),
      )
  const untried = fields.filter(
    (one) => !tried(400)(one) || (!tried(200)(one) && one.operation.details.access !== 'code'),
  )
  assert.deepEqual(
    untried.map(({ operation, field }) => `${nameOf(operation)} ${field}`),
    [],
  )
})

test('every operation accepts the fields of its request in API 0.3.0', () => {
  const unknown = PUBLISHED.flatMap(({ method, path, body }) => {
    const fields = OBJECTS[elementOf(body)]
    const operation = operations.find((one) => one.method === method && one.path === path)
    // A DELETE finds the entry by its key, as the description says.
    if (!fields || !operation?.details.body || method === 'DELETE') return []
    const { $defs = {}, ...root } = z.toJSONSchema(operation.details.body, { io: 'input', unrepresentable: 'any' })
    // The fields of the body itself, or of the one type that it is made of.
    const own = [root, ...Object.values($defs)].flatMap(({ properties }) => Object.keys(properties ?? {}))
    const known = own.map((name) => name.toLowerCase())
    return Object.keys(fields)
      .filter((name) => !known.includes(name.toLowerCase()))
      .map((name) => `${method} ${path} ${name}`)
  })
  assert.deepEqual(unknown, [])
})
