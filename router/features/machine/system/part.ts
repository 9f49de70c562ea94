import type { Core } from '../../../core.ts'
import { system } from '../../../model/machine/system/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Superd } from '../../../model/plugins/installed/superd.ts'
import { systemHandlers } from './handlers.ts'

interface Needs {
  readonly restart: () => void
  /** All devices and the whole network are simulated. */
  readonly isDemonstration: boolean
  readonly superd: Pick<Superd, 'ps'>
}

/** The router itself: its version, its parts, and its restart. */
export const systemPart = (core: Core, needs: Needs) => ({
  operations: serve(
    system,
    systemHandlers({
      ...core,
      ...needs,
      running: {
        api: () => true,
        dhcp: () => true,
        wifid: () => [...core.radio.states().values()].some(({ state }) => state === 'running' || state === 'failsafe'),
        dns: () => core.resolver.stats().notListening === undefined,
        wireguard: () => core.facts.setting('vpn').Up,
      },
    }),
  ),
})
