import { addressesOf, ownNets } from '../../../compiler/ends.ts'
import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { tunnels } from '../../../model/vpn/tunnels/contract.ts'
import { watchTunnels } from '../../../presence/watch/tunnels.ts'
import type { WatchNames } from '../../dns/names/domains.ts'
import { openExitDomains } from './domains.ts'
import { tunnelHandlers } from './handlers.ts'

interface Needs {
  readonly watchNames: () => WatchNames
}

/** Tunnels to providers, and the devices that use them. */
export function tunnelsPart(core: Core, { watchNames }: Needs) {
  const { network, uplinks, keep } = core
  keep(openExitDomains({ ...core, watch: watchNames() }))
  keep(
    watchTunnels({ ...core, around: () => ({ home: ownNets(network().frame), own: uplinks().flatMap(addressesOf) }) }),
  )
  const handlers = tunnelHandlers(core)
  return { tunnels: handlers, operations: serve(tunnels, handlers) }
}
