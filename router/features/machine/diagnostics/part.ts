import type { Core } from '../../../core.ts'
import { diagnostics } from '../../../model/machine/diagnostics/contract.ts'
import { serve } from '../../../model/operation.ts'
import { diagnosticsHandlers } from './handlers.ts'

/** Ping, ARP and the state of the firewall. */
export const diagnosticsPart = (core: Core) => ({ operations: serve(diagnostics, diagnosticsHandlers(core)) })
