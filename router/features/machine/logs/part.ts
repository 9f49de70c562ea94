import { logs } from '../../../model/machine/logs/contract.ts'
import { serve } from '../../../model/operation.ts'
import { logHandlers } from './handlers.ts'

/** The log of the router. */
export const logsPart = (needs: Parameters<typeof logHandlers>[0]) => ({ operations: serve(logs, logHandlers(needs)) })
