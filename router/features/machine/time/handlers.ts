import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import type { Bus } from '../../../events/bus.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { time } from '../../../model/machine/time/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import { systemZone, zoneOf } from '../localtime/zone.ts'
import { setZone } from './setzone.ts'
import type { Synchronize } from './synchronize.ts'

interface Deps extends Pick<Core, 'facts' | 'change'> {
  readonly machine: Pick<Machine, 'clock'>
  readonly synchronize: Synchronize
  readonly bus: Pick<Bus, 'publish'>
}

export function timeHandlers({ machine: { clock }, synchronize, facts, change, bus }: Deps): Handlers<typeof time> {
  const unix = (): number => Math.floor(clock.now() / 1000)

  const zone = () => ({ TimeZone: zoneOf(facts), MachineTimeZone: systemZone() })

  return {
    now: () => ({ unix: unix() }),

    async sync({ caller }) {
      const publish = (status: string): void => bus.publish('system:time:sync', { ip: caller.address, status })
      try {
        const offset = await synchronize()
        publish('ok')
        return { unix: unix(), offset: Math.round(offset) / 1000 }
      } catch (error) {
        if (error instanceof Invalid) publish(error.message)
        throw error
      }
    },

    servers: () => facts.setting('time'),
    choose: ({ body }) => change((draft) => draft.set('time', body)),

    zone,
    async setZone({ body }) {
      await change((draft) => setZone(draft, body.TimeZone, clock.now()))
      return zone()
    },
  }
}
