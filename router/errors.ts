import { ofField, type Phrase, PhraseError, type PhraseValue, verbatim } from './phrases/phrase.ts'

/** What an error says, to be filled into another message. */
export function phraseOrText(error: unknown): PhraseValue {
  if (error instanceof Invalid && error.field !== undefined) return ofField(error.field, error.phrase)
  if (error instanceof PhraseError) return error.phrase
  return error instanceof Error ? error.message : String(error)
}

/** The message of an error; of one without a code its text. */
export function phraseOf(error: unknown): Phrase {
  const phrase = phraseOrText(error)
  return typeof phrase === 'object' ? phrase : verbatim(String(phrase))
}

// A home owner can act on the messages of all but `CommandFailed`.

/** The base of what answers a call. `servers/http/status.ts` has the status of each kind. */
export abstract class CallError extends PhraseError {
  abstract readonly kind: FailureKind
}

/** What distinguishes the answers to failed calls. */
export type FailureKind = (NotFound | Invalid | Conflict | AccessDenied | Locked | Unavailable | Refused)['kind']

/** Thrown if what a call names does not exist: 404. */
export class NotFound extends CallError {
  override readonly name = 'NotFound'
  readonly kind = 'not_found'
}

/**
 * Thrown for input that is not valid: 400, and 413 or 414 if the body or the request target is too long. `field` is the JSON path of
 * what is wrong, as the caller spelt it.
 */
export class Invalid extends CallError {
  override readonly name = 'Invalid'
  readonly kind: 'invalid' | 'body_too_long' | 'target_too_long'
  readonly field: string | undefined
  constructor(
    phrase: Phrase,
    field?: string,
    { kind = 'invalid', ...options }: ErrorOptions & { readonly kind?: Invalid['kind'] } = {},
  ) {
    super(phrase, options)
    if (field) this.message = `${field}: ${phrase}`
    this.field = field
    this.kind = kind
  }
}

/** Thrown if the state that the caller relies on has changed in the meantime: 409. */
export class Conflict extends CallError {
  override readonly name = 'Conflict'
  readonly kind = 'conflict'
}

/**
 * Thrown if the caller may not do this. `unauthorized`: its credentials are missing, wrong or insufficient, 401. `proof_missing`: the
 * call needs a one-time code or a passkey, and has no valid one, 401. `forbidden`: the caller is known, and still may not, 403. The
 * others are of sessions of plugin pages, whose clients read the kind from a JSON body: 401, 403 and 409.
 */
export class AccessDenied extends CallError {
  override readonly name = 'AccessDenied'
  readonly kind:
    | 'unauthorized'
    | 'proof_missing'
    | 'forbidden'
    | 'invalid_token'
    | 'insufficient_scope'
    | 'unsupported_protocol'
  constructor(kind: AccessDenied['kind'], phrase: Phrase) {
    super(phrase)
    this.kind = kind
  }
}

/** Thrown for too many attempts, or too many at the same time: 429. The caller may come back after `retryAfterSeconds`. */
export class Locked extends CallError {
  override readonly name = 'Locked'
  readonly kind = 'locked'
  readonly retryAfterSeconds: number
  constructor(phrase: Phrase, retryAfterSeconds: number) {
    super(phrase)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Thrown if the router cannot answer now, because of damaged state, or of a part that has not started: 503. `bad_gateway`: a program
 * behind the router, such as a plugin, did not answer as it should, 502. `gateway_timeout`: it did not answer in time, 504.
 */
export class Unavailable extends CallError {
  override readonly name = 'Unavailable'
  readonly kind: 'unavailable' | 'bad_gateway' | 'gateway_timeout'
  constructor(
    phrase: Phrase,
    { kind = 'unavailable', ...options }: ErrorOptions & { readonly kind?: Unavailable['kind'] } = {},
  ) {
    super(phrase, options)
    this.kind = kind
  }
}

/** For `catch`: undefined if something is unavailable. Throws other errors. */
export function orUndefined(error: unknown): undefined {
  if (!(error instanceof Unavailable)) throw error
}

/** Thrown if the kernel refuses a change, with its error text in the message: 400. Then the change is undone. */
export class Refused extends CallError {
  override readonly name = 'Refused'
  readonly kind = 'refused'
}

/**
 * Thrown by the machine only, if a program ended with a status other than 0, could not be started, or ran out of time. `reason`:
 * what it wrote to stderr, or a message. A call that does not catch it is answered with 500.
 */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly argv: readonly string[]
  readonly exitCode: number | null
  readonly reason: Phrase
  constructor(argv: readonly string[], exitCode: number | null, reason: string | Phrase) {
    super(`${argv.join(' ')} ended with ${exitCode ?? 'a signal'}: ${String(reason).trim() || 'no message'}`)
    this.argv = argv
    this.exitCode = exitCode
    this.reason = typeof reason === 'string' ? verbatim(reason) : reason
  }

  get stderr(): string {
    return String(this.reason)
  }
}

/**
 * Thrown if something failed that is not the answer to a call, such as a download: the reason is stored, or shown with the state.
 * `field` is the setting that is probably wrong, such as `Host`. A call that does not catch it is answered with 500.
 */
export class FailedAttempt extends PhraseError {
  override readonly name: string = 'FailedAttempt'
  readonly field: string | undefined
  constructor(phrase: Phrase, { field, ...options }: ErrorOptions & { readonly field?: string | undefined } = {}) {
    super(phrase, options)
    this.field = field
  }
}
