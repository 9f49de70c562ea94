import type { Core } from '../../../core.ts'
import { audit } from '../../../model/access/audit/contract.ts'
import { type Handlers, serve } from '../../../model/operation.ts'
import { openTrail, type Trail } from './trail.ts'

export const auditHandlers = (trail: Pick<Trail, 'read'>): Handlers<typeof audit> => ({
  list: ({ query }) => trail.read(query),
})

/** The audit log of changes. */
export function auditPart({ history, clock, bus, watch, keep }: Core) {
  const trail = openTrail({ database: history, clock, bus })
  keep(watch(trail.record))
  return { trail, operations: serve(audit, auditHandlers(trail)) }
}
