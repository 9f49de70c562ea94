import type { Addressing } from '../guests/addresses.ts'

/** The first message of the outer process to the inner one. */
export interface Opening {
  readonly base: string
  readonly uplink: Addressing
  readonly unset: boolean
  readonly quiet: boolean
  readonly password: string
}

/** What comes back. */
export type Report = { readonly progress: string } | { readonly ready: true } | { readonly failed: string }

/** A running home, written down for `sallyport home`. */
export interface Running {
  /** The first process inside, as this machine numbers it. */
  readonly inside: number
  readonly trueRoot: boolean
  readonly port: number
}
