import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TOTP } from 'otpauth'
import { daemonCommand } from '../../bin/daemon.js'
import { type Answer, type Call, callSocket, callWell } from '../contract/call.ts'
import { type Namespace, openNamespace } from '../home/namespace.ts'
import { environment, type Program } from '../process/program.ts'
import { until } from '../process/until.ts'
import { type RouterMachine, takeMachine } from './machine.ts'

const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))
const SITE = fileURLToPath(new URL('../../site/dist', import.meta.url))

export interface RouterOptions {
  /** The data directory. Short, because socket paths are limited to 107 bytes. */
  readonly data: string
  /** The socket on which calls count as local. */
  readonly console: string
  readonly ca: string
  readonly uplinks: readonly string[]
  /** It has a radio, `wlan0`, and drives it; otherwise a helper reports who has joined one of that name. */
  readonly hasRadio?: boolean
  /** It has no home: only its uplinks. */
  readonly isVirtual?: boolean
  /** A directory whose programs take precedence over those of the machine. */
  readonly programs?: string
  /** It runs as an ordinary user with the capabilities that it needs. */
  readonly isOrdinary?: boolean
  /** Additional arguments. */
  readonly flags?: readonly string[]
  readonly onLine?: (line: string) => void
  /** Length of a minute of the traffic history, for tests. */
  readonly minuteMs?: number
  /** The router runs on the machine of an earlier one (`machine.ts`), unless it needs other variables or programs. */
  readonly reuses?: boolean
}

/** The user and group IDs of `nobody` on Debian. */
export const ORDINARY_USER = 65534
const CAPABILITIES = '-all,+net_bind_service,+net_admin,+net_raw'
/** What systemd does for a unit with `User`, `AmbientCapabilities`, `CapabilityBoundingSet` and `NoNewPrivileges`: setpriv(1). */
const AS_ORDINARY = [
  'setpriv',
  ...[`--reuid=${ORDINARY_USER}`, `--regid=${ORDINARY_USER}`, '--clear-groups', '--no-new-privs'],
  ...[`--inh-caps=${CAPABILITIES}`, `--ambient-caps=${CAPABILITIES}`, `--bounding-set=${CAPABILITIES}`],
  '--',
]

/** The router's machine, with its uplinks, the link `lan0` and the radio `wlan0`, and the daemon. */
export class Router {
  readonly namespace: Namespace
  login = ''
  /** The proof of a one-time code, once there is one. */
  proof: string | undefined
  readonly #options: RouterOptions
  readonly #machine: RouterMachine | undefined
  #daemon: Program | undefined

  /** `machine`: one that the namespace belongs to, and that other routers use as well. */
  constructor(namespace: Namespace, options: RouterOptions, machine?: RouterMachine) {
    this.namespace = namespace
    this.#options = options
    this.#machine = machine
  }

  get hasStarted(): boolean {
    return this.#daemon !== undefined
  }

