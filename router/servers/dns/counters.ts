/** Numbers of queries since the start. */
export interface QueryCounters {
  /** All messages received. */
  received: number
  /** Of those: too short, not a query, or malformed. */
  malformed: number
  /** From addresses that are no client's. */
  unknownDevices: number
  quarantined: number
  /** Answered from local names. */
  local: number
  cached: number
  /** Answered from expired cache entries because no upstream answered. */
  stale: number
  /** Sent to an upstream. */
  forwarded: number
  /** No upstream answered in time. */
  failed: number
  /** Blocked because the answer contained an address of the home. */
  rebound: number
  /** All queries that a rule blocked: block lists, overrides, canary domains, quarantine and rebinding. */
  blocked: number
  /** Answered but not logged, because of a rate limit or because the log was behind. */
  unlogged: number
  /** Answered with SERVFAIL because too many queries were in flight. */
  overloaded: number
  /** Exceptions. */
  faults: number
}

export const openCounters = (): QueryCounters => ({
  received: 0,
  malformed: 0,
  unknownDevices: 0,
  quarantined: 0,
  local: 0,
  cached: 0,
  stale: 0,
  forwarded: 0,
  failed: 0,
  rebound: 0,
  blocked: 0,
  unlogged: 0,
  overloaded: 0,
  faults: 0,
})
