import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { loadDevices } from './dhcp-load.ts'
import { openStage, register, residentMiB, routeOurs } from './stage.ts'
import { median, pairedRatio, type Row } from './table.ts'

const SELF = fileURLToPath(import.meta.url)
const PEER_PORT = 8099
const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 8

/** `GET /devices` with 1,000 devices, beside a bare node:http server that serialises the same object for each request. */
export async function benchApi(): Promise<Row[]> {
  const stage = await openStage('ours')
  const router = await routeOurs(stage, 'api')
  await register(router, loadDevices(1000))
  const devices = JSON.stringify(await router.api('/devices'))
  const peer = stage.router.start([process.execPath, SELF, 'serve'])
  peer.write(`${devices}\n`)
  await peer.line('listening')

  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const [results, port] of [
      [theirs, PEER_PORT],
      [ours, 80],
    ] as const)
      results.push(Number(await stage.router.run([process.execPath, SELF, 'load', String(port), router.login])))
  const rss = await residentMiB(router)
  await peer.stop()
  await router.daemon.stop()
  return [
    {
      what: 'GET /devices a second, 1,000 devices (beside node:http)',
      ours: median(ours).toFixed(0),
      peer: median(theirs).toFixed(0),
      ratio: pairedRatio(ours, theirs).toFixed(2),
      aim: '≥ 2',
    },
    {
      what: 'memory of the daemon after that (RSS)',
      ours: `${rss.toFixed(0)} MiB`,
      peer: '',
      ratio: '',
      aim: '≤ 160 MiB',
    },
  ]
}

/** The peer: reads an object as one line of input, and serialises it for each request. */
async function servePlainly(): Promise<void> {
  let input = ''
  for await (const part of process.stdin) {
    input += part
    if (input.endsWith('\n')) break
  }
  const object: unknown = JSON.parse(input)
  createServer((_request, reply) => {
    reply.setHeader('Content-Type', 'application/json')
    reply.end(JSON.stringify(object))
  }).listen(PEER_PORT, () => console.log('listening'))
}

/** Requests one after the other on each of a few connections, for as long as asked; prints how many a second. */
async function load(port: number, login: string): Promise<void> {
  const { Agent, get } = await import('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const headers = { Host: 'localhost', Authorization: `Basic ${Buffer.from(login).toString('base64')}` }
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/devices', agent, headers }, (reply) => {
        reply.resume()
        reply.on('end', () => (reply.statusCode === 200 ? resolve() : reject(new Error(`status ${reply.statusCode}`))))
      }).on('error', reject)
    })
  await ask()
  const began = performance.now()
  const ends = began + SECONDS * 1000
  let answered = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < ends) {
        await ask()
        answered += 1
      }
    }),
  )
  console.log((answered / ((performance.now() - began) / 1000)).toFixed(1))
  process.exit(0)
}

if (import.meta.main) {
  const [what, port, login = ''] = process.argv.slice(2)
  if (what === 'serve') await servePlainly()
  else await load(Number(port), login)
}
