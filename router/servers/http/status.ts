import {
  AuthRefused,
  BadGateway,
  Conflict,
  Forbidden,
  GatewayTimeout,
  Invalid,
  Locked,
  NotFound,
  ProofMissing,
  phraseOf,
  Refused,
  TooLarge,
  TooLong,
  Unauthorized,
  Unavailable,
} from '../../errors.ts'
import { ofField, Phrase, type PhraseError, phrase } from '../../phrases/phrase.ts'
import { STATUS } from '../../wire/http.ts'

/** How a failure is answered. */
export interface ErrorAnswer {
  readonly status: number
  /** The message. */
  readonly phrase: Phrase
  readonly retryAfterSeconds?: number
  /** Where a page that called is sent instead: clients of API 0.3.0 ask for a one-time code when they get there. */
  readonly page?: string
  /** A code that clients read; then the body is JSON. */
  readonly code?: string
  /** True when it is our fault: then the cause is for the log, and never for the caller. */
  readonly isOurs: boolean
}

const MAX_LINE = 500

/** A page of the admin app. */
export const PROOF_PAGE = '/auth/validate'

export function failureOf(error: unknown): ErrorAnswer {
  if (error instanceof ProofMissing) return { ...answered(STATUS.unauthorized, error), page: PROOF_PAGE }
  if (error instanceof AuthRefused) return { ...answered(AUTH_REFUSALS[error.code], error), code: error.code }
  if (error instanceof Locked)
    return { ...answered(STATUS.tooManyRequests, error), retryAfterSeconds: error.retryAfterSeconds }
  for (const [kind, status] of FAILURES) if (error instanceof kind) return answered(status, error)
  const refusal = REFUSALS[codeOf(error)]
  if (refusal) return { status: refusal[0], phrase: refusal[1], isOurs: false }
  return { status: STATUS.internalError, phrase: phrase('request.internal'), isOurs: true }
}

const FAILURES: readonly (readonly [kind: abstract new (...args: never) => PhraseError, status: number])[] = [
  [Invalid, STATUS.badRequest],
  [Refused, STATUS.badRequest],
  [Unauthorized, STATUS.unauthorized],
  [Forbidden, STATUS.forbidden],
  [NotFound, STATUS.notFound],
  [Conflict, STATUS.conflict],
  [TooLarge, STATUS.contentTooLarge],
  [TooLong, STATUS.uriTooLong],
  [BadGateway, STATUS.badGateway],
  [GatewayTimeout, STATUS.gatewayTimeout],
  [Unavailable, STATUS.unavailable],
]

/** Refusals to the pages of plugins. */
const AUTH_REFUSALS: Readonly<Record<AuthRefused['code'], number>> = {
  invalid_token: STATUS.unauthorized,
  insufficient_scope: STATUS.forbidden,
  unsupported_protocol: STATUS.conflict,
}

/** What the HTTP library refuses, by its codes. */
const REFUSALS: Readonly<Record<string, readonly [status: number, phrase: Phrase]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [STATUS.contentTooLarge, ofField('body', phrase('request.bodyTooLarge'))],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [STATUS.badRequest, ofField('body', phrase('request.contentLength'))],
  FST_ERR_BAD_URL: [STATUS.badRequest, ofField('path', phrase('field.malformed'))],
  FST_ERR_MAX_PARAM_LENGTH: [STATUS.uriTooLong, ofField('path', phrase('request.tooLong'))],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [STATUS.unsupportedMediaType, ofField('Content-Type', phrase('field.malformed'))],
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const answered = (status: number, error: PhraseError): ErrorAnswer => ({
  status,
  phrase: phraseOf(error),
  isOurs: false,
})

/** Of a longer message clients have the line only. */
const MOST_HEADER = 2000

/** The header `X-Message`: code, values and field of a message as JSON in ASCII (`PhraseJson`). Undefined for a long one. */
export function messageHeader({ code, values }: Phrase): string | undefined {
  const [field, inner] = code === 'field.named' ? values : []
  const message = inner instanceof Phrase ? { ...inner.toJSON(), Field: field } : new Phrase(code, values).toJSON()
  const json = JSON.stringify(message).replace(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return json.length <= MOST_HEADER ? json : undefined
}

/** Control characters, line ends among them, would let input write lines into the log. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, MAX_LINE)

/** An error and its causes as one line for the log. */
export function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const at = /\n\s+at (.+)/.exec(error.stack ?? '')?.[1]
  const own = at ? `${error.message} (at ${at})` : error.message
  return error.cause === undefined ? own : `${own}, because ${causesOf(error.cause)}`
}
