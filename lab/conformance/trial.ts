/** A call of an operation: its path with everything filled in, and its body. */
export type Ask = readonly [path: string, body?: unknown]

/** Calls of an operation that succeed. Those that are rejected are rows of the contract (`lab/contract`). */
export interface Trial {
  /** Calls that prepare it; each must return 200. */
  readonly given?: readonly (readonly [method: string, ...Ask])[]
  readonly good: readonly Ask[]
  /** What a GET shows, in part, after the last good call. */
  readonly shows?: readonly [path: string, part: unknown]
  /** True if the list is empty in this home. */
  readonly nothingThere?: true
  /** Succeeds only with a radio, in the virtual machine (`lab/vm/radio-api.test.ts`). Without one, each good call returns 400. */
  readonly needsRadio?: true
  /** Succeeds only where containers can run. Elsewhere, each good call returns 400 or 503. */
  readonly needsContainers?: true
  /** Succeeds only on an installed router (`lab/scenarios/install/update.all.test.ts`). Elsewhere, each good call returns 400. */
  readonly needsInstallation?: true
}

/** Values of the home that the calls use. */
export interface Scene {
  readonly phone: { readonly mac: string; readonly ip: string; readonly link: string }
  /** An unused code of the registered seed. */
  readonly code: () => string
  /** The token that was created last. */
  readonly token: () => string
}

/** Trials by method and path, in the order in which they are tried. */
export type Trials = Readonly<Record<string, Trial>>
