import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { clients } from '../../../model/plugins/clients/contract.ts'
import { clientHandlers } from './handlers.ts'

/** Other programs that may use the API. */
export const clientsPart = (core: Core) => ({ operations: serve(clients, clientHandlers(core)) })
