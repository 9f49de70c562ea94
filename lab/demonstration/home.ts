import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../router/machine/clock.ts'
import type { Clock } from '../../router/machine/machine.ts'
import { openRouter } from '../../router/start/router.ts'
import { callSocket, callWell } from '../contract/call.ts'
import type { DeviceSpec } from '../guests/device.ts'
import { household } from '../home/household.ts'
import { ROOT } from '../process/place.ts'
import { SimulatedDevice, type SimulatedHome } from './device.ts'
import { startHabits } from './habits.ts'
import { ADS_LIST, RESOLVER } from './internet.ts'
import { openMachine } from './machine.ts'

/**
 * The app is opened through the console, which `openDoor` forwards to. The router listens on a free port of this computer as well, and never on its
 * network.
 */
const HTTP_PORT = 0
const HTTP_HOST = '127.0.0.1'
const RESOLVER_PROGRAM = fileURLToPath(new URL('resolver.ts', import.meta.url))

export interface DemonstrationOptions {
  /** The data directory of the router. Unix sockets are created in it, so its path must be short, for example a relative one. */
  readonly data: string
  /** The console: a unix socket whose callers count as local. */
  readonly console: string
  readonly password: string
  /** Do not set the router up. */
  readonly unset: boolean
  /** No background traffic. */
  readonly quiet: boolean
  readonly onRouterLine: (line: string) => void
  /** More links of the machine, without a cable. */
  readonly links?: readonly string[]
  /** That of this computer by default. */
  readonly clock?: Clock
}

/** A home in memory: the whole router, on a simulated kernel, with simulated devices. */
export interface Demonstration extends AsyncDisposable {
  readonly devices: ReadonlyMap<string, SimulatedDevice>
}

/** Opens the household of the virtual home as a simulation. Settings are kept in `data`. */
export async function openDemonstration(options: DemonstrationOptions): Promise<Demonstration> {
  const { data, console, password, unset, quiet, onRouterLine, links = [], clock = systemClock } = options
  mkdirSync(data, { recursive: true, mode: 0o700 })
  // State of a machine that does not exist any more.
  for (const folder of ['run', 'machine']) rmSync(join(data, folder), { recursive: true, force: true })
  const machine = openMachine(data, clock)
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  machine.kernel.ip.plug('wan0', '02:00:5e:00:00:01')
  machine.kernel.ip.plug('lan0', '02:00:5e:00:00:02')
  for (const link of links) machine.kernel.ip.plug(link)
  const open = () =>
    openRouter(machine, {
      ...{
        uplinks: ['wan0'],
        wired: ['lan0'],
        wireless: ['wlan0'],
        radios: [],
        data,
        console,
        version,
        authorities: [],
      },
      ...{ host: HTTP_HOST, port: HTTP_PORT, securePort: HTTP_PORT },
      ...{ dnsThreads: 1, dnsProgram: RESOLVER_PROGRAM, isDemonstration: true },
      webRoot: join(ROOT, 'web/dist'),
      siteFolder: join(ROOT, 'site/dist'),
      lookupFile: join(ROOT, 'router/dist/lookup.bin'),
      restart: () => void restart(),
      log: onRouterLine,
    })
  let router = await open()
  const restart = async (): Promise<void> => {
    await router[Symbol.asyncDispose]()
    router = await open()
  }

  const socket = (name: string): string => join(data, 'state', name, 'apisock')
  const home: SimulatedHome = { machine, api: socket('api'), wifi: socket('wifi') }
  const specs: Readonly<Record<string, DeviceSpec>> = household
  const devices = new Map(Object.entries(specs).map(([name, spec]) => [name, new SimulatedDevice(name, spec, home)]))
  if (!unset) {
    await setUp(home, password)
    await introduce(home, [...devices.values()])
  }
  for (const device of devices.values()) if (device.spec.wired || !unset) await device.join()
  const habits = quiet || unset ? undefined : startHabits(devices)
  return {
    devices,
    async [Symbol.asyncDispose]() {
      habits?.[Symbol.dispose]()
      await router[Symbol.asyncDispose]()
    },
  }
}

/** Completes the setup, unless the router is set up. */
async function setUp({ api }: SimulatedHome, password: string): Promise<void> {
  if ((await callSocket(api, { path: '/setup' })).status !== 200) return
  const put = (path: string, body: unknown): Promise<unknown> => callWell(api, { method: 'PUT', path, body })
  const answers = { AdminPassword: password, InterfaceUplink: 'wan0', TinyNets: ['192.168.2.0/24'] }
  await put('/setup', { ...answers, CheckUpdates: false, ReportInstall: false })
  await put('/setup_done', {})
  const upstream = [{ IPAddress: RESOLVER, TLSHost: '', DisableTls: true }]
  await put('/dnsSettings?test=false', { UpstreamProviders: upstream, FamilyProviders: upstream })
  await put('/plugins/dns/block/blocklists', { URI: ADS_LIST, Enabled: true, Tags: [] })
}

/** Adds the devices that the household knows. */
async function introduce({ api }: SimulatedHome, devices: readonly SimulatedDevice[]): Promise<void> {
  const known = (await callWell(api, { path: '/devices' })) as Record<string, unknown>
  for (const { mac, name, spec } of devices) {
    const { wired, guest, unknown, listens, ...settings } = spec
    if (unknown || known[mac]) continue
    const PSKEntry = wired ? undefined : { Type: 'sae', Psk: '' }
    const body = { MAC: mac, Name: name, PSKEntry, ...settings }
    await callWell(api, { method: 'PUT', path: `/device?identity=${mac}`, body })
  }
}
