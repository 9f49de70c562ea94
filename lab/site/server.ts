import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../router/machine/clock.ts'
import { readBytes } from '../../router/machine/linux/files.ts'
import { openSite } from '../../router/servers/site/site.ts'

export interface SiteServer extends Disposable {
  /** `http://127.0.0.1:port`; the pages are below `/pages/`. */
  readonly origin: string
  /** Whether the search closes all connections. */
  isSearchDown: boolean
  /** Reported page views. */
  readonly viewed: readonly string[]
}

/** A built site (`site/dist`, or another build of it) as the router serves it, with its search. */
export async function serveSite(folder: string): Promise<SiteServer> {
  const viewed: string[] = []
  const machine = { clock: systemClock, readBytes }
  const pages = openSite({ machine, folder, onView: (path) => void viewed.push(path) })
  const server = createServer((request, response) => {
    if (site.isSearchDown && request.url?.startsWith('/1/')) request.destroy()
    else if (pages.takes(request.url)) pages.answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isSearchDown: false,
    viewed,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
  return site
}
