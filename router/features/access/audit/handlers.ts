import type { audit } from '../../../model/access/audit/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Trail } from './trail.ts'

export const auditHandlers = (trail: Pick<Trail, 'read'>): Handlers<typeof audit> => ({
  list: ({ query }) => trail.read(query),
})
