import type { Draft } from '../../../store/facts.ts'

/** Ends the sessions of a user, except the one with this key. */
export function endSessions(draft: Draft, name: string, except?: string): void {
  for (const [key, { Name }] of [...draft.sessions.rows()])
    if (Name === name && key !== except) draft.sessions.remove(key)
}
