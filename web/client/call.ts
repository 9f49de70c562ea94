import type { z } from 'zod'
import type { Details, Operation } from '../../router/model/operation.ts'
import { translateMessage } from '../texts/translate.ts'
import { texts } from '../texts.ts'
import { Failure, reasonOf } from './failure.ts'
import type { LimitedFetch } from './limit.ts'
import type { MessageJson } from './messages.ts'

type Fields = Readonly<Record<string, z.ZodType>>
type Part<D, K extends 'params' | 'query'> = D extends { readonly [P in K]: infer S extends Fields }
  ? { readonly [P in K]: z.input<z.ZodObject<S>> }
  : unknown
type Body<D> = D extends { readonly body: infer S extends z.ZodType }
  ? D extends { readonly bodyOptional: true }
    ? { readonly body?: z.input<S> }
    : { readonly body: z.input<S> }
  : unknown

type Bytes<D> = D extends { readonly upload: object } ? { readonly upload: Blob } : unknown

/** The input of an operation: path parameters, query, and a body or the bytes of an upload. */
export type CallInput<D extends Details> = Part<D, 'params'> & Part<D, 'query'> & Body<D> & Bytes<D>
/** The reply of an operation; `true` for one without a reply body. */
export type OperationReply<D extends Details> = D extends { readonly reply: infer S extends z.ZodType }
  ? z.output<S>
  : true

/** The input as the rest of an argument list: omitted where it is empty. */
export type Rest<D extends Details> = unknown extends CallInput<D> ? [input?: undefined] : [input: CallInput<D>]

/** Calls one operation of a contract. Rejects with a `Failure`, and with nothing else. */
export type Call = <D extends Details>(operation: Operation<D>, ...rest: Rest<D>) => Promise<OperationReply<D>>
/** Returns the response itself, for files and streams. Rejects with a `Failure` if the call was refused. */
export type RawCall = <D extends Details>(operation: Operation<D>, ...rest: Rest<D>) => Promise<Response>

export interface CallDeps {
  readonly fetch: LimitedFetch
  /** The headers that authenticate a call; empty for none. */
  readonly credentials: () => Readonly<Record<string, string>>
  /** The proof of a one-time code, where there is one. */
  readonly proof: () => string | undefined
  /** Called with the Id of a change that the router can undo. */
  readonly onUndoable?: (id: string) => void
}

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly upload?: Blob
}

/** The URL path for `/ping/{interface}/{address}` with its parameters and query. Undefined query fields are omitted. */
export function pathOfCall(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const fields = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return fields.length === 0 ? filled : `${filled}?${new URLSearchParams(fields)}`
}

export function openCall(deps: CallDeps): Call {
  const ask = openAsk(deps)
  return async (operation, ...rest) => (await read(await ask(operation, ...rest))) as never
}

export function openAsk({ fetch, credentials, proof, onUndoable }: CallDeps): RawCall {
  return async (operation, ...[input]) => {
    const { method, path, details } = operation
    const { body, upload, ...where } = (input ?? {}) as AnyInput
    const proved = proof()
    const init: RequestInit = {
      method,
      // The router answers a missing one-time code with a redirect to a page, which is of no use to a script.
      redirect: 'manual',
      // The cookie of the session.
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        'X-Requested-With': 'react',
        ...credentials(),
        ...(proved !== undefined && { 'X-JWT-OTP': proved }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(details.upload && { 'Content-Type': details.upload.mediaType }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(upload && { body: upload }),
    }
    const response = await fetch(pathOfCall(path, where), init, details.isSlow).catch(() => {
      throw new Failure('unreachable', texts.failure.unreachable)
    })
    if (response.type === 'opaqueredirect') throw new Failure('codeNeeded', texts.failure.codeNeeded)
    if (!response.ok) throw await failureOf(response, details.access === 'code')
    const change = response.headers.get('X-Undo')
    if (change !== null) onUndoable?.(change)
    return response
  }
}

async function failureOf(response: Response, needsCode: boolean): Promise<Failure> {
  const reason = reasonOf(response.status, needsCode)
  const isText = response.headers.get('Content-Type')?.startsWith('text/plain') ?? false
  const words = isText ? (await response.text().catch(() => '')).trim().slice(0, 500) : ''
  const wait = Number(response.headers.get('Retry-After'))
  const coded = codedIn(response.headers.get('X-Message'))
  const sentence = reason === 'signedOut' ? '' : await translateMessage(words, coded)
  if (reason === 'locked') return new Failure(reason, sentence, { retryAfterSeconds: wait > 0 ? wait : 60, coded })
  return new Failure(reason, sentence || texts.failure[reason], { coded })
}

/** The code and the values of a message, which the router sends beside the English sentence. */
function codedIn(header: string | null): MessageJson | undefined {
  try {
    return header === null ? undefined : JSON.parse(header)
  } catch {
    return undefined
  }
}

/** A response without a Content-Type has no body. One that is neither JSON nor text does not come from the router. */
async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type')
  if (type === null) return true
  const isText = type.startsWith('text/plain')
  if (!isText && !type.startsWith('application/json')) throw new Failure('broken', texts.failure.broken)
  return (isText ? response.text() : response.json()).catch((error) => {
    throw error instanceof Failure ? error : new Failure('broken', texts.failure.broken)
  })
}
