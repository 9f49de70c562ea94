import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Access, householdOf } from './household.ts'
import { InvalidInput, logInOf, routesOf } from './input.ts'
import { type LocalApi, TailscaledError } from './localapi.ts'
import { Tailnet } from './tailnet.ts'

const MOST_BODY = 16 << 10

/** The first page is served at `/`, its other files below `/static/`. */
const PAGES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/static/app.js': { file: 'app.js', type: 'text/javascript; charset=utf-8' },
  '/static/app.css': { file: 'app.css', type: 'text/css; charset=utf-8' },
}

type Call = (body: unknown) => Promise<unknown>

/** The plugin's pages and API, with tailscaled at `api` and the router at `access`. */
export function createPlugin(api: LocalApi, access: Access): Server {
  const tailnet = new Tailnet(api)
  const then = async (work: Promise<void>) => {
    await work
    return await tailnet.state()
  }
  /** By method and path: `/plugins/tailscale/state` arrives as `/state`. */
  const calls: Readonly<Record<string, Call>> = {
    'GET /state': () => tailnet.state(),
    'GET /household': () => householdOf(access),
    'PUT /login': (body) => then(tailnet.logIn(logInOf(body))),
    'PUT /routes': (body) => then(tailnet.offer(routesOf(body))),
    'PUT /logout': () => then(tailnet.logOut()),
  }
  return createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://plugin')
    const page = Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined
    if (page && request.method === 'GET') {
      const content = readFileSync(new URL(`pages/${page.file}`, import.meta.url))
      response.writeHead(200, { 'Content-Type': page.type }).end(content)
      return
    }
    const name = `${request.method} ${pathname}`
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined
    if (!call) return sendJson(response, 404, { Error: `There is no ${name}.` })
    try {
      sendJson(response, 200, await call(await bodyOf(request)))
    } catch (error) {
      if (error instanceof InvalidInput) sendJson(response, 400, { Error: error.message })
      else if (error instanceof TailscaledError) sendJson(response, 502, { Error: error.message })
      else {
        console.error(error)
        sendJson(response, 500, { Error: 'The plugin has an error. Its log has the details.' })
      }
    }
  })
}

/** The body as JSON; undefined if it is empty. Throws `InvalidInput`. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > MOST_BODY) throw new InvalidInput('the body is too long')
  }
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidInput('the body is no valid JSON')
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
