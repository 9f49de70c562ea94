import { catalogue, families } from '../../../events/catalogue.ts'
import type { Operation } from '../../../model/operation.ts'
import { isForScripts } from '../calls.ts'

type Json = { readonly [key: string]: unknown }

/**
 * A TypeScript declaration file for the scripts of automations: the operations that they can call, by contract and name, and the payload
 * of each topic. `description` is the OpenAPI description of the same operations.
 */
export function declarationsOf(
  contracts: Readonly<Record<string, Readonly<Record<string, Operation>>>>,
  description: Json,
): string {
  const groups = Object.entries(contracts)
    .map(([group, operations]) => ({
      group,
      operations: Object.entries(operations).filter(([, operation]) => isForScripts(operation)),
    }))
    .filter(({ operations }) => operations.length > 0)
  const paths = description.paths as Record<string, Record<string, Json>>
  const { schemas } = description.components as { schemas: Record<string, Json> }
  const events = description['x-events'] as Record<string, { payload: Json }>
  const methods = groups.map(({ group, operations }) => {
    const lines = operations.map(([name, { method, path, details }]) => {
      const one = paths[path]?.[method.toLowerCase()] ?? {}
      const reply = details.reply ? replyOf(one) : 'undefined'
      return `    /** ${oneLine(`${details.summary}: ${method} ${path}`)} */\n    ${name}(${inputOf(one)}): Promise<${reply}>`
    })
    return `  ${group}: {\n${lines.join('\n')}\n  }`
  })
  const topics = Object.entries({ ...catalogue, ...families }).map(([name, { about }]) => {
    const payload = typeOf(events[name]?.payload ?? {})
    const key = name.endsWith(':') ? `[topic: \`${name}\${string}\`]` : JSON.stringify(name)
    return `  /** ${oneLine(about)} */\n  ${key}: ${payload}`
  })
  const types = Object.entries(schemas).map(([name, schema]) => `type ${identifier(name)} = ${typeOf(schema)}`)
  return [
    HEAD,
    `interface Topics {\n${topics.join('\n')}\n}`,
    `interface Api {\n${methods.join('\n')}\n}`,
    ...types,
    '',
  ].join('\n\n')
}

const HEAD = `// Declarations for automations. Reference them in a script: /// <reference path="./automations.d.ts" />

/** The payload of a topic; of several topics with * at the end. */
type EventOf<T extends string> = T extends \`\${infer Beginning}*\`
  ? { [K in keyof Topics]: K extends \`\${Beginning}\${string}\` ? Topics[K] : never }[keyof Topics]
  : T extends keyof Topics
    ? Topics[T]
    : any
/** A topic of the router, or of another program. */
type Topic = keyof Topics | (string & {})

/** Calls a function for each event with this topic; with * at the end for all topics that begin with the rest. */
declare function on<T extends Topic>(topic: T, run: (event: EventOf<T>, topic: string, time: string) => unknown): void
/** Calls a function every so many minutes, from 1 to 1440. */
declare function every(minutes: number, run: () => unknown): void
/** Calls a function every day at this local time, such as '22:00'. */
declare function at(time: string, run: () => unknown): void
/** Publishes a notice. The ready-made alert "Automations" sends it to you. */
declare function notify(title: unknown, text?: unknown): void
/** Waits. A run may take 30 seconds in all. */
declare function sleep(seconds: number): Promise<void>
/** Values of JSON that are kept between runs until the script is changed or the router restarts, at most 8,192 characters. */
declare const memory: Record<string, any>
/** Writes to the log of the automation. */
declare const console: Record<'log' | 'info' | 'debug' | 'warn' | 'error', (...values: unknown[]) => void>
/** Calls the router as far as the scopes of the automation allow, at most 60 times a minute. Only in handlers. */
declare const api: Api`

const oneLine = (text: string): string => text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')
const identifier = (name: string): string => name.replaceAll(/\W/g, '_')
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Json
}

function inputOf(operation: Json): string {
  const parameters = (operation.parameters ?? []) as readonly Parameter[]
  const parts = (['path', 'query'] as const).flatMap((place) => {
    const own = parameters.filter((one) => one.in === place)
    if (own.length === 0) return []
    const isOptional = own.every(({ required }) => !required)
    const fields = own.map(({ name, required, schema }) => `${key(name)}${required ? '' : '?'}: ${typeOf(schema)}`)
    return [{ name: place === 'path' ? 'params' : 'query', isOptional, type: `{ ${fields.join('; ')} }` }]
  })
  const body = operation.requestBody as { required: boolean; content: Record<string, { schema: Json }> } | undefined
  const schema = body?.content['application/json']?.schema
  if (body && schema) parts.push({ name: 'body', isOptional: !body.required, type: typeOf(schema) })
  if (parts.length === 0) return ''
  const fields = parts.map(({ name, isOptional, type }) => `${name}${isOptional ? '?' : ''}: ${type}`)
  return `input${parts.every(({ isOptional }) => isOptional) ? '?' : ''}: { ${fields.join('; ')} }`
}

function replyOf(operation: Json): string {
  const { content = {} } =
    (operation.responses as Record<string, { content?: Record<string, { schema: Json }> }>)[200] ?? {}
  const [type, { schema }] = Object.entries(content)[0] ?? ['', { schema: {} }]
  return type === 'application/json' ? typeOf(schema) : 'string'
}

/** A schema of JSON Schema as a TypeScript type. What it cannot say, such as patterns, is left out. */
export function typeOf(schema: Json | boolean): string {
  if (typeof schema === 'boolean') return 'unknown'
  const { $ref, const: constant, enum: choices, anyOf, oneOf, allOf, type } = schema
  if (typeof $ref === 'string') return identifier($ref.split('/').at(-1) ?? '')
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  const alternatives = anyOf ?? oneOf
  if (Array.isArray(alternatives)) return [...new Set(alternatives.map(typeOf))].join(' | ')
  if (Array.isArray(allOf) && type === undefined) return allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ')
  if (type === 'array') return listOf(schema)
  if (type === 'object') return objectOf(schema)
  if (type === 'integer') return 'number'
  return ['string', 'number', 'boolean', 'null'].includes(String(type)) ? String(type) : 'unknown'
}

function listOf({ prefixItems, items }: Json): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(typeOf).join(', ')}]`
  return `Array<${typeOf((items ?? {}) as Json)}>`
}

function objectOf({ properties = {}, required = [], additionalProperties }: Json): string {
  const fields = Object.entries(properties as Record<string, Json>).map(
    ([name, schema]) => `${key(name)}${(required as string[]).includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  if (fields.length === 0) return `Record<string, ${isOpen ? typeOf(additionalProperties as Json) : 'unknown'}>`
  return `{ ${fields.join('; ')}${isOpen ? '; [field: string]: unknown' : ''} }`
}
