import { parseArgs } from 'node:util'
import { systemClock } from '../machine/clock.ts'
import { readBytes } from '../machine/linux/files.ts'
import { routerFile } from '../machine/place.ts'
import { openListener } from '../servers/http/listen/listener.ts'
import { openSite } from '../servers/site/site.ts'
import { STATUS } from '../wire/http.ts'

/** Serves only the documentation with its search; `/` redirects to it. Page views are not counted. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8080' },
      folder: { type: 'string', default: routerFile('../site/dist') },
    },
  })
  const { host, folder } = values
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN
  if (!(port <= 65_535)) throw new Error('--port must be a port from 0 to 65535')
  const clock = systemClock
  const site = openSite({ machine: { clock, readBytes }, folder })
  const listener = await openListener({
    clock,
    kind: 'network',
    at: { host, port },
    onRequest(request, response) {
      if (site.takes(request.url)) return site.answer(request, response)
      if (request.url === '/') response.writeHead(STATUS.movedPermanently, { Location: '/pages/' }).end()
      else response.writeHead(STATUS.notFound).end()
    },
  })
  process.stdout.write(
    `The documentation is at http://${host.includes(':') ? `[${host}]` : host}:${listener.port}/pages/ (Ctrl-C ends it)\n`,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void listener.close().then(() => process.exit(0)))
}

main().catch((error: Error) => {
  process.stderr.write(`sallyport: ${error.message}\n`)
  process.exit(1)
})
