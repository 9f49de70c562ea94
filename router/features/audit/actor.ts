import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditEntry } from './entry.ts'

/** On whose behalf something is done, and why. */
export interface Actor extends Pick<AuditEntry, 'Who' | 'Kind' | 'From' | 'Operation'> {}

interface Scope {
  readonly actor: Actor
  isOver: boolean
}

const scopes = new AsyncLocalStorage<Scope>()

/** Do something on behalf of somebody: all that follows from it counts as theirs, until it is done. */
export async function actAs<T>(actor: Actor, work: () => T | Promise<T>): Promise<T> {
  const scope: Scope = { actor, isOver: false }
  try {
    return await scopes.run(scope, work)
  } finally {
    // A timer that was set during the call fires in this scope, but not on behalf of its caller.
    scope.isOver = true
  }
}

/** Do what nobody has asked for now, such as ending a device's time. */
export const actAsRouter = <T>(reason: string, work: () => T | Promise<T>): Promise<T> =>
  actAs({ Who: 'router', Kind: 'router', From: '', Operation: reason }, work)

/** On whose behalf this is done; undefined for what nobody has asked for, and the router did not decide on. */
export function currentActor(): Actor | undefined {
  const scope = scopes.getStore()
  return scope && !scope.isOver ? scope.actor : undefined
}
