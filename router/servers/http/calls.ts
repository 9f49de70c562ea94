import { Invalid } from '../../errors.ts'
import { mayCall } from '../../model/access/credentials/scope.ts'
import type { ApiCaller, CheckCall } from '../../model/messages/automations/apicall.ts'
import type { ServedOperation } from '../../model/operation.ts'
import { ByteStream, type Caller, JsonText, type Operation, PlainText } from '../../model/operation.ts'
import { verbatim } from '../../phrases/phrase.ts'
import { isObject } from '../../values/object.ts'
import { inputReader } from './input.ts'
import { isStream } from './routes.ts'
import { failureOf, oneLine } from './status.ts'

/** Replies to scripts are not longer than this, in characters. */
const MOST_REPLY = 512 * 1024
/** What automations cannot call, regardless of their scopes. */
const OWN = '/automations'

interface Named extends ServedOperation {
  readonly read: ReturnType<typeof inputReader>
}

interface Input {
  readonly params: Record<string, string>
  readonly query: Record<string, string | string[]>
  readonly body: unknown
}

/**
 * Calls of operations from within the router, by name (`devices.list`). They pass the same checks as calls over HTTP with a token that
 * has these scopes, and the same validation.
 */
export function openCalls(
  contracts: Readonly<Record<string, Readonly<Record<string, Operation>>>>,
  served: readonly ServedOperation[],
): CheckCall {
  const byOperation = new Map(served.map((one) => [one.operation, one]))
  const named = new Map<string, Named>()
  for (const [group, operations] of Object.entries(contracts))
    for (const [name, operation] of Object.entries(operations)) {
      const one = byOperation.get(operation)
      if (one) named.set(`${group}.${name}`, { ...one, read: inputReader(operation) })
    }

  return (caller, name, given) => {
    const one = named.get(name)
    if (!one) throw new Error(`api.${name.slice(0, 80)} does not exist`)
    const { operation, handler, read } = one
    const { method, path: template, details } = operation
    const input = inputOf(given)
    const path = filled(template, input.params)
    demandAllowed(caller, operation, path)
    const isRead = method === 'GET' && !details.effects
    const from: Caller = { name: `automation ${caller.name}`, kind: 'token', address: '' }
    return {
      method,
      path: withQuery(path, input.query),
      body: input.body,
      isRead,
      async make() {
        try {
          const body = input.body === undefined ? undefined : Buffer.from(JSON.stringify(input.body))
          return await replyOf(operation, await handler({ ...read({ ...input, body }), caller: from } as never))
        } catch (error) {
          throw new Error(oneLine(String(failureOf(error).phrase)), { cause: error })
        }
      },
    }
  }
}

/** Whether automations can call an operation at all: what needs a password or a one-time code, and files, they cannot. */
export const isForScripts = ({ path, details: { access, upload } }: Operation): boolean =>
  !upload && access !== 'password' && access !== 'code' && !path.startsWith(OWN)

/** As for a token: scopes by method and path. */
function demandAllowed({ scopes }: ApiCaller, operation: Operation, path: string): void {
  const { method, details } = operation
  if (!isForScripts(operation)) throw new Error(`${method} ${path}: automations cannot call this`)
  const effective = details.effects && method === 'GET' ? 'PUT' : method
  // Unlike for a token, no scopes allow nothing.
  if (scopes.length === 0 || !mayCall(scopes, effective, path))
    throw new Error(`${method} ${path}: not allowed by the scopes of this automation`)
}

/** Texts of path and query are what a URL would carry. Throws an `Error` for anything else. */
function inputOf(given: unknown): Input {
  const { params = {}, query = {}, body } = record(given, 'the input')
  return {
    params: Object.fromEntries(
      Object.entries(record(params, 'params')).map(([name, value]) => [name, text(name, value)]),
    ),
    query: Object.fromEntries(
      Object.entries(record(query, 'query'))
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => [name, Array.isArray(value) ? value.map((one) => text(name, one)) : text(name, value)]),
    ),
    body,
  }
}

function record(given: unknown, what: string): Record<string, unknown> {
  if (isObject(given)) return given
  throw new Error(`${what} must be an object, such as { params: {}, query: {}, body: {} }`)
}

function text(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`${name}: must be text, a number or a boolean`)
}

const filled = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined || value === '') throw new Error(`params.${name}: is missing`)
    return encodeURIComponent(value)
  })

function withQuery(path: string, query: Input['query']): string {
  const fields = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`
}

const replyTooLong = (): Invalid =>
  new Invalid(verbatim(`the reply is longer than ${MOST_REPLY} characters: ask for less`))

/** The reply as a value of JSON; undefined for an empty one. */
async function replyOf({ details }: Operation, result: unknown): Promise<unknown> {
  if (!details.reply) return undefined
  if (result instanceof ByteStream) {
    result.end()
    throw replyTooLong()
  }
  if (result instanceof PlainText) return short(result.text)
  const json =
    result instanceof JsonText ? result.text : isStream(result) ? await collected(result) : JSON.stringify(result)
  return json === undefined ? undefined : JSON.parse(short(json))
}

function short(text: string): string {
  if (text.length > MOST_REPLY) throw replyTooLong()
  return text
}

async function collected(chunks: AsyncIterable<string | Uint8Array>): Promise<string> {
  let whole = ''
  for await (const chunk of chunks)
    whole = short(whole + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()))
  return whole
}
