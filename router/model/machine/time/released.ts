/** A time before this release, in milliseconds since 1970: an earlier clock is wrong. A release sets it to its date. */
export const RELEASED = Date.UTC(2026, 10, 1)
