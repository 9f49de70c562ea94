import type { Core } from '../../../core.ts'
import { wan } from '../../../model/internet/uplinks/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openUplinkBook } from './book.ts'
import { wanHandlers } from './handlers.ts'
import { openSpeedTests } from './speedtest.ts'
import { watchUplinks } from './watch.ts'

/** Which uplinks work, and how fast they are. */
export function uplinksPart(core: Core) {
  const uplinkWatch = core.keep(watchUplinks(core, openUplinkBook(core.history)))
  const speedTests = openSpeedTests(core)
  return { uplinkWatch, operations: serve(wan, wanHandlers(core, uplinkWatch, speedTests)) }
}
