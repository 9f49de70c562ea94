import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditEntry } from '../model/access/audit/entry.ts'

/** Who causes a change, and by which operation. */
export interface Actor extends Pick<AuditEntry, 'Who' | 'Kind' | 'From' | 'Operation'> {}

interface Scope {
  readonly actor: Actor
  isOver: boolean
}

const scopes = new AsyncLocalStorage<Scope>()

/** Runs an operation on behalf of an actor: all changes during it are attributed to the actor. */
export async function actAs<T>(actor: Actor, work: () => T | Promise<T>): Promise<T> {
  const scope: Scope = { actor, isOver: false }
  try {
    return await scopes.run(scope, work)
  } finally {
    // A timer that was set during the call runs in this scope, but not on behalf of its caller.
    scope.isOver = true
  }
}

/** Runs the rest of a call on behalf of the user who has just signed in with it. */
export function actAsUser<T>(name: string, work: () => Promise<T>): Promise<T> {
  const actor = currentActor()
  return actor ? actAs({ ...actor, Who: name, Kind: 'user' }, work) : work()
}

/** Runs an automatic change, such as the expiry of a device. */
export const actAsRouter = <T>(reason: string, work: () => T | Promise<T>): Promise<T> =>
  actAs({ Who: 'router', Kind: 'router', From: '', Operation: reason }, work)

/** The present actor; undefined outside of calls and automatic changes. */
export function currentActor(): Actor | undefined {
  const scope = scopes.getStore()
  return scope && !scope.isOver ? scope.actor : undefined
}
