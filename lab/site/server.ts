import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { indexRecords } from '../../search/index.ts'
import { openSearch, searchListener } from '../../search/serve.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export interface SiteServer extends Disposable {
  /** `http://127.0.0.1:port`; the pages are below `/pages/`. */
  readonly origin: string
  /** Whether the search hangs up on whoever asks. */
  isSearchDown: boolean
}

/** A built site (`site/dist`, or another build of it), its search, and the content policy that was made for it. */
export async function serveSite(dist: string): Promise<SiteServer> {
  const { contentSecurityPolicy, search, redirects } = JSON.parse(readFileSync(join(dist, 'served.json'), 'utf8'))
  const index = indexRecords(JSON.parse(readFileSync(join(dist, 'pages/search-records.json'), 'utf8')))
  const { appId, apiKey: key, indexName: name } = search
  const answer = searchListener(openSearch({ name, index, appId, key, now: Date.now }))
  const fileOf = (path: string): string => {
    const file = join(dist, normalize(decodeURIComponent(path)))
    if (path === '/pages/') return join(file, 'index.html')
    if (existsSync(file) && statSync(file).isFile()) return file
    return existsSync(`${file}.html`) ? `${file}.html` : join(dist, 'pages/404.html')
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site')
    if (pathname.startsWith('/1/')) return site.isSearchDown ? request.destroy() : answer(request, response)
    if (redirects[pathname]) return response.writeHead(301, { Location: redirects[pathname] }).end()
    const file = fileOf(pathname)
    response.writeHead(file.endsWith('404.html') ? 404 : 200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Security-Policy': contentSecurityPolicy,
    })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isSearchDown: false,
    [Symbol.dispose]: () => void server.close(),
  }
  return site
}
