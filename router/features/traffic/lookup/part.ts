import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { lookup } from '../../../model/traffic/lookup/contract.ts'
import { lookupHandlers } from './handlers.ts'
import { openLookup } from './lookup.ts'

/** Networks, countries and manufacturers of addresses. */
export function lookupPart({ machine }: Core, { file }: { readonly file: string }) {
  const opened = openLookup({ machine, path: file })
  return { lookup: opened, operations: serve(lookup, lookupHandlers({ lookup: opened })) }
}
