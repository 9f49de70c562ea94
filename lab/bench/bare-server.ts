import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

/** Serves the bare page from a folder, compressed on request, and the response of `GET /devices` from a file. */
const [port, folder = '', devices = ''] = process.argv.slice(2)
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const server = createServer(({ url = '/', headers }, reply) => {
  const { pathname } = new URL(url, 'http://localhost')
  if (pathname === '/devices')
    return reply.writeHead(200, { 'Content-Type': 'application/json' }).end(readFileSync(devices))
  const wanted = join(folder, pathname)
  const file = extname(pathname) && existsSync(wanted) ? wanted : join(folder, 'index.html')
  const isSmall = /\bbr\b/.test(headers['accept-encoding'] ?? '')
  reply.writeHead(200, {
    'Content-Type': `${TYPES[extname(file)]}; charset=utf-8`,
    'Cache-Control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(isSmall && { 'Content-Encoding': 'br' }),
  })
  reply.end(readFileSync(isSmall ? `${file}.br` : file))
})
server.listen(Number(port), '127.0.0.1', () => console.log('listening'))
