import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { Unavailable } from './errors.ts'
import { missingCapabilities, NEEDED_CAPABILITIES } from './machine/linux/capabilities.ts'
import { journalUnit } from './machine/linux/journal.ts'
import { defaultLink } from './machine/linux/links.ts'
import { keepMemorySmall } from './machine/linux/memory.ts'
import { openServiceManager, type ServiceManager } from './machine/linux/servicemanager.ts'
import { openLinux } from './machine/linux.ts'
import type { Machine } from './machine/machine.ts'
import { routerFile } from './machine/place.ts'
import { checkPassphrase } from './model/home/devices/passphrase.ts'
import { answerDamaged } from './start/damaged.ts'
import { leaveNetwork } from './start/leave.ts'
import { type RouterOptions, type StaticAddress, staticUplink } from './start/options.ts'
import { openPower } from './start/power.ts'
import { openRouter } from './start/router.ts'

const USAGE =
  'sallyport run --uplink IF[,IF] [--static IF=IP/PREFIX,ROUTER] --lan IF[,IF] [--radio IF[,IF]] [--wireless IF[,IF]] [--data DIR] [--port N] [--tls-port N] [--vpn-port N] [--dns-threads N] [--docker SOCKET] [--authorized-keys FILE] [--shared-firewall]\n' +
  '       sallyport run --virtual [--uplink IF] [--static IF=IP/PREFIX,ROUTER] [--data DIR] [--vpn-port N]'

/** EX_TEMPFAIL of sysexits.h: the supervisor starts the program again. */
const EXIT_TO_RESTART = 75

/** The command that removes from the machine what the router has made. */
const LEAVE = 'leave'

const list = (text: string | undefined): string[] => (text ? text.split(',').filter(Boolean) : [])

/** The router. Waits until the saved state can be read. */
async function openSound(machine: Machine, options: RouterOptions, manager: ServiceManager): Promise<AsyncDisposable> {
  for (;;) {
    try {
      const router = await openRouter(machine, options)
      manager.ready()
      return router
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      // It answers what is damaged; starting it again would not help.
      manager.ready()
      await answerDamaged(machine, options, error)
    }
  }
}

function complain(message: string): never {
  process.stderr.write(`sallyport: ${message}\n`)
  process.exit(1)
}

function portOf(flag: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) complain(`--${flag} must be a port from 1 to 65535`)
  return port
}

/** The name of an uplink and its address, of text such as `eth0=198.51.100.7/24,198.51.100.1`. */
function staticAddressOf(text: string, uplinks: readonly string[]): [link: string, address: StaticAddress] {
  const [, link, IP, Router] = /^([^=]+)=([^,]+),([^,]+)$/.exec(text) ?? []
  if (link === undefined || IP === undefined || Router === undefined || !uplinks.includes(link))
    complain(
      '--static must be an uplink, its address and the router of the provider: eth0=198.51.100.7/24,198.51.100.1',
    )
  try {
    staticUplink(link, { IP, Router }, [])
  } catch (error) {
    complain(`--static ${text}: ${error instanceof Error ? error.message : error}`)
  }
  return [link, { IP, Router }]
}

function threadsOf(flag: string, text: string): number {
  if (!/^[1-8]$/.test(text)) complain(`--${flag} must be a number from 1 to 8`)
  return Number(text)
}

/** Of a router with a label, for example. From the environment: arguments are visible to every user of the machine. */
function setupPassphrase({ SALLYPORT_SETUP_PASSPHRASE: passphrase }: NodeJS.ProcessEnv): string | undefined {
  if (!passphrase) return undefined
  try {
    checkPassphrase(passphrase, 'SALLYPORT_SETUP_PASSPHRASE')
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error))
  }
  return passphrase
}

/**
 * Opens the router that the arguments describe (`USAGE`), and writes its log to standard output. Ends the process with a message if
 * they are not valid.
 */
