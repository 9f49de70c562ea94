import type { Bus } from '../../events/bus.ts'
import type { Facts } from '../../store/facts.ts'
import type { Entry } from '../../store/table.ts'
import { announceDevice } from '../devices/announce.ts'
import type { Batch } from './batch.ts'
import { type Resettled, resettle } from './resettle.ts'

/** Whoever has changed the facts has said why not, and the next lease that ends tries again. */
const ignore = (): void => undefined

/**
 * Takes the last ones along when the home has moved: a device whose lease in a former network has ended is moved then, and
 * the network that nobody is in any more is closed.
 */
export function openMigration(parts: { facts: Facts; batch: Batch; bus: Bus }): {
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
} {
  const { facts, batch, bus } = parts
  const takeAlong = async (): Promise<void> => {
    for (const { before, after } of await batch.add((draft): Resettled[] => resettle(draft)))
      announceDevice({ bus, facts }, before, after)
  }
  const isMoving = (): boolean => facts.setting('formerSubnets').length > 0
  if (isMoving()) void takeAlong().catch(ignore)
  return {
    learn(entries) {
      if (isMoving() && entries.some(({ table }) => table === 'leases')) void takeAlong().catch(ignore)
    },
  }
}
