/** Bounds of the settings of the log, without a schema: the app checks its fields with them. */
export const MOST_DAYS = 365
export const LEAST_MEGABYTES = 16
export const MOST_MEGABYTES = 65_536
