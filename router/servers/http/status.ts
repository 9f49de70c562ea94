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
  Refused,
  TooLarge,
  TooLong,
  Unauthorized,
  Unavailable,
} from '../../errors.ts'
import { STATUS } from '../../wire/http.ts'

/** How a failure is answered. */
export interface ErrorAnswer {
  readonly status: number
  /** One line for a person. */
  readonly line: string
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
  if (refusal) return { status: refusal[0], line: refusal[1], isOurs: false }
  const line = 'Something went wrong inside the router. The reason is in its log.'
  return { status: STATUS.internalError, line, isOurs: true }
}

const FAILURES: readonly (readonly [kind: new (message: string) => Error, status: number])[] = [
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
const REFUSALS: Readonly<Record<string, readonly [status: number, line: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [STATUS.contentTooLarge, 'body: must be at most 1 MiB'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [STATUS.badRequest, 'body: is not as long as its Content-Length says'],
  FST_ERR_BAD_URL: [STATUS.badRequest, 'path: is not valid'],
  FST_ERR_MAX_PARAM_LENGTH: [STATUS.uriTooLong, 'path: is too long'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [STATUS.unsupportedMediaType, 'Content-Type: is not valid'],
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const answered = (status: number, error: Error): ErrorAnswer => ({
  status,
  line: oneLine(error.message),
  isOurs: false,
})

/** Control characters, line ends among them, would let input write lines into the log. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, MAX_LINE)

/** An error and its causes as one line for the log. */
export function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const at = /\n\s+at (.+)/.exec(error.stack ?? '')?.[1]
  const own = at ? `${error.message} (at ${at})` : error.message
  return error.cause === undefined ? own : `${own}, because ${causesOf(error.cause)}`
}
