import type { Core } from '../../../core.ts'
import { multicast } from '../../../model/firewall/multicast/contract.ts'
import { serve } from '../../../model/operation.ts'
import { multicastHandlers } from './handlers.ts'

/** Which multicast services devices find. */
export const multicastPart = (core: Core) => ({ operations: serve(multicast, multicastHandlers(core)) })
