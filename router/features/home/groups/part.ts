import type { Core } from '../../../core.ts'
import { groups } from '../../../model/home/groups/contract.ts'
import { serve } from '../../../model/operation.ts'
import { groupHandlers } from './handlers.ts'

/** Groups of devices. */
export const groupsPart = (core: Core) => ({ operations: serve(groups, groupHandlers(core)) })
