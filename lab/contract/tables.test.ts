import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contracts, socketContracts } from '../../router/features/index.ts'
import type { Operation } from '../../router/features/operation.ts'
import { ALL } from './tables.ts'

const operations = [...Object.values(contracts), ...Object.values(socketContracts)].flatMap((contract): Operation[] =>
  Object.values(contract),
)

/** The operation that a call is of: a path as it is written goes before one that it fits. */
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
