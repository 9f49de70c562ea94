import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { HouseholdDevice } from './guests/device.ts'
import type { Home } from './home.ts'

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

/** The household's own switchboard, for `sallyport home` on this machine: who is here, join, leave. */
export function serveControl(home: Home, path: string): void {
  const act = async (verb: string, name: string): Promise<unknown> => {
    if (verb === 'list') return await Promise.all([...home.devices.values()].map(presenceOf))
    const device = home.devices.get(name)
    if (!device) throw new Error(`there is no device "${name}"`)
    if (verb === 'join') await device.join()
    else if (verb === 'leave') await device.leave()
    else throw new Error(`cannot ${verb}`)
    return await presenceOf(device)
  }
  rmSync(path, { force: true })
  createServer(async (request, reply) => {
    const [, verb = '', name = ''] = (request.url ?? '').split('/')
    try {
      reply.setHeader('Content-Type', 'application/json')
      reply.end(JSON.stringify(await act(verb, name)))
    } catch (error) {
      reply.writeHead(400).end(JSON.stringify((error as Error).message))
    }
  }).listen(path)
}
