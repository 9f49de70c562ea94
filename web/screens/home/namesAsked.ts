/** Numbers of DNS queries, and of those that were blocked. */
export interface Asked {
  readonly total: number
  readonly blocked: number
}

export const NOTHING: Asked = { total: 0, blocked: 0 }

export const plus = (a: Asked, b: Asked): Asked => ({ total: a.total + b.total, blocked: a.blocked + b.blocked })

/** The counts in an event: `dns:serve:<ip>` is a DNS query with its result. */
export function askedBy(topic: string, payload: unknown): Asked {
  if (!topic.startsWith('dns:serve:')) return NOTHING
  const isBlocked = (payload as { Type?: unknown } | null | undefined)?.Type === 'BLOCKED'
  return { total: 1, blocked: isBlocked ? 1 : 0 }
}
