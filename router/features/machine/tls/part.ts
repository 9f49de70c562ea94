import type { Core } from '../../../core.ts'
import { tls } from '../../../model/machine/tls/contract.ts'
import { serve } from '../../../model/operation.ts'
import { tlsHandlers } from './handlers.ts'
import { openRenewal } from './renewal.ts'

/** HTTPS with an authority of the router. */
export function tlsPart(core: Core) {
  core.keep(openRenewal(core))
  return { operations: serve(tls, tlsHandlers(core)) }
}
