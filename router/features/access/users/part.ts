import type { Core } from '../../../core.ts'
import { users } from '../../../model/access/users/contract.ts'
import type { Details, Handler, ServedOperation } from '../../../model/operation.ts'
import { serve } from '../../../model/operation.ts'
import { hashPassword } from '../credentials/password.ts'
import { userHandlers } from './handlers.ts'
import { limitedHandler } from './limits.ts'

/** Users with their roles, and the limits of parents. */
export const usersPart = (core: Core) => ({
  operations: serve(users, userHandlers({ ...core, hash: hashPassword })),
  /** The operation within the limits of its caller. */
  limited: ({ operation, handler }: ServedOperation): ServedOperation => ({
    operation,
    handler: limitedHandler(core.facts, operation, handler as Handler<Details>) as ServedOperation['handler'],
  }),
})
