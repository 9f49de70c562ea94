import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { HouseholdDevice } from '../guests/device.ts'
import type { Home } from '../home/home.ts'
import type { Namespace } from '../home/namespace.ts'
import { admitNewcomer } from '../home/newcomer.ts'
import { serveExecution } from './execution.ts'
import type { RouterState } from './supervisor.ts'

/** A household device as `home list` shows it. */
export interface Presence {
  readonly name: string
  readonly link: string
  readonly ip: string
  readonly mac: string
}

async function presenceOf(device: HouseholdDevice): Promise<Presence> {
  const link = await device.presentLink()
  return { name: device.name, link: link ?? '', ip: (link && (await device.address())) ?? '', mac: device.mac }
}

/** The name of the computer in the internet, which is used like a device name. */
export const OUTSIDE = 'internet'

/** The control socket of `sallyport home`: lists devices, makes them join and leave, and runs commands in them. */
export function serveControl(home: Home, routerState: () => RouterState, path: string): void {
  const find = (name: string): HouseholdDevice =>
    home.devices.get(name) ??
    refuse(`there is no device "${name}"; there are ${[...home.devices.keys(), OUTSIDE].join(', ')}`)

  const machineOf = (name: string): Namespace => (name === OUTSIDE ? home.internet.neighbour : find(name).namespace)

  const verbs: Readonly<Record<string, (name: string, passphrase?: string) => Promise<unknown>>> = {
    list: () => Promise.all([...home.devices.values()].map(presenceOf)),
    router: async () => routerState(),
    anchor: async (name) => machineOf(name).pid,
    async join(name, passphrase) {
      const device = home.devices.get(name)
      // One that its access point has disconnected joins as well.
      if (device && !(await device.presentLink())) await device.leave()
      await device?.join(passphrase)
      return await presenceOf(device ?? (await admitNewcomer(home, name, passphrase)))
    },
    async leave(name) {
      await find(name).leave()
      return await presenceOf(find(name))
    },
  }

  rmSync(path, { force: true })
  const server = createServer(async (request, reply) => {
    const [, verb = '', ...words] = (request.url ?? '').split('/')
    try {
      const act = verbs[verb] ?? refuse(`cannot ${verb}`)
      const [name = '', passphrase] = words.map(decodeURIComponent)
      const result = await act(name, passphrase)
      reply.setHeader('Content-Type', 'application/json')
      reply.end(JSON.stringify(result))
    } catch (error) {
      reply.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify((error as Error).message))
    }
  })
  serveExecution(server, (name, argv) => machineOf(name).enter(argv))
  server.listen(path)
}

function refuse(reason: string): never {
  throw new Error(reason)
}
