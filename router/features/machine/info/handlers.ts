import type { Core } from '../../../core.ts'
import { CommandFailed, Unavailable } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import {
  type EngineEntry,
  type INFO_NAMES,
  type info,
  NO_VIRTUAL_MACHINES,
  type VirtualMachines,
} from '../../../model/machine/info/contract.ts'
import { parseSockets, type SocketEntry } from '../../../model/machine/info/sockets.ts'
import { type Uptime, uptimeOf } from '../../../model/machine/info/uptime.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Superd } from '../../../model/plugins/installed/superd.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { zoneOf } from '../../../store/timezone.ts'
import { hasContainers } from '../../plugins/installed/projects.ts'
import { machineName } from './hostname.ts'

interface Deps extends Pick<Core, 'facts' | 'change'> {
  readonly machine: Pick<Machine, 'readSysctl' | 'writeSysctl' | 'readFile' | 'run' | 'clock'>
  readonly superd: Pick<Superd, 'containers' | 'networks'>
}

type Name = (typeof INFO_NAMES)[number]

export function infoHandlers({ machine, facts, change, superd }: Deps): Handlers<typeof info> {
  const host = machineName({ machine, facts })

  const ask = async (...argv: string[]): Promise<string> => {
    try {
      return await machine.run(argv)
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      throw new Unavailable(
        phrase('machine.commandFailed', argv[0] ?? '', error.stderr.trim() || phrase('machine.noReasonGiven')),
        { cause: error },
      )
    }
  }

  const readers: Readonly<
    Record<Name, () => Promise<Uptime | VirtualMachines | string | SocketEntry[] | EngineEntry[]>>
  > = {
    async uptime() {
      const users = (await ask('who')).split('\n').filter((line) => line !== '').length
      const [up = '', load = ''] = [machine.readFile('/proc/uptime'), machine.readFile('/proc/loadavg')]
      return uptimeOf(up, load, users, { now: machine.clock.now(), zone: zoneOf(facts) })
    },
    hostname: async () => host.now(),
    ss: async () => parseSockets(await ask('ss', '-H', '-tuanp')),
    docker: async () => (hasContainers(facts) ? superd.containers() : []),
    dockernetworks: async () => (hasContainers(facts) ? superd.networks() : []),
    vms: async () => NO_VIRTUAL_MACHINES,
  }

  return {
    read: ({ params: { name } }) => readers[name](),
    change: ({ body }) => host.change(change, body),
  }
}
