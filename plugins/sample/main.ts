import { readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { accessOf } from './access.ts'
import { devices, RouterError } from './router.ts'

/** The directory of the plugin on the router, which is mounted at the same path. */
const SOCKET = '/state/plugins/sample/socket'

/** The first page is served at `/`, its other files below `/static/`. */
const PAGES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/static/app.js': { file: 'app.js', type: 'text/javascript; charset=utf-8' },
  '/static/app.css': { file: 'app.css', type: 'text/css; charset=utf-8' },
}

/** The calls of the API, by method and path. `/plugins/sample/hello` arrives as `/hello`. */
const CALLS: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
  'GET /hello': (query) => ({ Text: `Hello ${query.get('to') ?? 'world'}` }),
  'GET /devices': async () => (await devices()).map(({ Name, MAC }) => ({ Name, MAC })),
  'GET /access': accessOf,
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

rmSync(SOCKET, { force: true })
createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://plugin')
  const page = Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined
  if (page && request.method === 'GET') {
    const content = readFileSync(new URL(`pages/${page.file}`, import.meta.url))
    response.writeHead(200, { 'Content-Type': page.type }).end(content)
    return
  }
  const name = `${request.method} ${pathname}`
  const call = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined
  if (!call) return sendJson(response, 404, { Error: `There is no ${name}.` })
  try {
    sendJson(response, 200, await call(searchParams))
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    sendJson(response, 502, { Error: error.message })
  }
}).listen(SOCKET)
