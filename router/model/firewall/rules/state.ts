import type { AddressSet } from '../../../values/addressset.ts'

/** Whether a rule holds now. A rule without such an entry does not. */
export interface PfwState {
  readonly id: string
  readonly holds: boolean
  /** When it ends if nothing else changes, in milliseconds since 1970; undefined if it does not hold or has no end. */
  readonly until: number | undefined
  /** The devices for which it does not hold although it does for others. */
  readonly skipped: readonly string[]
}

/** The minutes that devices have used the internet today. */
export interface PfwUsage {
  /** The rule or the tag. */
  readonly target: string
  /** The day, such as `2026-11-23`. */
  readonly date: string
  readonly minutes: number
}

/** The addresses of the countries and networks that a rule lists. */
export interface PfwNetworks {
  readonly id: string
  /** What the rule listed when they were compiled: `networksKey`. */
  readonly key: string
  readonly addresses: AddressSet
}

/** The present addresses of the domains that a rule lists. */
export interface PfwHosts {
  readonly id: string
  readonly addresses: AddressSet
}
