/**
 * What a user may do. `owner`: everything. `viewer`: read, without secrets. `parent`: see the devices of given groups, pause their
 * internet and grant them time.
 */
export const ROLES = ['owner', 'viewer', 'parent'] as const
export type Role = (typeof ROLES)[number]

/** A role that permits only the operations that list it. */
export type LimitedRole = Exclude<Role, 'owner'>

/** Whether a user with this role may call an operation. An operation that lists no roles is for owners. */
export const isPermitted = ({ roles }: { readonly roles?: readonly LimitedRole[] }, role: Role | undefined): boolean =>
  role === 'owner' || (role !== undefined && roles?.includes(role) === true)
