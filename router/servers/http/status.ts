import {
  Conflict,
  Forbidden,
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

/** How a failure is answered. This file is the only one that knows the numbers. */
export interface Failure {
  readonly status: number
  /** One line for a person. */
  readonly line: string
  readonly retryAfterSeconds?: number
  /** Where a page that called is sent instead: clients of API 0.3.0 ask for a one-time code when they get there. */
  readonly page?: string
  /** True when it is our fault: then the cause is for the log, and never for the caller. */
  readonly isOurs: boolean
}

const MAX_LINE = 500

/** A page of the admin app. */
export const PROOF_PAGE = '/auth/validate'

export function failureOf(error: unknown): Failure {
  if (error instanceof Invalid || error instanceof Refused) return told(400, error)
  if (error instanceof Unauthorized) return told(401, error)
  if (error instanceof ProofMissing) return { ...told(401, error), page: PROOF_PAGE }
  if (error instanceof Forbidden) return told(403, error)
  if (error instanceof NotFound) return told(404, error)
  if (error instanceof Conflict) return told(409, error)
  if (error instanceof Locked) return { ...told(429, error), retryAfterSeconds: error.retryAfterSeconds }
  if (error instanceof TooLarge) return told(413, error)
  if (error instanceof TooLong) return told(414, error)
  if (error instanceof Unavailable) return told(503, error)
  const refusal = REFUSALS[codeOf(error)]
  if (refusal) return { status: refusal[0], line: refusal[1], isOurs: false }
  return { status: 500, line: 'Something went wrong inside the router; its log says what.', isOurs: true }
}

/** What the HTTP server itself will not take, by its codes. */
const REFUSALS: Readonly<Record<string, readonly [status: number, line: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body: must be at most 1 MiB'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'body: is not as long as its Content-Length says'],
  FST_ERR_BAD_URL: [400, 'path: is not valid'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'path: is too long'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Content-Type: is not valid'],
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const told = (status: number, error: Error): Failure => ({ status, line: oneLine(error.message), isOurs: false })

/** Control characters, line ends among them, would let input write lines of its own. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, MAX_LINE)

/** An error and its causes as one line for the log. */
export function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const at = /\n\s+at (.+)/.exec(error.stack ?? '')?.[1]
  const own = at ? `${error.message} (at ${at})` : error.message
  return error.cause === undefined ? own : `${own}, because ${causesOf(error.cause)}`
}
