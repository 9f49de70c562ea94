import { z } from 'zod'
import { Invalid } from '../../errors.ts'
import type { Operation, Request } from '../../model/operation.ts'
import { phrase } from '../../phrases/phrase.ts'
import { keyFolder } from './keys.ts'
import { invalid, wording } from './wording.ts'

/** A call as it came: parameters still texts, the body as its bytes. */
export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: Uint8Array | undefined
}

export type RequestInput = Omit<Request, 'caller'>

/** What an operation takes, read and checked. Throws `Invalid`, naming the first field that is wrong. */
export function inputReader({ details }: Operation): (raw: RawInput) => RequestInput {
  const readParams = details.params && checker(z.object(details.params), 'path')
  const readQuery = details.query && queryReader(details.query)
  const readBody = details.body && bodyReader(details.body, details.bodyOptional ?? false)
  return ({ params, query, body }) => ({
    params: (readParams?.(params) ?? {}) as RequestInput['params'],
    query: (readQuery?.(query) ?? {}) as RequestInput['query'],
    body: readBody?.(body) as RequestInput['body'],
  })
}

const checker = (schema: z.ZodType, whole: string) => (value: unknown) => {
  const result = schema.safeParse(value, { error: wording })
  if (!result.success) throw invalid(result.error, whole)
  return result.data
}

function bodyReader(schema: z.ZodType, mayBeMissing: boolean): (bytes: Uint8Array | undefined) => unknown {
  const fold = keyFolder(schema)
  const check = checker(schema, 'body')
  return (bytes) => {
    const text = bytes === undefined ? '' : decode(bytes)
    const isMissing = text.trim() === ''
    if (isMissing && !mayBeMissing) throw new Invalid(phrase('field.missing'), 'body')
    return check(isMissing ? {} : fold(parseJson(text)))
  }
}

/** RFC 8259 8.1: JSON is UTF-8. Replacement characters would be stored in place of what was sent. */
function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new Invalid(phrase('request.utf8Malformed'), 'body')
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words quote the input, which may hold a secret.
    throw new Invalid(phrase('request.jsonMalformed'), 'body')
  }
}

/**
 * `a=1&a=2` is a list where the operation takes one, otherwise the last counts; one value makes a list of one. Present clients send all
 * their fields, so an empty value of an optional parameter counts as absent; that of a required one is checked.
 */
function queryReader(shape: Record<string, z.ZodType>): (query: unknown) => unknown {
  const check = checker(z.object(shape), 'query')
  const names = Object.keys(shape)
  const lists = new Set(names.filter((name) => takesList(shape[name]!)))
  const optional = new Set(names.filter((name) => shape[name]!.safeParse(undefined).success))
  return (query) => {
    const given = Object.entries(query as Record<string, string | string[]>).flatMap(([name, value]) => {
      const values = [value].flat()
      const filled = optional.has(name) ? values.filter((one) => one !== '') : values
      if (filled.length === 0) return []
      return [[name, lists.has(name) ? filled : filled.at(-1)] as const]
    })
    return check(Object.fromEntries(given))
  }
}

const takesList = (schema: z.ZodType): boolean => {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.ZodType }
  return type === 'array' || (innerType !== undefined && takesList(innerType))
}
