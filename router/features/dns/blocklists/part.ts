import type { Core } from '../../../core.ts'
import { dnsBlock } from '../../../model/dns/blocklists/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openFilterExpiry } from './expiry.ts'
import { dnsBlockHandlers } from './handlers.ts'
import type { BlockTable } from './lists/blocktable.ts'
import { listDirectory } from './lists/kept.ts'
import { openBlockLists } from './lists/lists.ts'

interface Needs {
  readonly blockTable: BlockTable
}

/** Block lists, overrides, and pauses of the filter. */
export function blockListsPart(core: Core, { blockTable }: Needs) {
  core.keep(openFilterExpiry(core))
  const blockLists = core.keep(openBlockLists({ ...core, blockTable, directory: listDirectory(core.data) }))
  return { blockLists, operations: serve(dnsBlock, dnsBlockHandlers({ ...core, blockLists })) }
}
