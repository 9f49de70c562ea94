/** What is asked of the log of names: one answer serves all parts of the page. */
export const LAST_DAY = { query: { hours: 24, limit: 8 } } as const
