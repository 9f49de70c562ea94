import type { z } from 'zod'
import type { LimitedRole } from './access/credentials/role.ts'
import type { RequestedRight } from './plugins/installed/right.ts'

/**
 * What a caller has to be. `setup`: anyone while the router is not set up, afterwards as `user`. `user`: a person or a token.
 * `password`: a person. `code`: either, with the proof of a one-time code.
 */
export type Access = 'public' | 'setup' | 'user' | 'password' | 'code'

type Schema = z.ZodType
type Shape = Record<string, Schema>

/** A body taken as bytes while they come in: neither parsed nor held in memory. More than `maxBytes` is refused. */
export interface Upload {
  readonly mediaType: string
  readonly maxBytes: number
}

/** What an operation says of itself: the source of its route, its validation, its description and its client. */
export interface Details {
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly access?: Access
  /**
   * The users who may call it, in addition to owners. Absent: owners only. What a parent gets of it is limited further in
   * `users/limits.ts`. API tokens have scopes instead.
   */
  readonly roles?: readonly LimitedRole[]
  /** Needs no proof of a one-time code, also from users whose other calls need one: such operations issue it. */
  readonly withoutProof?: true
  /** Open to anyone at home while the router is not set up, as with `setup`. */
  readonly untilSetUp?: true
  /**
   * For some bodies the handler demands the proof of a one-time code: `caller.isProved` says whether the call has a valid one, also
   * where credentials alone are enough.
   */
  readonly mayNeedCode?: true
  /** For `code`: the API token of a plugin needs no proof if its owner has confirmed this right. `caller.plugin` names the plugin. */
  readonly right?: RequestedRight['Kind']
  /** The path that the scopes of a token must permit, if that of the call is not the right one. */
  readonly scopedAs?: string
  /** Signs a browser in: pages of other origins may not call it, also with credentials, and `caller.browser` describes the browser. */
  readonly isForBrowsers?: true
  /** A GET that changes something: a scope that is only for reading is not enough for it. */
  readonly effects?: true
  /**
   * The entry that a call leaves in the audit, also where it only reads. Without it, a call that changes no remembered row
   * leaves its summary, unless it is a GET without effects. False: it changes nothing.
   */
  readonly audit?: string | false
  /** Its change cannot be undone, although its rows could be restored. */
  readonly undo?: false
  /** Names written `{name}` in the path. */
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Schema
  /** True when a missing body is taken as `{}`. */
  readonly bodyOptional?: boolean
  /** Takes up to minutes, since it downloads or builds something. Clients wait longer for the answer. */
  readonly isSlow?: true
  /** In place of `body`: what is sent is not JSON. */
  readonly upload?: Upload
  /** Absent: the handler's result is ignored, and the response is an empty 200 without a Content-Type. */
  readonly reply?: Schema
  /** The status of success: 200 if absent. */
  readonly status?: 201 | 204
  /** Those of `errors` that have a JSON body with a code. */
  readonly codedErrors?: readonly number[]
  /** The statuses other than 200 that a caller should expect, and their meaning. */
  readonly errors?: Readonly<Record<number, string>>
}

export interface Operation<D extends Details = Details, Path extends string = string> {
  /** `POST` only where the reference has it. */
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: Path
  readonly details: D
}

const operation =
  (method: Operation['method']) =>
  <const D extends Details, const Path extends string>(path: Path, details: D): Operation<D, Path> => ({
    method,
    path,
    details,
  })

export const get = operation('GET')
export const put = operation('PUT')
export const post = operation('POST')
export const del = operation('DELETE')

type Parsed<S> = S extends Shape ? { [K in keyof S]: z.output<S[K]> } : Record<never, never>
type ReplyOf<D extends Details> = D['reply'] extends Schema ? z.input<D['reply']> : unknown

