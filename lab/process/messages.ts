import type { Addressing } from '../guests/addresses.ts'

/** The first message of the outer process to the inner one. */
export interface Opening {
  readonly base: string
  readonly uplink: Addressing
  readonly unset: boolean
  readonly quiet: boolean
  readonly password: string
}

/** The messages of the inner process to the outer one. */
export type Report = { readonly progress: string } | { readonly ready: true } | { readonly failed: string }

/** A running home, as saved for `sallyport home`. */
export interface Running {
  /** The ID of the first process inside, on this machine. */
  readonly inside: number
  readonly trueRoot: boolean
  readonly port: number
}
