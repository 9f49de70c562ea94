import type { Operation } from '../../../model/operation.ts'

type Json = { readonly [key: string]: unknown }

/** A schema by its reference, `#/components/schemas/NAME`. */
export type SchemaLookup = (reference: string) => Json

/**
 * An example of a JSON Schema: the one it carries; else the first value it allows; else one made of examples of its parts, those
 * that may be left out only where they carry one. Undefined where nothing says what it may look like.
 */
export function exampleOf(schema: Json, lookup: SchemaLookup): unknown {
  if ('example' in schema) return schema.example
  if (typeof schema.$ref === 'string') return exampleOf(lookup(schema.$ref), lookup)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const branches = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as readonly Json[] | undefined
  if (branches)
    return branches
      .map((branch) => exampleOf(branch, lookup))
      .find((example) => example !== undefined && example !== '')
  if (schema.type === 'object') return ofObject(schema, lookup)
  if (schema.type === 'boolean') return false
  return undefined
}

function ofObject(schema: Json, lookup: SchemaLookup): Json {
  const required = (schema.required ?? []) as readonly string[]
  const parts = Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, part]) => {
    const isShown = required.includes(name) || carriesExample(part, lookup)
    const example = isShown ? exampleOf(part, lookup) : undefined
    return example === undefined ? [] : [[name, example]]
  })
  return Object.fromEntries(parts)
}

function carriesExample(schema: Json, lookup: SchemaLookup): boolean {
  if (typeof schema.$ref === 'string') return carriesExample(lookup(schema.$ref), lookup)
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as readonly Json[]
  return 'example' in schema || branches.some((branch) => carriesExample(branch, lookup))
}

/** What a call of an operation looks like, filled in with the examples of its description. */
export interface ExampleCall {
  readonly method: Operation['method']
  /** With parameters and query. */
  readonly path: string
  /** The body as JSON; undefined without one. */
  readonly body: unknown
  readonly uploads: boolean
  /** The answer is a file, to be kept rather than read. */
  readonly isFile: boolean
  readonly signsIn: boolean
  readonly proves: boolean
  /** The helpers' socket it is made on, relative to where the router keeps its data. */
  readonly socket: string | undefined
}

/** The call as a person would type it, in a shell. */
export function curlOf({ method, path, body, uploads, isFile, signsIn, proves, socket }: ExampleCall): string {
  return [
    'curl',
    ...(socket ? ['--unix-socket', socket] : []),
    ...(signsIn ? ['-u', 'admin'] : []),
    ...(proves ? ['-H', '"X-JWT-OTP: $PROOF"'] : []),
    ...(uploads ? ['-T', 'FILE'] : method === 'GET' ? [] : ['-X', method]),
    ...(isFile ? ['-o', 'FILE'] : []),
    ...(body === undefined ? [] : ['-d', quoted(JSON.stringify(body))]),
    quoted(`http://${socket ? 'localhost' : 'spr.local'}${path}`),
  ].join(' ')
}

const quoted = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
