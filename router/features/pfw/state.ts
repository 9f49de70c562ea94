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

/** The present addresses of the domains, countries and networks of a rule. */
export interface PfwAddresses {
  readonly id: string
  /** Networks with prefix length. */
  readonly nets: readonly string[]
}
