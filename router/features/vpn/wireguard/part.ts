import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { vpn, vpnSocket } from '../../../model/vpn/wireguard/contract.ts'
import { watchPeers } from '../../../presence/watch/peers.ts'
import { vpnHandlers, vpnSocketHandlers } from './handlers.ts'

interface Needs {
  readonly reserve: (identity: string) => string | undefined
}

/** The VPN server for devices of the home. */
export function wireguardPart(core: Core, { reserve }: Needs) {
  core.keep(watchPeers(core))
  return {
    operations: serve(vpn, vpnHandlers({ ...core, reserve })),
    socket: serve(vpnSocket, vpnSocketHandlers(core)),
  }
}