  get daemon(): Program {
    if (!this.#daemon) throw new Error('the router has not been started')
    return this.#daemon
  }

  /** Start the daemon with these variables in its environment, as `NAME=value`, and wait until it answers. */
  async start(variables: readonly string[] = []): Promise<void> {
    const { data, console, ca, uplinks, hasRadio, isVirtual, programs, flags: more = [], onLine } = this.#options
    const flags = [
      '--uplink',
      uplinks.join(),
      ...(isVirtual ? ['--virtual'] : ['--lan', 'lan0', hasRadio ? '--radio' : '--wireless', 'wlan0']),
      '--data',
      data,
      '--console',
      console,
      '--dns-ca',
      ca,
      ...more,
    ]
    const web = existsSync(WEB) && !flags.includes('--web') ? ['--web', WEB] : []
    const args = [...flags, ...web, '--site', SITE]
    const hurry: Record<string, string> = this.#options.minuteMs
      ? { SALLYPORT_MINUTE_MS: String(this.#options.minuteMs) }
      : {}
    if (this.#machine && variables.length === 0) this.#daemon = this.#machine.open(['run', ...args], hurry, onLine)
    else {
      const own = { ...hurry, ...(programs ? { PATH: `${programs}:${environment.PATH}` } : {}) }
      const set = Object.entries(own).map(([name, value]) => `${name}=${value}`)
      const as = this.#options.isOrdinary ? AS_ORDINARY : []
      this.#daemon = this.namespace.start([...as, 'env', ...set, ...variables, ...daemonCommand(args)], onLine)
    }
    // Under emulation, loading the modules takes most of a minute.
    await this.#daemon.line('sallyport: answering', 300_000)
  }

  /** Closes the router, and its machine if no other one uses it. */
  async close(): Promise<void> {
    // A daemon with its own variables.
    if (this.#daemon && this.#daemon !== this.#machine?.daemon) await this.#daemon.stop()
    if (this.#machine) await this.#machine.close()
    else await this.namespace[Symbol.asyncDispose]()
  }

  /** Kills the daemon (SIGKILL); the kernel keeps its ruleset. */
  async kill(): Promise<void> {
    this.daemon.kill('SIGKILL')
    await this.daemon.exited
  }

  /** Stops the daemon (SIGSTOP) until it is resumed. */
  async stopDaemon(): Promise<void> {
    this.daemon.kill('SIGSTOP')
    const state = () => readFileSync(`/proc/${this.daemon.pid}/stat`, 'utf8').replace(/^.*\) /, '')[0]
    await until('the daemon to stop', () => state() === 'T')
  }

  resumeDaemon(): void {
    this.daemon.kill('SIGCONT')
  }

  /** Calls the API as the administrator, on the router. Throws unless the status is 200. */
  api(path: string, body?: unknown, method: Call['method'] = body === undefined ? 'GET' : 'PUT'): Promise<unknown> {
    return callWell(this.#options.console, { method, path, body, login: this.login, proof: this.proof })
  }

  /** Like `api`, with any status. */
  ask(call: Call): Promise<Answer> {
    return callSocket(this.#options.console, { login: this.login, proof: this.proof, ...call })
  }

  /** Registers a one-time code for the administrator. The calls from then on prove it. */
  async prove(): Promise<void> {
    this.proof = (await this.registerCodes()).proof
  }

  /** Registers one-time codes of the owner. Returns their generator, and a proof by the present code, which is valid once. */
  async registerCodes(): Promise<{ codes: TOTP; proof: string }> {
    const { OTPUsers } = (await this.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
    const codes = new TOTP({ secret: OTPUsers[0]?.Secret ?? '' })
    return { codes, proof: String(await this.api('/otp_validate', { Name: 'admin', Code: codes.generate() })) }
  }

  /** The socket of the API, which needs credentials. */
  get console(): string {
    return this.#options.console
  }

  /** The socket that serves a helper on the same machine. */
  helperSocket(helper: 'wifi' | 'dhcp' | 'access' | 'plugins/wireguard'): string {
    return join(this.#options.data, `state/${helper}/apisock`)
  }

  /** A report of the wifi helper to the daemon. */
  reportWifi(path: string, body: unknown): Promise<unknown> {
    return callWell(this.helperSocket('wifi'), { method: 'PUT', path, body })
  }

  /** Waits for the uplink address and returns it. */
  async uplinkAddress(link = 'wan0'): Promise<string> {
    return await until(`an address on ${link}`, () => addressOf(this.namespace, link), 15_000)
  }
}

/** Of a router whose table of nftables other programs may change, as they always may before Linux 6.9. */
export const SHARED_FIREWALL = ['--shared-firewall']

/** A link's IPv4 address, or undefined if it has none or is missing. */
export async function addressOf(namespace: Namespace, link: string): Promise<string | undefined> {
  const { code, stdout } = await namespace.outcome(['ip', '-j', '-4', 'addr', 'show', 'dev', link])
  // Without a line, the link was changed while it was read.
  return code === 0 && stdout !== '' ? JSON.parse(stdout)[0]?.addr_info?.[0]?.local : undefined
}

export async function openRouter(dir: string, options: RouterOptions): Promise<Router> {
  if (!options.reuses || options.programs || options.isOrdinary)
    return new Router(await openNamespace('router', dir), options)
  const machine = await takeMachine()
  return new Router(machine.namespace, options, machine)
}

/** Deletes the state in a data directory of a router that does not run: it starts as a new one. */
export function eraseState(data: string): void {
  for (const file of ['state.db', 'state.db-wal', 'state.db-shm', 'state.db.good', 'vault.key', 'backups'])
    rmSync(join(data, file), { recursive: true, force: true })
}
