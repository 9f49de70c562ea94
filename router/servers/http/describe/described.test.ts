import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../../model/operation.ts'
import { contracts, socketContracts } from '../../../model/operations.ts'
import { describeApi } from './openapi.ts'

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
}
interface Described {
  readonly parameters: readonly { readonly name: string; readonly description?: string }[]
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const operationsOf = (all: Readonly<Record<string, Readonly<Record<string, Operation>>>>): Operation[] =>
  Object.values(all).flatMap((contract) => Object.values(contract))
const description = (await describeApi(
  operationsOf(contracts),
  operationsOf(socketContracts),
)) as unknown as Description

/** The paths of all fields below `value` that have no description. */
function undescribed(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { properties = {} } = value as Schema
  const own = Object.entries(properties).flatMap(([name, { description }]) => (description ? [] : [`${path}.${name}`]))
  const below = Object.entries(value).flatMap(([name, inner]) => undescribed(inner, `${path}.${name}`))
  return [...own, ...below]
}

test('every field of a request and of an answer has a description', () => {
  assert.deepEqual([...undescribed(description.paths, ''), ...undescribed(description.components.schemas, '')], [])
})

test('every parameter has a description', () => {
  const missing = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ parameters }) =>
      parameters.filter(({ description }) => !description).map(({ name }) => `${path} ${name}`),
    ),
  )
  assert.deepEqual(missing, [])
})

test('every component has a name that was chosen for it', () => {
  assert.deepEqual(
    Object.keys(description.components.schemas).filter((name) => name.startsWith('_')),
    [],
  )
})