export async function runRouter(
  args: readonly string[],
  environment = process.env,
  manager = openServiceManager(environment),
): Promise<AsyncDisposable> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      uplink: { type: 'string' },
      static: { type: 'string', multiple: true, default: [] },
      lan: { type: 'string' },
      virtual: { type: 'boolean', default: false },
      wireless: { type: 'string' },
      radio: { type: 'string' },
      data: { type: 'string', default: '/var/lib/sallyport' },
      port: { type: 'string', default: '80' },
      'tls-port': { type: 'string', default: environment.API_SSL_PORT || '443' },
      'vpn-port': { type: 'string', default: environment.WIREGUARD_PORT || '51280' },
      console: { type: 'string' },
      'authorized-keys': { type: 'string' },
      web: { type: 'string' },
      site: { type: 'string' },
      'dns-ca': { type: 'string' },
      'dns-threads': { type: 'string' },
      docker: { type: 'string' },
      'shared-firewall': { type: 'boolean', default: false },
    },
  })
  const hasHome = values.lan || values.wireless || values.radio
  if (values.virtual && hasHome)
    complain('--virtual is for a router with one link, without --lan, --wireless and --radio')
  const uplinks = list(values.uplink ?? (values.virtual ? defaultLink() : undefined))
  if (uplinks.length === 0 && !hasHome) complain(`which links? ${USAGE}`)
  const missing = missingCapabilities()
  if (missing.length > 0)
    complain(`the router needs root, or the capabilities ${NEEDED_CAPABILITIES}; missing: ${missing.join(', ')}`)

  // Of the installed router: the sockets through which systemd starts what its unit may not, and its release.
  const {
    SALLYPORT_ROOT: root,
    SALLYPORT_SCRIPTS: scripts,
    SALLYPORT_TRIAL: trialFile,
    SALLYPORT_RELEASE: release,
  } = environment
  const opened = new AsyncDisposableStack()
  const machine = opened.use(openLinux({ isShared: values['shared-firewall'], root, scripts }))
  const { version } = JSON.parse(readFileSync(routerFile('package.json'), 'utf8')) as { version: string }
  const options = {
    uplinks,
    staticAddresses: new Map(values.static.map((text) => staticAddressOf(text, uplinks))),
    wired: list(values.lan),
    wireless: list(values.wireless),
    radios: list(values.radio),
    setupPassphrase: setupPassphrase(environment),
    data: values.data,
    port: portOf('port', values.port),
    securePort: portOf('tls-port', values['tls-port']),
    vpnPort: portOf('vpn-port', values['vpn-port']),
    console: values.console,
    authorizedKeys: values['authorized-keys'],
    docker: values.docker,
    superd: root === undefined ? undefined : ['superd'],
    webRoot: values.web,
    siteFolder: values.site,
    lookupFile: routerFile('dist/lookup.bin'),
    dnsThreads: values['dns-threads'] ? threadsOf('dns-threads', values['dns-threads']) : undefined,
    authorities: values['dns-ca'] ? [readFileSync(values['dns-ca'], 'utf8')] : [],
    version,
    trialFile,
    release,
    restart: () => void restart(),
    turnOff: openPower({
      machine,
      stop: () => opened.disposeAsync(),
      onFailure: (what, error) => process.stdout.write(`sallyport: ${what}: ${error}\n`),
    }),
    log: (line: string) => void process.stdout.write(`${line}\n`),
    journalUnit: journalUnit(),
    // For tests of what lasts minutes.
    minuteMs: Number(environment.SALLYPORT_MINUTE_MS) || undefined,
  }
  // execve(2) replaces the program and keeps the process ID, which the supervisor watches.
  const restart = async (): Promise<void> => {
    options.log('sallyport: restarting, as an administrator has requested')
    try {
      await opened.disposeAsync()
      const [, main = ''] = process.argv
      process.execve?.(process.execPath, [process.execPath, ...process.execArgv, main, ...args], process.env)
    } finally {
      // Where that is not possible, a supervisor sees from the code that it is to start the router again.
      process.exit(EXIT_TO_RESTART)
    }
  }
  if (positionals[0] === LEAVE) await leaveNetwork(machine, options)
  else opened.use(await openSound(machine, options, manager))
  return opened
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  let router: AsyncDisposable | undefined
  const manager = openServiceManager(process.env)
  // The firewall stays: it is enforced while the router is not running.
  const stop = (): void => {
    manager.stopping()
    if (!router) process.exit(0)
    router[Symbol.asyncDispose]().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  // Before the router answers: without a handler, a signal would end the process with its databases open.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  router = await runRouter(args, process.env, manager)
  if (args[0] === LEAVE) return stop()
  // Otherwise it is written only at an orderly end, and a router that is switched off would strip types at every start.
  flushCompileCache()
  keepMemorySmall()
}

if (import.meta.main) main().catch((error: unknown) => complain(error instanceof Error ? error.message : String(error)))
