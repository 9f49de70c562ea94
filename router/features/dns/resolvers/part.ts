import type { Core } from '../../../core.ts'
import { dns } from '../../../model/dns/resolvers/contract.ts'
import { serve } from '../../../model/operation.ts'
import { dnsHandlers } from './handlers.ts'

/** The upstream resolvers. */
export const resolversPart = (core: Core) => ({ operations: serve(dns, dnsHandlers(core)) })
