import type { Core } from '../../../core.ts'
import { dnsBlock } from '../../../model/dns/blocklists/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openFilterExpiry } from './expiry.ts'
import { dnsBlockHandlers } from './handlers.ts'
import { openBlockLists } from './lists/lists.ts'

/** Block lists, overrides, and pauses of the filter. */
export function blockListsPart(
  core: Core,
  needs: Pick<Parameters<typeof openBlockLists>[0], 'blockTable' | 'directory'>,
) {
  core.keep(openFilterExpiry(core))
  const blockLists = core.keep(openBlockLists({ ...core, ...needs }))
  return { blockLists, operations: serve(dnsBlock, dnsBlockHandlers({ ...core, blockLists })) }
}
