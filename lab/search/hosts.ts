import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A search server on loopback that counts its requests. */
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

/** Returns an error that other origins may read. */
export const openRefusing = (status: number): Promise<Host> =>
  openHost((_request, response) => void response.writeHead(status, { 'Access-Control-Allow-Origin': '*' }).end('{}'))

/** Never answers. */
export const openSlow = (): Promise<Host> => openHost(() => {})

/** Closes the port. */
export async function openDead(): Promise<Host> {
  const host = await openSlow()
  await host[Symbol.asyncDispose]()
  return host
}
