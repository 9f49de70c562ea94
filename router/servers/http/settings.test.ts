import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { Invalid } from '../../errors.ts'
import type { Operation } from '../../model/operation.ts'
import { contracts } from '../../model/operations.ts'
import { inputReader } from './input.ts'

const operations: Operation[] = Object.values(contracts).flatMap((contract) => Object.values(contract))

/** Calls that merge what they are given, and whose existing clients send whole entries with fields of other versions. */
const LENIENT = [
  '/device',
  '/dns/hostnames/{hostname}',
  '/plugins/dns/block/overrideList/{list}',
  '/plugins/dns/log/config',
  '/confirm',
  '/hostapd/{interface}/config',
  '/firewall/geo_block/asn/{asn}',
  // Rules in the form of present clients, which may have more fields.
  ...['block', 'forward', 'group', 'tag'].flatMap((list) => [`/plugins/pfw/${list}`, `/plugins/pfw/${list}/{n}`]),
]

interface Leaf {
  readonly type: string
  readonly shape: Readonly<Record<string, unknown>>
  readonly catchall?: z.ZodType
}

function objectsOf(schema: z.ZodType | undefined): Leaf[] {
  if (!schema) return []
  const {
    innerType,
    in: input,
    out,
    options = [],
    ...leaf
  } = schema._zod.def as unknown as Leaf & {
    innerType?: z.ZodType
    in?: z.ZodType
    out?: z.ZodType
    options?: z.ZodType[]
  }
  const inner = [innerType, input, out, ...options].filter((part) => part !== undefined)
  return inner.length > 0 ? inner.flatMap(objectsOf) : leaf.type === 'object' ? [leaf] : []
}

/** PUTs of what a GET of the same path answers, and those whose every field may be absent. */
const settings = operations.filter(({ method, path, details }) => {
  if (method !== 'PUT' || !details.body) return false
  const given = objectsOf(details.body)
  const read = operations.find((other) => other.method === 'GET' && other.path === path)
  const shown = objectsOf(read?.details.reply)
  const isShown = shown.some(({ shape }) => given.some((body) => Object.keys(shape).some((key) => key in body.shape)))
  const isNamed = given.some(({ shape }) => Object.keys(shape).length > 0)
  return isShown || (isNamed && details.body.safeParse({}).success)
})

test('a body that replaces settings is refused when it has unknown keys', () => {
  const strict = settings.filter(({ path }) => !LENIENT.includes(path))
  for (const path of ['/multicastSettings', '/dnsSettings', '/wan/config', '/tokens', '/release', '/subnetConfig'])
    assert.ok(
      strict.some((one) => one.path === path),
      path,
    )
  for (const operation of strict) {
    const read = inputReader({ ...operation, details: { ...operation.details, params: undefined, query: undefined } })
    const body = Buffer.from(JSON.stringify({ Adresses: [] }))
    const refuses = (error: unknown) =>
      error instanceof Invalid && /Adresses|missing|must be one of/.test(error.message)
    assert.throws(() => read({ params: {}, query: {}, body }), refuses, operation.path)
    for (const leaf of objectsOf(operation.details.body))
      assert.ok(leaf.catchall, `${operation.path} takes unknown keys`)
  }
  // What one of these leaves out of its answer's fields would be ignored.
  for (const path of LENIENT.filter((one) => one !== '/confirm')) {
    const operation = settings.find((one) => one.path === path)
    const shown = operations.find((one) => one.method === 'GET' && one.path === path)?.details.reply
    const known = objectsOf(operation?.details.body).flatMap(({ shape }) => Object.keys(shape))
    for (const { shape } of objectsOf(shown))
      for (const name of Object.keys(shape)) assert.ok(known.includes(name), `PUT ${path} ignores ${name}`)
  }
  const known = settings.map(({ path }) => path)
  assert.deepEqual(
    LENIENT.filter((path) => !known.includes(path)),
    [],
  )
})
