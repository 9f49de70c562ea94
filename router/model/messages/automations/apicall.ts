/** A call of an operation by a script, checked and not yet made. */
export interface ApiCall {
  readonly method: string
  /** The path with the query. */
  readonly path: string
  readonly body: unknown
  /** Whether it changes nothing. */
  readonly isRead: boolean
  /** Resolves with the reply. Rejects with an `Error` whose message is for the script. */
  make(): Promise<unknown>
}

/** Who calls: an automation. */
export interface ApiCaller {
  readonly name: string
  /** The paths that it may call, as for a token; but an empty list allows none. */
  readonly scopes: readonly string[]
}

/**
 * Checks a call of an operation by its name, such as `devices.list`, with the rules for tokens with these scopes. Throws an `Error` whose
 * message is for the script.
 */
export type CheckCall = (caller: ApiCaller, name: string, input: unknown) => ApiCall
