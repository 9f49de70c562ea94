import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import { BLOCKED_NETWORKS, usable } from '../../../model/firewall/geoblock/networks.ts'
import type { Ledger } from '../../../store/ledger.ts'
import { rangeCount } from '../../../values/addressset.ts'
import { geoFiles, keptGeoLists, pause, readNetworks } from './stored.ts'

interface Deps extends Pick<Core, 'data' | 'onFailure'> {
  readonly machine: Machine
  readonly lookupFile: string
}

/** Before the first pass: blocked countries must stay blocked during a restart. Failures are reported. */
export async function loadBlockedNetworks(deps: Deps, ledger: Ledger): Promise<void> {
  const config = ledger.facts.setting('geoBlock')
  if (!config.Enabled) return
  const files = geoFiles(deps)
  try {
    const kept = keptGeoLists(files, deps.onFailure)
    const networks = await usable(await readNetworks(files, config, kept, deps.onFailure), pause)
    if (rangeCount(networks.all) > 0)
      ledger.post(ledger.draw((draft) => draft.blockedNetworks.put(BLOCKED_NETWORKS, networks)))
  } catch (error) {
    deps.onFailure('blocked countries and networks could not be compiled', error)
  }
}
