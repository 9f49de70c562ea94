import type { Core } from '../../../core.ts'
import { audit } from '../../../model/access/audit/contract.ts'
import { serve } from '../../../model/operation.ts'
import { auditHandlers } from './handlers.ts'
import { openTrail } from './trail.ts'

/** The audit log of changes. */
export function auditPart({ history, clock, bus, watch, keep }: Core) {
  const trail = openTrail({ database: history, clock, bus })
  keep(watch(trail.record))
  return { trail, operations: serve(audit, auditHandlers(trail)) }
}
