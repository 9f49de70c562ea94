import type { Core } from '../../../core.ts'
import { dyndns } from '../../../model/internet/dyndns/contract.ts'
import { serve } from '../../../model/operation.ts'
import { activeUplink, publicAddress } from './address.ts'
import { openDdclient } from './ddclient.ts'
import { dyndnsHandlers } from './handlers.ts'
import { openDynDns } from './updates.ts'

/** The public address under a name. */
export function dyndnsPart(core: Core, { runDirectory }: { readonly runDirectory: string }) {
  const { uplinks, keep } = core
  const updates = keep(
    openDynDns({
      ...core,
      uplink: () => JSON.stringify(activeUplink(uplinks()) ?? {}),
      addressOf: (settings) => publicAddress(core, settings),
      publish: openDdclient(core, runDirectory),
    }),
  )
  return { operations: serve(dyndns, dyndnsHandlers(core, updates)) }
}
