import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Namespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'
import { RESOLVER } from './addresses.ts'

/** A subscriber of a provider. */
export interface Subscriber {
  readonly username: string
  readonly secret: string
}

/** A provider's access concentrator: rp-pppoe's server, with Debian's pppd for each session. */
export interface AccessConcentrator extends AsyncDisposable {
  /** Ends with its sessions, and without a message to the customers, as in a power failure. Disposing of it ends them in order. */
  fail(): Promise<void>
}

export interface PppoeOptions {
  /** The link that it answers on. */
  readonly link: string
  readonly gateway: string
  /** The address of the first customer. */
  readonly first: string
  readonly subscribers: readonly Subscriber[]
}

/** Gives a namespace a separate /etc/ppp, with these credentials of subscribers, and the scripts that pppd runs by default. */
export function writePppFiles(namespace: Namespace, subscribers: readonly Subscriber[], script = ''): void {
  const directory = join(namespace.dir, 'etc/ppp')
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory)
  const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`
  const secrets = subscribers.map(({ username, secret }) => `${quoted(username)} * ${quoted(secret)} *\n`).join('')
  writeFileSync(join(directory, 'chap-secrets'), secrets, { mode: 0o600 })
  writeFileSync(join(directory, 'options'), '')
  for (const name of ['ip-up', 'ip-down', 'auth-up', 'auth-down'])
    if (script) writeFileSync(join(directory, name), script, { mode: 0o755 })
}

/** Starts one in the internet. It demands CHAP, and offers the resolver of the internet. */
export function servePppoe(
  namespace: Namespace,
  { link, gateway, first, subscribers }: PppoeOptions,
): AccessConcentrator {
  writePppFiles(namespace, subscribers)
  const options = join(namespace.dir, `pppoe-${link}.options`)
  const lines = [
    'auth',
    'require-chap',
    'name isp',
    `ms-dns ${RESOLVER}`,
    'noipv6',
    'nodefaultroute',
    'mtu 1492',
    'mru 1492',
  ]
  writeFileSync(options, `${lines.join('\n')}\n`)
  const argv = ['pppoe-server', '-F', '-I', link, '-L', gateway, '-R', first, '-N', '8', '-C', 'isp', '-O', options]
  const server: Program = namespace.start(argv)
  const end = async (signal: string): Promise<void> => {
    server.kill('SIGKILL')
    await server.exited
    await namespace.outcome(['pkill', signal, '-f', `pppd .*${options}`])
  }
  return { fail: () => end('-KILL'), [Symbol.asyncDispose]: () => end('-TERM') }
}
