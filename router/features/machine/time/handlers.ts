import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { time } from '../../../model/machine/time/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Draft } from '../../../store/facts.ts'
import { systemZone, zoneOf } from '../../../store/timezone.ts'
import { settle } from '../../firewall/rules/settle.ts'
import { nextChange } from '../../home/guests/daily.ts'
import type { Synchronize } from './synchronize.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'bus'> {
  readonly machine: Pick<Machine, 'clock'>
  readonly synchronize: Synchronize
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

/** Sets the time zone of the router; empty for that of the machine. Schedules apply in it immediately. */
export function setZone(draft: Draft, TimeZone: string, now: number): void {
  draft.set('timeZone', { TimeZone })
  const moment = { now, zone: zoneOf(draft) }
  for (const [link, radio] of [...draft.radios.rows()])
    if (radio.Guest?.Until)
      draft.radios.put(link, { ...radio, Guest: { ...radio.Guest, Until: nextChange(moment) / 1000 } })
  settle(draft, moment)
}
