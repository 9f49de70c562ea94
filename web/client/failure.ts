/** Why a call came to nothing. `message` is the router's own sentence where it gave one. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly reason: Reason
  /** Only with `locked`. */
  readonly retryAfterSeconds: number
  constructor(reason: Reason, message: string, retryAfterSeconds = 0) {
    super(message)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type Reason =
  /** The router did not answer. */
  | 'unreachable'
  /** The credentials are wrong, or no longer right. */
  | 'signedOut'
  /** Too many wrong passwords; wait. */
  | 'locked'
  /** Only with a one-time code. */
  | 'codeNeeded'
  | 'missing'
  /** The router will not do what was asked; its words say why. */
  | 'refused'
  /** The router itself failed. */
  | 'broken'

/** A status of the router as a reason. Calls that need a code answer 401 to a password alone. */
export function reasonOf(status: number, needsCode: boolean): Reason {
  if (status === 401) return needsCode ? 'codeNeeded' : 'signedOut'
  if (status === 404) return 'missing'
  if (status === 429) return 'locked'
  return status >= 500 ? 'broken' : 'refused'
}
