import { CallError, type FailureKind, Locked, phraseOf } from '../../errors.ts'
import { ofField, Phrase, phrase } from '../../phrases/phrase.ts'
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
  if (error instanceof CallError) {
    const answer = { ...ANSWERS[error.kind], phrase: phraseOf(error), isOurs: false }
    return error instanceof Locked ? { ...answer, retryAfterSeconds: error.retryAfterSeconds } : answer
  }
  const refusal = REFUSALS[codeOf(error)]
  if (refusal) return { status: refusal[0], phrase: refusal[1], isOurs: false }
  return { status: STATUS.internalError, phrase: phrase('request.internal'), isOurs: true }
}

/** The answer to each kind of failure. */
const ANSWERS: Readonly<Record<FailureKind, Pick<ErrorAnswer, 'status' | 'page' | 'code'>>> = {
  invalid: { status: STATUS.badRequest },
  refused: { status: STATUS.badRequest },
  unauthorized: { status: STATUS.unauthorized },
  proof_missing: { status: STATUS.unauthorized, page: PROOF_PAGE },
  forbidden: { status: STATUS.forbidden },
  not_found: { status: STATUS.notFound },
  conflict: { status: STATUS.conflict },
  body_too_long: { status: STATUS.contentTooLarge },
  target_too_long: { status: STATUS.uriTooLong },
  locked: { status: STATUS.tooManyRequests },
  bad_gateway: { status: STATUS.badGateway },
  unavailable: { status: STATUS.unavailable },
  gateway_timeout: { status: STATUS.gatewayTimeout },
  // Of sessions of plugin pages, whose clients read the code.
  invalid_token: { status: STATUS.unauthorized, code: 'invalid_token' },
  insufficient_scope: { status: STATUS.forbidden, code: 'insufficient_scope' },
  unsupported_protocol: { status: STATUS.conflict, code: 'unsupported_protocol' },
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
