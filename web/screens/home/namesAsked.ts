/** Names that devices asked the router for, and those of them that it withheld. */
export interface Asked {
  readonly total: number
  readonly blocked: number
}

export const NOTHING: Asked = { total: 0, blocked: 0 }

export const plus = (a: Asked, b: Asked): Asked => ({ total: a.total + b.total, blocked: a.blocked + b.blocked })

/** What an event of the router tells of names: `dns:serve:<ip>` is one that was asked for, with what became of it. */
export function askedBy(topic: string, payload: unknown): Asked {
  if (!topic.startsWith('dns:serve:')) return NOTHING
  const isBlocked = (payload as { Type?: unknown } | null | undefined)?.Type === 'BLOCKED'
  return { total: 1, blocked: isBlocked ? 1 : 0 }
}
