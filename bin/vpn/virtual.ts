import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { defaultLink } from '../../router/machine/linux/links.ts'
import { reachOf } from '../../router/values/subnet.ts'
import { daemonCommand } from '../daemon.js'
import { findRouter, type RouterApi } from '../router.ts'
import { addPeer, listPeers, removePeer } from './peers.ts'
import { renderQr } from './qr.js'
import { reserve } from './reserve.ts'

/**
 * Sets up a router that is only reached through its VPN, before it runs: sets the password and adds the first VPN device. This
 * happens in a network namespace, so that the machine stays reachable over SSH until the QR code has been scanned. Does nothing if the
 * router is set up.
 */
const NAMESPACE = 'sallyport-setup'
/** In the data directory: the first VPN device has been added. */
const DONE = 'vpn-only'
const START_MS = 120_000

function readFlags() {
  const { values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: {
      virtual: { type: 'boolean' },
      data: { type: 'string', default: '/var/lib/sallyport' },
      uplink: { type: 'string' },
      'vpn-port': { type: 'string', default: process.env.WIREGUARD_PORT || '51280' },
      name: { type: 'string', default: 'phone' },
      endpoint: { type: 'string' },
      file: { type: 'string' },
    },
  })
  return values as Record<'data' | 'vpn-port' | 'name', string> &
    Partial<Record<'uplink' | 'endpoint' | 'file', string>>
}

const ip = (...words: string[]) => spawnSync('ip', words, { encoding: 'utf8' })

function demandIp(...words: string[]): string {
  const { status, stdout, stderr } = ip(...words)
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr.trim()}`)
  return stdout
}

/** The public address of the router for its VPN devices. Throws if the uplink has none. */
function endpointOf(given: string | undefined, link: string, port: string): string {
  if (given) return /:\d+$/.test(given) ? given : `${given}:${port}`
  const [shown] = JSON.parse(demandIp('-j', '-4', 'addr', 'show', 'dev', link)) as {
    addr_info?: { local: string }[]
  }[]
  const address = shown?.addr_info?.[0]?.local
  if (address && reachOf(address) === 'public') return `${address}:${port}`
  throw new Error(
    `the address of ${link} (${address ?? 'none'}) is not reachable from the internet: name the public address that your provider ` +
      'shows with --endpoint 203.0.113.5',
  )
}

/** Runs `work` with the API of a router that has this data, and no connection to any network. */
async function withIsolatedRouter<T>(
  data: string,
  uplink: string,
  work: (router: RouterApi) => Promise<T>,
): Promise<T> {
  removeNamespace()
  demandIp('netns', 'add', NAMESPACE)
  let daemon: ChildProcess | undefined
  try {
    demandIp('-n', NAMESPACE, 'link', 'add', uplink, 'type', 'bridge')
    const [program = '', ...args] = daemonCommand(['--virtual', '--uplink', uplink, '--data', data])
    let printed = ''
    daemon = spawn('ip', ['netns', 'exec', NAMESPACE, program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [daemon.stdout, daemon.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
    const ended = new Promise<void>((resolve) => daemon!.once('exit', () => resolve()))
    const result = await work(await waitForRouter(data, daemon, () => printed))
    daemon.kill('SIGTERM')
    await ended
    return result
  } finally {
    daemon?.kill('SIGKILL')
    removeNamespace()
  }
}

/** wireguard-go ends with its link. */
function removeNamespace(): void {
  ip('-n', NAMESPACE, 'link', 'delete', 'wg0')
  ip('netns', 'delete', NAMESPACE)
}

async function waitForRouter(data: string, daemon: ChildProcess, printed: () => string): Promise<RouterApi> {
  for (const began = Date.now(); Date.now() - began < START_MS; ) {
    if (daemon.exitCode !== null) throw new Error(`the router cannot be started:\n${printed()}`)
    const router = await findRouter({ data }, {}).catch(() => undefined)
    if (router) return router
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`the router does not answer:\n${printed()}`)
}

/** Sets the password if there is none. Returns a generated one, which has to be shown. */
async function setPassword(router: RouterApi, InterfaceUplink: string): Promise<string | undefined> {
  const isPending = await router.call('GET', '/setup').then(
    () => true,
    () => false,
  )
  if (!isPending) return undefined
  const given = process.env.SALLYPORT_ADMIN_PASSWORD
  const AdminPassword = given || randomBytes(12).toString('base64url')
  await router.call('PUT', '/setup', { AdminPassword, InterfaceUplink, CheckUpdates: false, ReportInstall: false })
  await router.call('PUT', '/setup_done', {})
  return given ? undefined : AdminPassword
}

async function setUp(): Promise<void> {
  const { data, uplink = defaultLink(), name, file, endpoint: given, 'vpn-port': port } = readFlags()
  const done = join(data, DONE)
  if (existsSync(done)) return
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY
  if (!isTerminal && !(file && process.env.SALLYPORT_ADMIN_PASSWORD))
    throw new Error(
      'the first VPN device has to be set up in a terminal: sudo npx sallyport run --virtual. Without a terminal: --file FILE for its ' +
        'configuration, and SALLYPORT_ADMIN_PASSWORD',
    )
  if (!uplink) throw new Error('there is no default route: name the link towards the internet with --uplink IF')
  const endpoint = endpointOf(given, uplink, port)
  if (file) reserve(file)
  mkdirSync(data, { recursive: true })
  let made: { readonly text: string; readonly password: string | undefined; readonly address: string }
  try {
    made = await withIsolatedRouter(data, uplink, async (router) => {
      const password = await setPassword(router, uplink)
      // Of an earlier attempt, whose code may not have been scanned.
      if ((await listPeers(router)).some(({ device }) => device.Name === name)) await removePeer(router, name)
      await router.call('PUT', '/plugins/wireguard/endpoints', [endpoint])
      const peer = { name, through: 'all', policies: ['wan', 'dns'], groups: [], tags: [], endpoint } as const
      const text = await addPeer(router, peer)
      return { password, text, address: /^DNS = (.*)$/m.exec(text)?.[1] ?? '' }
    })
    if (file) writeFileSync(file, made.text)
    else
      process.stdout.write(
        `${renderQr(made.text, { colored: true })}\nScan this code with the WireGuard app. It is not shown again.\n`,
      )
    if (made.password) process.stdout.write(`\n  user      admin\n  password  ${made.password}\n`)
  } catch (error) {
    if (file) rmSync(file, { force: true })
    throw error
  }
  process.stdout.write(`
The router is set up. From now on only UDP port ${port} is open on ${uplink}: connections over it end, SSH included.
Turn on the tunnel, and open http://${made.address}/
`)
  if (isTerminal) await confirm()
  writeFileSync(done, '')
}

async function confirm(): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  await terminal.question('Press Enter when the code is scanned. ')
  terminal.close()
}

setUp().catch((error: Error) => {
  process.stderr.write(`sallyport: ${error.message}\n`)
  process.exit(1)
})
