/**
 * Whether a time limit of at most `longestMs` is still running. `until` and `now` are in milliseconds since 1970. A limit that is
 * further ahead was set before the clock was set back, and counts as expired: without a clock battery that may be years.
 */
export const isRunning = (until: number, now: number, longestMs: number): boolean =>
  until > now && until - now <= longestMs
