import { z } from 'zod'
import type { Machine } from '../../machine/machine.ts'
import { type Handlers, JsonText } from '../operation.ts'
import type { diagnostics } from './contract.ts'
import { PLACED, parseNeighbours } from './neighbour.ts'

const Addresses = z.array(
  z.object({
    ifname: z.string(),
    addr_info: z.array(z.object({ family: z.string(), local: z.string().optional() })),
  }),
)

interface Parts {
  readonly machine: Pick<Machine, 'run' | 'readFile'>
}

export function diagnosticsHandlers({ machine }: Parts): Handlers<typeof diagnostics> {
  const listAddresses = (): Promise<string> => machine.run(['ip', '-j', 'addr'])
  const listNeighbours = () => parseNeighbours(machine.readFile('/proc/net/arp') ?? '')
  return {
    ipAddr: async () => new JsonText((await listAddresses()).trim()),

    async ipInterfaces() {
      const links = Addresses.parse(JSON.parse(await listAddresses()))
      const own = links.flatMap(({ ifname, addr_info }) =>
        addr_info.flatMap(({ family, local }) => (family === 'inet' && local ? [[local, ifname]] : [])),
      )
      const devices = listNeighbours().filter(({ Flags }) => Flags === PLACED)
      return Object.fromEntries([...own, ...devices.map(({ IP, Device }) => [IP, Device])])
    },

    arp: listNeighbours,
  }
}
