import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { HouseholdDevice } from '../guests/device.ts'
import { parsePeerFile, type RoadWarrior } from '../guests/roadwarrior.ts'
import type { Home } from '../home/home.ts'
import type { Namespace } from '../home/namespace.ts'
import { admitNewcomer, plugNewcomer } from '../home/newcomer.ts'
import { ROAD_WARRIOR } from '../process/messages.ts'
import { until } from '../process/until.ts'
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

const HANDSHAKE_MS = 15_000

const whereIs = ({ tunnelAddress, address, mac }: RoadWarrior): Presence =>
  tunnelAddress
    ? { name: ROAD_WARRIOR, link: 'wg0', ip: tunnelAddress, mac }
    : { name: ROAD_WARRIOR, link: OUTSIDE, ip: address, mac }

/** Connects it with a configuration for wg-quick(8). Throws if the router does not respond. */
async function connectRoad(road: RoadWarrior, file = ''): Promise<void> {
  if (file === '')
    throw new Error(`${ROAD_WARRIOR} needs a configuration: sallyport vpn add ${ROAD_WARRIOR} --file FILE`)
  const config = parsePeerFile(file)
  if (road.tunnelAddress) await road.disconnect()
  await road.connect(config)
  try {
    await until('a handshake', async () => (await road.handshake()) > 0, HANDSHAKE_MS)
  } catch {
    await road.disconnect()
    throw new Error(`the router at ${config.Peer.Endpoint} does not accept this configuration`)
  }
}

/** The name of the computer in the internet, which is used like a device name. */
export const OUTSIDE = 'internet'

/** The control socket of `sallyport home`: lists devices, makes them join and leave, and runs commands in them. */
export function serveControl(home: Home, road: RoadWarrior, routerState: () => RouterState, path: string): void {
  const find = (name: string): HouseholdDevice =>
    home.devices.get(name) ??
    refuse(`there is no device "${name}"; there are ${[...home.devices.keys(), ROAD_WARRIOR, OUTSIDE].join(', ')}`)

  const machineOf = (name: string): Namespace =>
    name === OUTSIDE ? home.internet.neighbour : name === ROAD_WARRIOR ? road.namespace : find(name).namespace

  const verbs: Readonly<Record<string, (name: string, secret?: string) => Promise<unknown>>> = {
    list: async () => [...(await Promise.all([...home.devices.values()].map(presenceOf))), whereIs(road)],
    router: async () => routerState(),
    anchor: async (name) => machineOf(name).pid,
    async join(name, passphrase) {
      if (name === ROAD_WARRIOR) {
        await connectRoad(road, passphrase)
        return whereIs(road)
      }
      const device = home.devices.get(name)
      // One that its access point has disconnected joins as well.
      if (device && !(await device.presentLink())) await device.leave()
      await device?.join(passphrase)
      return await presenceOf(device ?? (await admitNewcomer(home, name, passphrase)))
    },
    async plug(name) {
      const device = home.devices.get(name)
      if (device && !device.spec.wired) throw new Error(`"${name}" connects by wifi`)
      if (device && !(await device.presentLink())) await device.join()
      return await presenceOf(device ?? (await plugNewcomer(home, name)))
    },
    async leave(name) {
      if (name === ROAD_WARRIOR) {
        if (road.tunnelAddress) await road.disconnect()
        return whereIs(road)
      }
      await find(name).leave()
      return await presenceOf(find(name))
    },
  }

  rmSync(path, { force: true })
  const server = createServer(async (request, reply) => {
    const [, verb = '', ...words] = (request.url ?? '').split('/')
    try {
      const act = verbs[verb] ?? refuse(`cannot ${verb}`)
      const [name = '', secret] = words.map(decodeURIComponent)
      const result = await act(name, secret)
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
