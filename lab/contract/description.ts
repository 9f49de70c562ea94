import assert from 'node:assert/strict'
import { z } from 'zod'
import { exchange, type Reply } from './call.ts'

type Json = { readonly [key: string]: Json }

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
}

/** The router's OpenAPI description. */
export interface Description {
  readonly document: Json
  /** `GET /devices` and so on. */
  readonly operations: readonly string[]
  /** The operation that takes such a call. */
  nameOf(method: string, path: string): string | undefined
  /** Throws when the description does not announce such an answer to such a call. */
  admit(method: string, path: string, reply: Reply): void
  /** The path with an empty value for each optional query parameter that it does not have; undefined if there is none. */
  withEmpty(method: string, path: string): string | undefined
  /** Every example that a schema carries, with its location and whether the schema accepts it. */
  examples(): { readonly place: string; readonly fits: boolean }[]
}

/** Statuses with which any call can be rejected: unknown path or method, too many wrong passwords. */
const ANY_CALL = [401, 404, 405, 429]

export async function readDescription(socket: string): Promise<Description> {
  const { text } = await exchange(socket, { method: 'GET', path: '/openapi.json' })
  const document = JSON.parse(text) as Json
  const { paths = {}, components } = document
  const schemaOf = schemasWith(components?.schemas ?? {})

  const templateOf = (path: string): string => {
    const plain = path.split('?', 1)[0]?.replace(/(?<=.)\/$/, '') ?? ''
    const templates = Object.keys(paths)
    return templates.find((one) => one === plain) ?? templates.find((one) => patternOf(one).test(plain)) ?? plain
  }
  const operationAt = (method: string, path: string): Json | undefined =>
    paths[templateOf(path)]?.[method.toLowerCase()]

  return {
    document,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    nameOf: (method, path) => (operationAt(method, path) ? `${method} ${templateOf(path)}` : undefined),
    admit(method, path, { status, headers, text: body }) {
      const announced = operationAt(method, path)?.responses?.[status]
      if (!announced && ANY_CALL.includes(status)) return
      assert.ok(announced, `${method} ${path} does not announce ${status}`)
      const type = mediaTypeOf(headers['content-type'])
      const [content] = Object.values(announced.content ?? {})
      const schema = type === undefined ? undefined : content?.schema
      assert.deepEqual(Object.keys(announced.content ?? {}).map(mediaTypeOf), type === undefined ? [] : [type])
      if (schema && type === 'application/json') schemaOf(schema).parse(JSON.parse(body))
    },
    withEmpty(method, path) {
      const parameters = (operationAt(method, path)?.parameters ?? []) as unknown as Parameter[]
      const [, query = ''] = path.split('?', 2)
      const given = new URLSearchParams(query)
      const missing = parameters.filter((one) => one.in === 'query' && !one.required && !given.has(one.name))
      if (missing.length === 0) return undefined
      return `${path}${query ? '&' : '?'}${missing.map(({ name }) => `${name}=`).join('&')}`
    },
    examples: () =>
      [...examplesIn(document, '')].map(({ place, schema, example }) => ({
        place,
        fits: schemaOf(schema).safeParse(example).success,
      })),
  }
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** Makes a checking schema of one that may refer to `components`; only those that it needs become part of it. */
function schemasWith(components: Json): (schema: Json) => z.ZodType {
  const textOf = (schema: unknown): string => JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/')
  const texts = new Map(Object.entries(components).map(([name, schema]) => [name, textOf(schema)]))
  const made = new Map<string, z.ZodType>()

  function refer(text: string, $defs: Record<string, Json>): void {
    for (const [, name = ''] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const definition = texts.get(name)
      if (definition === undefined || name in $defs) continue
      $defs[name] = JSON.parse(definition)
      refer(definition, $defs)
    }
  }

  return (schema) => {
    const text = textOf(schema)
    const known = made.get(text)
    if (known) return known
    const $defs: Record<string, Json> = {}
    refer(text, $defs)
    const one = z.fromJSONSchema({ ...JSON.parse(text), $defs })
    made.set(text, one)
    return one
  }
}

/** A schema says `example` of itself; within `properties` that would be the name of one. */
function* examplesIn(value: unknown, place: string): Generator<{ place: string; schema: Json; example: unknown }> {
  if (typeof value !== 'object' || value === null) return
  if ('example' in value && !place.endsWith('/properties'))
    yield { place, schema: value as unknown as Json, example: value.example }
  for (const [key, inner] of Object.entries(value)) yield* examplesIn(inner, `${place}/${key}`)
}

/** Without parameters such as a version. */
const mediaTypeOf = (text: string | undefined): string | undefined => text?.split(';', 1)[0]
