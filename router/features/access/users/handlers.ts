import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import type { Role } from '../../../model/access/credentials/role.ts'
import { RESERVED_NAMES, roleOf, type User } from '../../../model/access/credentials/user.ts'
import { type ListedUser, MOST_USERS, type users } from '../../../model/access/users/contract.ts'
import { groupsOf } from '../../../model/home/devices/revise.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { endSessions, stampOf } from '../credentials/credential.ts'
import { demandProof, removeFactors } from '../credentials/factors.ts'
import { sessionEvent } from '../credentials/tokens.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'bus'> {
  /** Hashes a password. Slow on purpose. */
  readonly hash: (password: string) => Promise<string>
}

export function userHandlers({ facts, change, bus, hash }: Deps): Handlers<typeof users> {
  const listed = (user: User): ListedUser[] => {
    const Role = roleOf(user)
    const { Name, Groups = [] } = user
    if (!Role) return []
    const Passkeys = [...facts.passkeys.values()].filter(({ User }) => User === Name).length
    return [{ Name, Role, Groups, OneTimeCodes: facts.otpUsers.get(Name)?.Confirmed ?? false, Passkeys }]
  }

  return {
    list: () => [...facts.users.values()].flatMap(listed).sort((a, b) => (a.Name < b.Name ? -1 : 1)),

    async save({ params: { name }, body: { Role, Groups, Password, RemoveCodes }, caller }) {
      demandProof(facts, caller)
      if (name === ADMIN) throw new Invalid(phrase('access.ownerFixed', ADMIN))
      if (RESERVED_NAMES.has(name)) throw new Invalid(phrase('access.userNameReserved'), 'name')
      if (name === caller.name && Password) throw new Invalid(phrase('access.ownPasswordElsewhere'), 'Password')
      const PasswordHash = Password ? await hash(Password) : undefined
      await change((draft) => {
        const before = draft.users.get(name)
        const hashed = PasswordHash ?? before?.PasswordHash
        if (hashed === undefined) throw new Invalid(phrase('access.requiredForNewUser'), 'Password')
        if (!before && [...draft.users.rows()].length >= MOST_USERS)
          throw new Invalid(phrase('access.usersFull', MOST_USERS))
        const role = Role ?? roleOf(before)
        if (!role) throw new Invalid(phrase('access.requiredForNewUser'), 'Role')
        // Groups are a parent's: with another role they are dropped, unless the call names some.
        const given = Groups ?? (role === 'parent' ? before?.Groups : undefined) ?? []
        const after: User = { Name: name, PasswordHash: hashed, Role: role, Groups: groupsFor(role, given, draft) }
        draft.users.put(name, after)
        // One of the same name may have left some behind.
        if (!before || RemoveCodes) removeFactors(draft, name)
        if (!before || RemoveCodes || stampOf(before) !== stampOf(after)) endSessions(draft, name)
      })
      bus.publish('auth:logout', sessionEvent(caller, `user ${name}`))
      return listed(facts.users.get(name)!)[0]!
    },

    async remove({ params: { name }, caller }) {
      demandProof(facts, caller)
      if (name === ADMIN) throw new Invalid(phrase('access.ownerNotRemovable', ADMIN))
      await change((draft) => {
        if (!draft.users.get(name)) throw new NotFound(phrase('access.userUnknown', JSON.stringify(name)))
        draft.users.remove(name)
        removeFactors(draft, name)
        endSessions(draft, name)
      })
      bus.publish('auth:logout', sessionEvent(caller, `user ${name}`))
    },
  }
}

/** The groups of a user in their one spelling. Throws `Invalid` for unknown ones, and for none where the role needs some. */
function groupsFor(role: Role, given: readonly string[], draft: Draft): string[] {
  const groups = groupsOf(given, 'Groups')
  if (role !== 'parent' && groups.length > 0) throw new Invalid(phrase('access.groupsForParentsOnly'), 'Groups')
  if (role === 'parent' && groups.length === 0) throw new Invalid(phrase('access.parentNeedsGroup'), 'Groups')
  const unknown = groups.find((name) => !draft.groups.get(name))
  if (unknown !== undefined) throw new Invalid(phrase('field.groupUnknown', JSON.stringify(unknown)), 'Groups')
  return groups
}
