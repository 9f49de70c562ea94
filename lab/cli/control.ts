import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { HouseholdDevice } from '../guests/device.ts'
import type { Home } from '../home/home.ts'
import { admitNewcomer } from '../home/newcomer.ts'
import type { RouterState } from './supervisor.ts'

/** A household device as `home list` shows it. */
export interface Presence {
  readonly name: string
  readonly link: string
  readonly ip: string
  readonly mac: string
}

const presenceOf = async (device: HouseholdDevice): Promise<Presence> => ({
  name: device.name,
  link: device.routerLink ?? '',
  ip: (device.routerLink && (await device.address())) ?? '',
  mac: device.mac,
})

/** The name of the computer in the internet, which is used like a device name. */
export const OUTSIDE = 'internet'

/** The control socket of `sallyport home`: lists devices, and makes them join and leave. */
export function serveControl(home: Home, routerState: () => RouterState, path: string): void {
  const find = (name: string): HouseholdDevice =>
    home.devices.get(name) ??
    refuse(`there is no device "${name}"; there are ${[...home.devices.keys(), OUTSIDE].join(', ')}`)

  const verbs: Readonly<Record<string, (name: string) => Promise<unknown>>> = {
    list: () => Promise.all([...home.devices.values()].map(presenceOf)),
    router: async () => routerState(),
    anchor: async (name) => (name === OUTSIDE ? home.internet.neighbour : find(name).namespace).pid,
    async join(name) {
      const device = home.devices.get(name)
      await device?.join()
      return await presenceOf(device ?? (await admitNewcomer(home, name)))
    },
    async leave(name) {
      await find(name).leave()
      return await presenceOf(find(name))
    },
  }

  rmSync(path, { force: true })
  createServer(async (request, reply) => {
    const [, verb = '', name = ''] = (request.url ?? '').split('/')
    try {
      const act = verbs[verb] ?? refuse(`cannot ${verb}`)
      const result = await act(decodeURIComponent(name))
      reply.setHeader('Content-Type', 'application/json')
      reply.end(JSON.stringify(result))
    } catch (error) {
      reply.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify((error as Error).message))
    }
  }).listen(path)
}

function refuse(reason: string): never {
  throw new Error(reason)
}
