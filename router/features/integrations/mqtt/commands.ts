import type { Bus } from '../../../events/bus.ts'
import type { Change, Facts } from '../../../store/facts.ts'
import { actAs } from '../../audit/actor.ts'
import { announceDevice } from '../../devices/announce.ts'
import type { Device } from '../../devices/device.ts'

/** Commands that wait while one is carried out; further ones are ignored. */
const MOST_WAITING = 100

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly bus: Bus
  readonly onFailure: (what: string, error: unknown) => void
}

/** Returns a function that permits or denies a device the internet (its policy `wan`), one command after the other. */
export function openCommands({ facts, change, bus, onFailure }: Deps) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function permit(identity: string, isPermitted: boolean, from: string): Promise<void> {
    let before: Device | undefined
    let after: Device | undefined
    await actAs({ Who: 'mqtt', Kind: 'router', From: from, Operation: 'a command over MQTT' }, () =>
      change((draft) => {
        before = draft.devices.get(identity)
        if (!before || before.Policies.includes('wan') === isPermitted) return
        const others = before.Policies.filter((policy) => policy !== 'wan')
        after = { ...before, Policies: isPermitted ? [...others, 'wan'] : others }
        draft.devices.put(identity, after)
      }),
    )
    if (after) announceDevice({ bus, facts }, before, after)
  }

  return (identity: string, payload: string, from: string): void => {
    if ((payload !== 'ON' && payload !== 'OFF') || waiting >= MOST_WAITING) return
    waiting++
    last = last
      .then(() => permit(identity, payload === 'ON', from))
      .catch((error) => onFailure('a command over MQTT failed', error))
      .finally(() => waiting--)
  }
}
