/** Bounds of the log without a schema: the app uses them, too. */
export const MOST_DAYS = 365
export const LEAST_MEGABYTES = 16
export const MOST_MEGABYTES = 65_536
/** Live events within a second; the rest is left out. */
export const MOST_EVENTS = 200
