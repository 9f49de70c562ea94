import { CommandFailed, Invalid } from '../../errors.ts'
import type { Bus } from '../../events/bus.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Change, Facts } from '../../store/facts.ts'
import { systemZone, zoneOf } from '../localtime/zone.ts'
import type { Handlers } from '../operation.ts'
import { type AskDeps, askServers } from './ask.ts'
import type { time } from './contract.ts'
import { setZone } from './setzone.ts'

interface Deps extends AskDeps {
  readonly machine: Pick<Machine, 'clock' | 'run'>
  readonly facts: Facts
  readonly change: Change
  readonly bus: Pick<Bus, 'publish'>
}

export function timeHandlers(deps: Deps): Handlers<typeof time> {
  const { machine, facts, change, bus } = deps
  const { clock } = machine
  const unix = (): number => Math.floor(clock.now() / 1000)

  /** Gives by how many milliseconds the clock was behind. */
  async function synchronize(): Promise<number> {
    const offsets = await askServers(deps, facts.setting('time').Servers)
    const offset = offsets.sort((a, b) => a - b)[Math.floor((offsets.length - 1) / 2)]
    if (offset === undefined) throw new Invalid('No time server has answered. Is there a way to the internet?')
    try {
      await machine.run(['date', '--utc', `--set=@${((clock.now() + offset) / 1000).toFixed(3)}`])
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      throw new Invalid(`The clock cannot be set: ${error.stderr.trim() || 'date gave no reason'}`)
    }
    return offset
  }

  // Two concurrent runs would each add the same offset to the clock.
  let running: Promise<number> | undefined
  const once = (): Promise<number> => {
    running ??= synchronize().finally(() => {
      running = undefined
    })
    return running
  }

  const zone = () => ({ TimeZone: zoneOf(facts), MachineTimeZone: systemZone() })

  return {
    now: () => ({ unix: unix() }),

    async sync({ caller }) {
      const publish = (status: string): void => bus.publish('system:time:sync', { ip: caller.address, status })
      try {
        const offset = await once()
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
