/** A call of an operation: its path with everything filled in, and its body. */
export type Ask = readonly [path: string, body?: unknown]

/** How an operation is tried: calls that work, and calls that are refused. */
export interface Trial {
  /** Calls that make it possible, each of which has to be answered 200. */
  readonly given?: readonly (readonly [method: string, ...Ask])[]
  readonly good: readonly Ask[]
  /** By status. */
  readonly refused?: Readonly<Record<number, readonly Ask[]>>
  /** What a GET shows, in part, after the last good call. */
  readonly shows?: readonly [path: string, part: unknown]
  /** True where this home has nothing for the list to hold. */
  readonly nothingThere?: true
}

/** What the calls speak of. */
export interface Scene {
  readonly phone: { readonly mac: string; readonly ip: string; readonly link: string }
  /** A code that was not given before, of the seed that was registered. */
  readonly code: () => string
  /** The value of the token that was made last. */
  readonly token: () => string
}

/** Trials by method and path, in the order in which they are tried. */
export type Trials = Readonly<Record<string, Trial>>
