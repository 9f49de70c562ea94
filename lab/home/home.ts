import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Device } from '../../router/model/home/devices/device.ts'
import { type Addressing, FAMILY_RESOLVER, RESOLVER } from '../guests/addresses.ts'
import { type DeviceSpec, HouseholdDevice } from '../guests/device.ts'
import { type Internet, openInternet } from '../guests/internet.ts'
import { ORDINARY_USER, openRouter, type Router } from '../guests/router.ts'
import { until } from '../process/until.ts'
import { MOCK_MAC, MockRadio } from '../radio/mock.ts'
import { type Air, type AirOptions, openAir } from './air.ts'
import { type Authority, openAuthority } from './authority.ts'
import { openSwitch, type Switch } from './cable.ts'
import { deleteEngineData } from './engine.ts'
import { openNamespace } from './namespace.ts'
import { CableRadio, type Radio } from './radio.ts'

export interface HomeOptions {
  readonly uplink?: Addressing
  /** A second uplink, `wan1`, to another provider (`internet.second`) with the same internet behind it. */
  readonly secondUplink?: boolean
  /** The home is a customer of the same provider as this one. */
  readonly neighbour?: Home
  /** The router's data directory; by default one that is deleted with the home, like one of `engineData`. */
  readonly data?: string
  /** The socket on which calls count as local. */
  readonly console?: string
  /** Directory of the certificate authority of the virtual internet. */
  readonly authority?: string
  readonly password?: string
  readonly tinyNets?: readonly string[]
  /** Length of a minute of the traffic history, for tests. */
  readonly minuteMs?: number
  /** Wireless devices join over simulated radios, which only some kernels have: `lab/vm`. Otherwise cables replace the radio. */
  readonly simulatedRadios?: boolean
  readonly air?: AirOptions
  /** Programs in place of hostapd and iw drive a radio that is not there, for the screens of the app. Cables replace it, too. */
  readonly mockRadio?: boolean
  /** Do not set the router up. */
  readonly unset?: boolean
  /** The router uses the machine of an earlier home of this process, if there is one. */
  readonly reuses?: boolean
  /** The router runs as an ordinary user with the capabilities that it needs. */
  readonly isOrdinary?: boolean
  /** More arguments of the router. */
  readonly flags?: readonly string[]
  readonly onProgress?: (what: string) => void
  readonly onRouterLine?: (line: string) => void
}

export interface Home {
  readonly dir: string
  readonly authority: Authority
  readonly internet: Internet
  /** The provider's end of the router's uplink. */
  readonly line: string
  /** The other provider's end of the second uplink. */
  readonly secondLine: string | undefined
  readonly router: Router
  readonly switch: Switch
  /** In a home with simulated radios. */
  readonly air: Air | undefined
  /** In a home with a mock radio. */
  readonly mock: MockRadio | undefined
  /** The switch's end of the router's `lan0`. */
  readonly lanPort: string
  readonly devices: ReadonlyMap<string, HouseholdDevice>
  /** Adds a device. */
  addDevice(name: string, spec: DeviceSpec): Promise<HouseholdDevice>
  /** Disconnects a device and removes its namespace. */
  removeDevice(device: HouseholdDevice): Promise<void>
  /** Changes the settings of a device in the router. */
  configure(device: HouseholdDevice, facts: Partial<Device>): Promise<unknown>
  /** Connects all devices concurrently. */
  gather(): Promise<void>
  /** Stops the daemon, then everything else. */
  close(): Promise<void>
}

type Household = Record<string, DeviceSpec>
export type HomeOf<H extends Household> = Home & { readonly [K in keyof H]: HouseholdDevice }

