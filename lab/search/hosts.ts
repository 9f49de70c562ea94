import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback that a search is asked of, and how often it was. */
export interface Host extends AsyncDisposable {
  /** `127.0.0.1:port` */
  readonly url: string
  readonly protocol: 'http'
  readonly accept: 'readWrite'
  asked: number
}

export async function openHost(listener: RequestListener): Promise<Host> {
  const server = createServer((request, response) => {
    host.asked++
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host: Host = {
    url: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    protocol: 'http',
    accept: 'readWrite',
    asked: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return host
}

/** One that says that it cannot; a page of another origin may read that. */
export const openRefusing = (status: number): Promise<Host> =>
  openHost((_request, response) => void response.writeHead(status, { 'Access-Control-Allow-Origin': '*' }).end('{}'))

/** One that never answers. */
export const openSlow = (): Promise<Host> => openHost(() => {})

/** Nobody listens there any more. */
export async function openDead(): Promise<Host> {
  const host = await openSlow()
  await host[Symbol.asyncDispose]()
  return host
}
