import type { Core } from '../../../../core.ts'
import { openRateLimiter } from '../../../../machine/ratelimit.ts'
import type { Device } from '../../../../model/home/devices/device.ts'
import { actAs } from '../../../../store/actor.ts'
import { announceDevice } from '../../../home/devices/announce.ts'

/** Changes of the firewall: a scene may switch every device, but a broken client does not keep the router busy. */
const RATE = { burst: 100, perSecond: 1 }
const RETRY_MS = 1000
/** Key of the only bucket. */
const COMMANDS = ''

type Deps = Pick<Core, 'facts' | 'change' | 'clock' | 'bus' | 'onFailure'>

interface Command {
  readonly isPermitted: boolean
  /** The broker. */
  readonly from: string
}

/** Permits or denies devices the internet (their policy `wan`), one at a time. Of each device, only the latest command waits. */
export interface Commands extends Disposable {
  /** `payload`: `ON` or `OFF`; others are ignored. */
  take(identity: string, payload: string, from: string): void
}

export function openCommands({ facts, change, clock, bus, onFailure }: Deps): Commands {
  const waiting = new Map<string, Command>()
  const limiter = openRateLimiter(clock, RATE)
  let isRunning = false
  let later: Disposable | undefined

  async function permit(identity: string, { isPermitted, from }: Command): Promise<void> {
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

  /** Whether the device is as the command demands. */
  const isDone = (identity: string, { isPermitted }: Command): boolean =>
    facts.devices.get(identity)?.Policies.includes('wan') === isPermitted

  async function run(): Promise<void> {
    if (isRunning || later) return
    isRunning = true
    for (const [identity, command] of waiting) {
      const isChange = !isDone(identity, command)
      if (isChange && !limiter.take(COMMANDS)) {
        later = clock.after(RETRY_MS, () => {
          later = undefined
          void run()
        })
        break
      }
      waiting.delete(identity)
      if (isChange) await permit(identity, command).catch((error) => onFailure('a command over MQTT failed', error))
    }
    isRunning = false
  }

  return {
    take(identity, payload, from) {
      if (payload !== 'ON' && payload !== 'OFF') return
      waiting.delete(identity)
      waiting.set(identity, { isPermitted: payload === 'ON', from })
      void run()
    },
    [Symbol.dispose]: () => later?.[Symbol.dispose](),
  }
}
