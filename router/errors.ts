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

// The kinds of failure. Home owners can act on their messages, except on those of `CommandFailed`, which only the machine throws. Only
// `servers/http/status.ts` maps them to status codes.

/** The requested thing does not exist. */
export class NotFound extends PhraseError {
  override readonly name = 'NotFound'
}

/** The input cannot be taken. `field` is the JSON path of what is wrong, as the caller spelt it. */
export class Invalid extends PhraseError {
  override readonly name = 'Invalid'
  readonly field: string | undefined
  constructor(phrase: Phrase, field?: string) {
    super(phrase)
    if (field) this.message = `${field}: ${phrase}`
    this.field = field
  }
}

/** More was sent than is taken. */
export class TooLarge extends PhraseError {
  override readonly name = 'TooLarge'
}

/** The request target is longer than the router reads. */
export class TooLong extends PhraseError {
  override readonly name = 'TooLong'
}

/** The state that the caller relies on has changed in the meantime. */
export class Conflict extends PhraseError {
  override readonly name = 'Conflict'
}

/** The caller is not who it would have to be, or has not proved it. */
export class Unauthorized extends PhraseError {
  override readonly name = 'Unauthorized'
}

/** The caller sent its password, and this user needs a one-time code for every call. */
export class ProofMissing extends PhraseError {
  override readonly name = 'ProofMissing'
}

/** The caller is known, and still may not do this. */
export class Forbidden extends PhraseError {
  override readonly name = 'Forbidden'
}

/** A session of plugin pages is not valid, or not for this call. Its clients read the code from a JSON body. */
export class AuthRefused extends PhraseError {
  override readonly name = 'AuthRefused'
  readonly code: 'invalid_token' | 'insufficient_scope' | 'unsupported_protocol'
  constructor(code: AuthRefused['code'], phrase: Phrase) {
    super(phrase)
    this.code = code
  }
}

/** Too many attempts; the caller may come back after `retryAfterSeconds`. */
export class Locked extends PhraseError {
  override readonly name = 'Locked'
  readonly retryAfterSeconds: number
  constructor(phrase: Phrase, retryAfterSeconds: number) {
    super(phrase)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The router cannot answer this now: damaged state, or a part that has not started. */
export class Unavailable extends PhraseError {
  override readonly name = 'Unavailable'
}

/** For `catch`: undefined if something is unavailable. Throws other errors. */
export function orUndefined(error: unknown): undefined {
  if (!(error instanceof Unavailable)) throw error
}

/** A program behind the router, such as a plugin, did not answer as it should. */
export class BadGateway extends PhraseError {
  override readonly name = 'BadGateway'
}

/** A program behind the router did not answer in time. */
export class GatewayTimeout extends PhraseError {
  override readonly name = 'GatewayTimeout'
}

/** The kernel refuses a change. The message contains the kernel's error text. */
export class Refused extends PhraseError {
  override readonly name = 'Refused'
}

/** A program ended with a status other than 0, could not be started, or ran out of time. `reason`: what it wrote to stderr, or a message. */
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

/** Something failed that is not the answer to a call, such as a download. */
export class FailedAttempt extends PhraseError {
  override readonly name = 'FailedAttempt'
}
