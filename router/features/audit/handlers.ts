import type { Handlers } from '../operation.ts'
import type { audit } from './contract.ts'
import type { Trail } from './trail.ts'

export const auditHandlers = (trail: Pick<Trail, 'read'>): Handlers<typeof audit> => ({
  list: ({ query }) => trail.read(query),
})