/** Creates a home inside a sealed process tree: internet, router, and these devices, which have not joined yet. */
export async function openHome<const H extends Household>(household: H, options: HomeOptions = {}): Promise<HomeOf<H>> {
  const {
    uplink = 'public',
    secondUplink = false,
    simulatedRadios = false,
    mockRadio = false,
    unset = false,
    neighbour,
    onProgress = () => {},
    password = 'open sesame',
  } = options
  mkdirSync('/run/sallyport', { recursive: true })
  const dir = mkdtempSync('/run/sallyport/home-')
  const data = options.data ?? join(dir, 'data')
  const console = options.console ?? join(dir, 'console')
  mkdirSync(data, { recursive: true })
  const mock = mockRadio ? new MockRadio(dir) : undefined
  const authority = neighbour?.authority ?? (await openAuthority(options.authority ?? join(dir, 'authority')))

  // As a unit with `StateDirectory` and `RuntimeDirectory` has them.
  const own = options.isOrdinary ? ['/run/sallyport', dir, data, dirname(authority.ca), authority.ca] : []
  for (const path of own) chownSync(path, ORDINARY_USER, ORDINARY_USER)

  onProgress('creating the network namespaces')
  const [internet, router, shared, namespaces] = await Promise.all([
    neighbour?.internet ?? openInternet(dir, authority, { addressing: uplink, secondProvider: secondUplink }),
    openRouter(dir, {
      data,
      console,
      ca: authority.ca,
      uplinks: secondUplink ? ['wan0', 'wan1'] : ['wan0'],
      hasRadio: simulatedRadios || mockRadio,
      onLine: options.onRouterLine ?? (() => {}),
      ...(mock ? { programs: mock.programs } : {}),
      ...(options.minuteMs ? { minuteMs: options.minuteMs } : {}),
      ...(options.reuses ? { reuses: true } : {}),
      ...(options.flags ? { flags: options.flags } : {}),
      ...(options.isOrdinary ? { isOrdinary: true } : {}),
    }),
    openSwitch('switch', dir),
    Promise.all(Object.keys(household).map((name) => openNamespace(name, dir))),
  ])
  const uplinkMac = neighbour ? '02:00:5e:00:00:04' : '02:00:5e:00:00:01'
  const line = await internet.plug({ namespace: router.namespace, link: 'wan0', mac: uplinkMac })
  const secondLine = await internet.second?.plug({
    namespace: router.namespace,
    link: 'wan1',
    mac: '02:00:5e:00:00:03',
  })
  const lanPort = await shared.plug({ namespace: router.namespace, link: 'lan0', mac: '02:00:5e:00:00:02' })

  if (mock) await router.namespace.ip(`link add wlan0 address ${MOCK_MAC} type bridge`)
  const air = simulatedRadios ? await openAir(router, options.air) : undefined
  onProgress('starting the router')
  await router.start()
  const radio = (name: string): Radio =>
    air ?? new CableRadio(name, router.namespace, mock?.report ?? ((path, body) => router.reportWifi(path, body)))
  const medium = { switch: shared, radio: radio('wlan0'), guestRadio: radio('wlan0.ap0') }
  const devices = new Map(
    Object.entries(household).map(([name, spec], index) => [
      name,
      new HouseholdDevice(name, spec, namespaces[index]!, medium),
    ]),
  )
  if (!unset) {
    router.login = `admin:${password}`
    onProgress('setting up the router')
    await setUp(router, password, options.tinyNets ?? ['192.168.2.0/24'])
    if (air || mock) await switchOn(router)
    await introduce(router, [...devices.values()])
  }

  const home: Home = {
    dir,
    authority,
    internet,
    line,
    secondLine,
    router,
    switch: shared,
    air,
    mock,
    lanPort,
    devices,
    async addDevice(name, spec) {
      const device = new HouseholdDevice(name, spec, await openNamespace(name, dir), medium)
      devices.set(name, device)
      await introduce(router, [device])
      return device
    },
    async removeDevice(device) {
      await device.leave()
      devices.delete(device.name)
      await device.namespace[Symbol.asyncDispose]()
      rmSync(device.namespace.dir, { recursive: true })
    },
    // Resolvers that do not answer are saved as well.
    configure: (device, facts) => router.api(`/device?identity=${device.mac}&test=false`, facts),
    async gather() {
      await Promise.all([...devices.values()].map((device) => device.join()))
    },
    async close() {
      await router.close()
      const machines = [shared.namespace]
      if (!neighbour) machines.push(internet.namespace, internet.neighbour)
      for (const device of devices.values()) machines.push(device.namespace)
      await Promise.all(machines.map((machine) => machine[Symbol.asyncDispose]()))
      deleteEngineData(data)
    },
  }
  return Object.assign(home, Object.fromEntries(devices)) as HomeOf<H>
}

/** Completes the setup, unless the router is set up. */
async function setUp(router: Router, password: string, TinyNets: readonly string[]): Promise<void> {
  if ((await router.ask({ path: '/setup' })).status !== 200) return
  const answers = {
    AdminPassword: password,
    InterfaceUplink: 'wan0',
    TinyNets,
    CheckUpdates: false,
    ReportInstall: false,
  }
  await router.api('/setup', answers)
  await router.api('/setup_done', {})
  // Without a test: the uplink may have no address yet.
  await router.api('/dnsSettings?test=false', {
    UpstreamProviders: [{ IPAddress: RESOLVER, TLSHost: 'dns.test', DisableTls: false }],
    FamilyProviders: [{ IPAddress: FAMILY_RESOLVER, TLSHost: 'family.test', DisableTls: false }],
  })
}

/** Adds the devices to the router. */
async function introduce(router: Router, devices: readonly HouseholdDevice[]): Promise<void> {
  const meant = devices.filter(({ spec }) => !spec.unknown)
  if (meant.length === 0) return
  const known = (await router.api('/devices')) as Record<string, unknown>
  for (const { mac, name, spec } of meant) {
    if (known[mac]) continue
    const { wired, guest, unknown, listens, ...settings } = spec
    const PSKEntry = wired ? undefined : { Type: 'sae', Psk: '' }
    await router.api(`/device?identity=${mac}`, { MAC: mac, Name: name, PSKEntry, ...settings })
  }
}

/** A radio does not transmit before it has a country. */
async function switchOn(router: Router): Promise<void> {
  const stateOf = async () => ((await router.api('/wifi/radios')) as { State: string }[])[0]?.State
  if ((await stateOf()) === 'no country') await router.api('/hostapd/wlan0/config', { Country_code: 'US' })
  // The virtual machine is emulated.
  await until('the access point', async () => (await stateOf()) === 'running', 60_000)
}
