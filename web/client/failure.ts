import type { MessageJson } from './messages.ts'

interface FailureDetails {
  /** With `locked`: how long to wait. */
  readonly retryAfterSeconds?: number
  /** The router's message as a code; `message` is its sentence in the language of the app. */
  readonly coded?: MessageJson | undefined
}

/** Why a call failed. `message` is the router's message if there is one. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly reason: FailureReason
  readonly retryAfterSeconds: number
  readonly coded: MessageJson | undefined
  constructor(reason: FailureReason, message: string, { retryAfterSeconds = 0, coded }: FailureDetails = {}) {
    super(message)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
    this.coded = coded
  }
}

export type FailureReason =
  /** The router did not answer. */
  | 'unreachable'
  /** The credentials are wrong or have expired. */
  | 'signedOut'
  /** Too many wrong passwords; wait. */
  | 'locked'
  /** The call needs a one-time code. */
  | 'codeNeeded'
  | 'missing'
  /** The router rejected the request; its message has the reason. */
  | 'refused'
  /** Server error. */
  | 'broken'

/** The reason for an HTTP status. Calls that need a one-time code return 401 for a session without one. */
export function reasonOf(status: number, needsCode: boolean): FailureReason {
  if (status === 401) return needsCode ? 'codeNeeded' : 'signedOut'
  if (status === 404) return 'missing'
  if (status === 429) return 'locked'
  return status >= 500 ? 'broken' : 'refused'
}
