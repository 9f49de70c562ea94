import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { argumentsFor } from '../../plugins/tailscale/daemon.ts'
import { openLocalApi } from '../../plugins/tailscale/localapi.ts'
import { Tailnet } from '../../plugins/tailscale/tailnet.ts'
import { RESOLVER } from '../guests/addresses.ts'
import { certify } from '../home/authority.ts'
import type { Home } from '../home/home.ts'
import { until } from '../process/until.ts'
import type { TailnetPrograms } from './programs.ts'

/** The control server and the relay of a tailnet, in the internet of a home. */
export interface TailnetServer {
  /** The URL of the control server. */
  readonly url: string
  /** Completes a log-in at its URL, as its user does in a browser. */
  complete(authURL: string): Promise<void>
  /** Permits the routes that nodes advertise now, as an administrator of the tailnet does. */
  approveRoutes(): Promise<void>
}

interface ServerOptions {
  readonly name: string
  readonly address: string
  /** The key that nodes need; without it they log in with a URL. */
  readonly authKey?: string
}

export async function startTailnet(
  { internet, authority }: Pick<Home, 'internet' | 'authority'>,
  { network }: TailnetPrograms,
  { name, address, authKey }: ServerOptions,
): Promise<TailnetServer> {
  await internet.namespace.ip(`addr add ${address}/32 dev lo`)
  await internet.names.lead(name, address)
  const { certificate, key } = await certify(dirname(authority.ca), name)
  const flags = ['-address', address, '-name', name, '-certificate', certificate, '-key', key]
  const server = internet.namespace.start([network, ...flags, ...(authKey ? ['-authkey', authKey] : [])])
  await server.line('tailnet: listening')
  const curl = ['curl', '-sf', '--cacert', authority.ca, '--resolve', `${name}:443:${address}`]
  const url = `https://${name}`
  return {
    url,
    complete: async (authURL) => void (await internet.namespace.run([...curl, authURL])),
    approveRoutes: async () => void (await internet.namespace.run([...curl, '-X', 'POST', `${url}/lab/approve`])),
  }
}

/** A node of the tailnet on a machine in the internet, such as a laptop on the road. */
export interface RemoteNode {
  readonly tailnet: Tailnet
  /** Uses the routes of other nodes. */
  acceptRoutes(): Promise<void>
  /** Sends a text to a TCP echo service through the tailnet; undefined if it does not come back within two seconds. */
  echo(ip: string, port: number, text: string): Promise<string | undefined>
  /** Opens a TCP connection, or sends datagrams, through the tailnet. */
  dial(ip: string, port: number, network?: 'tcp' | 'udp'): Promise<Duplex>
  /** The address from which the node with this tailnet address answers directly; empty if it answers through the relay. */
  directAddress(ip: string): Promise<string>
}

/** Starts tailscaled on the neighbour of the home. It has no link of the tailnet: its LocalAPI opens connections. */
export async function startRemoteNode(
  { internet, authority }: Pick<Home, 'internet' | 'authority'>,
  { tailscaled }: TailnetPrograms,
): Promise<RemoteNode> {
  const { neighbour } = internet
  writeFileSync(join(neighbour.dir, 'etc/resolv.conf'), `nameserver ${RESOLVER}\n`)
  const socket = join(neighbour.dir, 'tailscaled.sock')
  const flags = argumentsFor(join(neighbour.dir, 'tailscaled'), socket)
  neighbour.start(['env', `SSL_CERT_FILE=${authority.ca}`, tailscaled, ...flags])
  const api = openLocalApi(socket)
  const tailnet = new Tailnet(api)
  await until('the remote node', () => tailnet.state().catch(() => undefined))
  const dial: RemoteNode['dial'] = (...target) => openConnection(socket, ...target)
  return {
    tailnet,
    acceptRoutes: async () => void (await api.call('PATCH', 'prefs', { RouteAll: true, RouteAllSet: true })),
    dial,
    async echo(ip, port, text) {
      try {
        await using connection = await dial(ip, port)
        connection.write(text)
        const [answer] = await once(connection.setEncoding('utf8'), 'data', { signal: AbortSignal.timeout(TIMEOUT_MS) })
        return answer as string
      } catch {
        return undefined
      }
    },
    async directAddress(ip) {
      const { Endpoint } = (await api.call('POST', `ping?ip=${ip}&type=disco`)) as { Endpoint?: string }
      return Endpoint ?? ''
    },
  }
}

const TIMEOUT_MS = 2000

/** A connection that tailscaled opens in the tailnet. Throws if it is not open after two seconds. */
async function openConnection(socketPath: string, ip: string, port: number, network = 'tcp'): Promise<Duplex> {
  const upgrade = { Connection: 'upgrade', Upgrade: 'ts-dial' }
  const target = { 'Dial-Host': ip, 'Dial-Port': String(port), 'Dial-Network': network }
  const call = request({
    socketPath,
    method: 'POST',
    path: '/localapi/v0/dial',
    headers: { Host: 'local-tailscaled.sock', ...upgrade, ...target },
  }).end()
  const refused = once(call, 'response').then(() => Promise.reject(new Error(`tailscaled does not reach ${ip}`)))
  try {
    const opened = once(call, 'upgrade', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const [, connection] = (await Promise.race([opened, refused])) as [unknown, Duplex]
    return connection
  } catch (error) {
    call.destroy()
    throw error
  }
}

/** Facts about a running program that the kernel shows. */
export interface Confinement {
  /** Its capabilities in force, as a hexadecimal number. */
  readonly capabilities: string
  /** TCP ports of its network on which connections from other machines are accepted. */
  readonly ports: readonly number[]
}

export function confinementOf(pid: string): Confinement {
  const read = (name: string): string => readFileSync(`/proc/${pid}/${name}`, 'utf8')
  // Lines are `0: ADDRESS:PORT ADDRESS:PORT STATE …` in hexadecimal, addresses in host order; 0A is LISTEN.
  const sockets = ['net/tcp', 'net/tcp6'].flatMap((name) => [
    ...read(name).matchAll(/^ *\d+: (\w+):(\w{4}) \w+:\w{4} 0A /gm),
  ])
  return {
    capabilities: /^CapEff:\s+(\w+)$/m.exec(read('status'))?.[1] ?? '',
    ports: sockets.filter(([, address]) => !address!.endsWith('7F')).map(([, , port]) => Number.parseInt(port!, 16)),
  }
}
