import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { sites } from '../../../model/vpn/sites/contract.ts'
import { siteHandlers } from './handlers.ts'

/** Other homes. */
export const sitesPart = (core: Core) => ({ operations: serve(sites, siteHandlers(core)) })
