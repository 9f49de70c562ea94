/** Numbers of DNS queries, and of those that were blocked. */
export interface QueryCounts {
  readonly total: number
  readonly blocked: number
}

export const NO_QUERIES: QueryCounts = { total: 0, blocked: 0 }

export const sumOfAsked = (a: QueryCounts, b: QueryCounts): QueryCounts => ({
  total: a.total + b.total,
  blocked: a.blocked + b.blocked,
})

/** The counts in an event: `dns:serve:<ip>` is a DNS query with its result. */
export function askedBy(topic: string, payload: unknown): QueryCounts {
  if (!topic.startsWith('dns:serve:')) return NO_QUERIES
  const isBlocked = (payload as { Type?: unknown } | null | undefined)?.Type === 'BLOCKED'
  return { total: 1, blocked: isBlocked ? 1 : 0 }
}
