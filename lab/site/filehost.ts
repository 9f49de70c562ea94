import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

export interface FileServer extends Disposable {
  readonly origin: string
  /** Requests for anything but files, such as `POST /1/indexes`. */
  readonly missed: readonly string[]
}

/** Serves the files of a build like a static host, which serves `docs/intro.html` for `docs/intro`. */
export async function serveFiles(dist: string): Promise<FileServer> {
  const missed: string[] = []
  const read = (path: string): { name: string; bytes: Buffer } | undefined => {
    for (const name of [path, `${path}.html`, `${path}index.html`])
      try {
        return { name, bytes: readFileSync(join(dist, normalize(name))) }
      } catch {
        // A folder, or nothing.
      }
    return undefined
  }
  const server = createServer(({ method = '', url = '' }, response) => {
    const { pathname } = new URL(url, 'http://files')
    const file = method === 'GET' ? read(pathname) : undefined
    if (!file) {
      missed.push(`${method} ${pathname}`)
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file.name)] ?? 'application/octet-stream' }).end(file.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    missed,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
