import type { Bus } from '../../../events/bus.ts'
import { isDeviceAddress, type SubnetConfig, tinyNets } from '../../../model/home/dhcp/subnet.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import { announceDevice } from '../devices/announce.ts'
import type { Batch } from './batch.ts'
import { type Resettled, resettle, resettleFrom } from './resettle.ts'

/** The failed change has been logged, and the next lease that ends causes a retry. */
const ignore = (): void => undefined

/**
 * Completes a change of the home networks: moves a device whose lease in a former network has ended, and removes the former
 * network when it is empty.
 */
export function openMigration(deps: { facts: Facts; batch: Batch; bus: Bus }): {
  /** To be called with every committed change of the facts. */
  learn(entries: readonly Entry[]): void
} {
  const { facts, batch, bus } = deps
  const takeAlong = async (edit: (draft: Draft) => Resettled[]): Promise<void> => {
    for (const { before, after } of await batch.add(edit)) announceDevice({ bus, facts }, before, after)
  }
  const isMoving = (): boolean => facts.setting('formerSubnets').length > 0
  const isAnybodyOutside = (): boolean => {
    const nets = tinyNets(facts.setting('subnet'))
    return [...facts.devices.values()].some(({ RecentIP }) => RecentIP !== '' && !isDeviceAddress(nets, RecentIP))
  }
  if (isMoving()) void takeAlong(resettle).catch(ignore)
  return {
    learn(entries) {
      const home = entries.find(({ table, key }) => table === 'settings' && key === 'subnet')?.before
      if (home && isAnybodyOutside()) void takeAlong((draft) => resettleFrom(draft, home as SubnetConfig)).catch(ignore)
      else if (isMoving() && entries.some(({ table }) => table === 'leases')) void takeAlong(resettle).catch(ignore)
    },
  }
}