/** Who called, and from where. */
export interface Caller {
  /** The user or token name; `console` on the router's own socket; empty without credentials. */
  readonly name: string
  readonly kind: 'user' | 'token' | 'console' | 'anonymous'
  readonly address: string
  /** The call has the proof of a one-time code. Only for operations with `mayNeedCode`. */
  readonly isProved?: boolean
  /** The plugin that calls by a confirmed right, in place of a one-time code. Only for operations with `right`. */
  readonly plugin?: string
  /** The key of the session that signed the call, where one did. */
  readonly session?: string
  /** The key of the API token of the call, where it has one. */
  readonly token?: string
  /** Only for operations with `isForBrowsers`. */
  readonly browser?: CallingBrowser
}

export interface CallingBrowser {
  /** The header `User-Agent`, at most 256 characters. */
  readonly agent: string
  /** The values of cookies with the name of a session's. They need not be valid. */
  readonly cookies: readonly string[]
  /** The origin of the router's own pages as the browser reaches it, such as `https://spr.local`; undefined without TLS. */
  readonly origin: string | undefined
}

export interface Request<D extends Details = Details> {
  readonly params: Parsed<D['params']>
  readonly query: Parsed<D['query']>
  readonly body: D['upload'] extends Upload
    ? AsyncIterable<Uint8Array>
    : D['body'] extends Schema
      ? z.output<D['body']>
      : undefined
  readonly caller: Caller
  /** Takes the Id of what the call has changed, if the caller can undo it. Absent where no caller would read it. */
  readonly offerUndo?: (id: string) => void
}

/** An answer that is JSON text already, so that one text can serve many callers. Encoded once. */
export class JsonText {
  readonly text: string
  #bytes: Uint8Array | undefined
  constructor(text: string) {
    this.text = text
  }
  get bytes(): Uint8Array {
    this.#bytes ??= new TextEncoder().encode(this.text)
    return this.#bytes
  }
}

/** A response that is plain text, not JSON, with the media type of the reply's schema: for shell scripts. */
export class PlainText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An answer in bytes as they come, of the media type that the reply's schema names. */
export class ByteStream {
  readonly chunks: AsyncIterable<Uint8Array>
  /** How many there will be, where that is known. */
  readonly length: number | undefined
  /** Called when all bytes are sent or the caller has disconnected. Ends the source of the bytes. */
  readonly end: () => void
  constructor(
    chunks: AsyncIterable<Uint8Array>,
    { length, end = () => {} }: { length?: number; end?: () => void } = {},
  ) {
    this.chunks = chunks
    this.length = length
    this.end = end
  }
}

/** A reply that also sets or deletes the session cookie of the browser. */
export class WithCookie<T> {
  readonly reply: T
  /** The value of the cookie; undefined deletes it. */
  readonly value: string | undefined
  /** How long the browser keeps it; undefined until it closes. */
  readonly seconds: number | undefined
  constructor(reply: T, value: string | undefined, seconds?: number) {
    this.reply = reply
    this.value = value
    this.seconds = seconds
  }
}

/** What a handler may answer with: the reply itself, its JSON text, or that text in chunks where it is too large to hold. */
export type HandlerAnswer<D extends Details> =
  | ReplyOf<D>
  | WithCookie<ReplyOf<D>>
  | JsonText
  | PlainText
  | ByteStream
  | AsyncIterable<string | Uint8Array>

export type Handler<D extends Details> = (request: Request<D>) => HandlerAnswer<D> | Promise<HandlerAnswer<D>>

/** One function for every operation of a contract. */
export type Handlers<Contract extends Record<string, Operation>> = {
  readonly [K in keyof Contract]: Contract[K] extends Operation<infer D> ? Handler<D> : never
}

/** An operation and what carries it out. */
export interface ServedOperation {
  readonly operation: Operation
  readonly handler: (request: Request) => unknown
}

/** The operations of a contract, each with its handler. */
export const serve = <Contract extends Record<string, Operation>>(
  contract: Contract,
  handlers: Handlers<Contract>,
): ServedOperation[] =>
  Object.entries(contract).map(([name, operation]) => ({
    operation,
    handler: handlers[name as keyof Contract] as ServedOperation['handler'],
  }))
