import { ADMIN } from '../../router/model/access/credentials/onetime.ts'
import { isPermitted, type Role } from '../../router/model/access/credentials/role.ts'
import type { Operation } from '../../router/model/operation.ts'
import { roleOfSession } from './session.ts'
import { clientSession } from './tab.ts'

/** The role of the user who is signed in. */
export const ownRole = (): Role => {
  const signed = clientSession.current()
  return signed ? roleOfSession(signed) : 'owner'
}

/** The user who is signed in. */
export const ownName = (): string => clientSession.current()?.user ?? ADMIN

/** Whether the contract permits the user to call an operation. */
export const may = ({ details }: Pick<Operation, 'details'>): boolean =>
  details.access === 'public' || isPermitted(details, ownRole())

/**
 * Whether the user may change what concerns all devices with a tag or of a rule. Parents may not: other devices than those of their groups
 * may be among them, which they do not see.
 */
export const mayChangeForAll = (): boolean => ownRole() !== 'parent'
