import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { Presence } from '../cli/control.ts'
import type { SimulatedDevice } from './device.ts'

const presenceOf = ({ name, link = '', ip = '', mac }: SimulatedDevice): Presence => ({ name, link, ip, mac })

/** The control socket of `sallyport home` for simulated devices: they are listed, join, and leave. They run no commands. */
export function serveDemonstration(devices: ReadonlyMap<string, SimulatedDevice>, path: string): Server {
  const find = (name: string): SimulatedDevice =>
    devices.get(name) ?? refuse(`there is no device "${name}"; there are ${[...devices.keys()].join(', ')}`)
  const verbs: Readonly<Record<string, (name: string) => unknown>> = {
    list: () => [...devices.values()].map(presenceOf),
    router: () => ({ state: 'running', restarts: 0, reason: '' }),
    async join(name) {
      await find(name).join()
      return presenceOf(find(name))
    },
    async leave(name) {
      await find(name).leave()
      return presenceOf(find(name))
    },
  }
  rmSync(path, { force: true })
  return createServer(async (request, reply) => {
    const [, verb = '', name = ''] = (request.url ?? '').split('/').map(decodeURIComponent)
    reply.setHeader('Content-Type', 'application/json')
    try {
      const act = verbs[verb] ?? refuse('the simulated devices of the demonstration home only join and leave')
      reply.end(JSON.stringify(await act(name)))
    } catch (error) {
      reply.writeHead(400).end(JSON.stringify((error as Error).message))
    }
  }).listen(path)
}

function refuse(reason: string): never {
  throw new Error(reason)
}
