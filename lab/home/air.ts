import { pbkdf2Sync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openQueue } from '../../router/machine/queue.ts'
import type { Device } from '../../router/model/home/devices/device.ts'
import { parseInterfaces } from '../../router/wire/iw.ts'
import type { Router } from '../guests/router.ts'
import type { Program } from '../process/program.ts'
import { until } from '../process/until.ts'
import { createRadio, moveRadio } from './hwsim.ts'
import type { Namespace } from './namespace.ts'
import type { Radio } from './radio.ts'

/** wpa_supplicant makes three attempts in about three seconds, and then pauses for ten. */
const ATTEMPTS_MS = 8000
/** Three attempts, the pause, and three more: after a change, an emulated hostapd derives keys for some seconds, and answers late. */
const LATE_MS = 40_000
/** The channel of a new radio. A station that scans only this one connects in half a second instead of twelve. */
const SCANNED_MHZ = 2412
export const SSID = 'SPR_wlan0'
/** A station tries WPA3 first, and WPA2 after its attempts have failed. Under emulation that takes half a minute. */
const ASSOCIATION_MS = 45_000

/** The credentials of a station. Without a type: for WPA3 or WPA2, whichever accepts the passphrase. */
export interface Credentials extends Pick<Device['PSKEntry'], 'Type' | 'Psk'> {
  /** The network; by default the home's. */
  readonly ssid?: string
  /** EAPOL frames pass the rules of the station's kernel. By default, wpa_supplicant exchanges them with its driver. */
  readonly filtersEapol?: true
  /** Without the protection of management frames that belongs to WPA3. */
  readonly isUnprotected?: true
}

/** Simulated radios within reach of each other. */
export interface Air extends Radio {
  /** Moves a radio into a namespace, by default as `wlan0`, for something else than a station. */
  give(owner: Namespace, name?: string): Promise<void>
  /** Runs wpa_supplicant with these credentials, in place of the one that ran. It tries until it is stopped. */
  start(station: Namespace, mac: string, credentials: Credentials): Promise<Program>
  stop(station: Namespace): Promise<void>
  /** Starts a station; returns whether the access point lets it in before wpa_supplicant gives up and pauses. */
  connects(station: Namespace, mac: string, credentials: Credentials): Promise<boolean>
  /** The output of the station’s wpa_supplicant, by line. */
  linesOf(station: Namespace): readonly string[]
  /** The answer of the station's wpa_supplicant to a command: wpa_cli(8). */
  command(station: Namespace, ...words: string[]): Promise<string>
  /** Starts a station that the access point should let in; returns whether it does, also after a pause. */
  getsIn(station: Namespace, mac: string, credentials: Credentials): Promise<boolean>
  /** As `connects`, for a station whose wpa_supplicant runs. */
  reconnects(station: Namespace, mac: string): Promise<boolean>
  /** Calls back when a station has connected again. */
  listen(onReturn: (station: Namespace) => void): void
}

export interface AirOptions {
  /** The permanent address of the router's radio: the router finds its settings by it. */
  readonly mac?: string
  /** The file with the passphrases that stations remember. */
  readonly memory?: string
}

/**
 * Radios that the kernel simulates (mac80211_hwsim). The router gets one immediately; each wireless device gets one when it joins
 * for the first time, and keeps it.
 */
export async function openAir(router: Router, { mac: ownMac, memory }: AirOptions = {}): Promise<Air> {
  const owners = new Set<Namespace>()
  const supplicants = new Map<Namespace, Program>()
  const remembered = readMemory(memory)
  const inTurn = openQueue()
  let onReturn: (station: Namespace) => void = () => undefined
  let reading: Promise<ReadonlyMap<string, string>> | undefined
  await take(router.namespace, 'wlan0', ownMac)

  async function take(owner: Namespace, name = 'wlan0', mac?: string): Promise<void> {
    const link = await inTurn(async () => {
      const created = await createRadio(mac)
      await moveRadio(created, owner.pid)
      return created.link
    })
    if (link !== name) await owner.ip(`link set ${link} name ${name}`)
    owners.add(owner)
  }

  async function stop(station: Namespace): Promise<void> {
    const supplicant = supplicants.get(station)
    supplicants.delete(station)
    supplicant?.kill('SIGKILL')
    await supplicant?.exited
  }

  async function start(station: Namespace, mac: string, credentials: Credentials): Promise<Program> {
    await stop(station)
    if (!owners.has(station)) await take(station)
    await station.ip('link set wlan0 down', `link set wlan0 address ${mac}`)
    const file = join(station.dir, 'wpa_supplicant.conf')
    const settings = [
      `ctrl_interface=${controlOf(station)}`,
      ...(credentials.filtersEapol ? ['driver_param=control_port=0'] : []),
      networks(await networkOf(router.namespace), credentials),
    ]
    writeFileSync(file, settings.join('\n'), { mode: 0o600 })
    let connections = 0
    const supplicant = station.start(['wpa_supplicant', '-D', 'nl80211', '-i', 'wlan0', '-c', file], (line) => {
      if (line.includes('CTRL-EVENT-CONNECTED') && connections++ > 0) onReturn(station)
    })
    supplicants.set(station, supplicant)
    return supplicant
  }

  /** Whether the router has a link for the station before its wpa_supplicant pauses. */
  async function outcomeOf(station: Namespace, mac: string, from: number): Promise<boolean> {
    const lines = supplicants.get(station)?.lines ?? []
    const isPaused = () => lines.slice(from).some((line) => line.includes('CTRL-EVENT-SSID-TEMP-DISABLED'))
    const look = async () => {
      if (await stationLinkOf(router.namespace, mac)) return 'connected'
      return isPaused() ? 'paused' : undefined
    }
    // A station may also wait for answers that never come.
    const first = await until('the station', look, ATTEMPTS_MS).catch(() => undefined)
    return first === 'connected'
  }

  async function associate(station: Namespace, mac: string, credentials: Credentials): Promise<string> {
    const supplicant = await start(station, mac, credentials)
    try {
      await supplicant.line('CTRL-EVENT-CONNECTED', ASSOCIATION_MS)
      return await until(`the station ${mac} at the router`, () => stationLinkOf(router.namespace, mac))
    } catch {
      await stop(station)
      const last = supplicant.lines.slice(-20).join('\n')
      throw new Error(`the access point does not accept the passphrase of ${station.name}:\n${last}`)
    }
  }

  return {
    give: (owner, name) => take(owner, name),
    start,
    stop,
    async connects(station, mac, credentials) {
      await start(station, mac, credentials)
      return outcomeOf(station, mac, 0)
    },
    linesOf: (station) => supplicants.get(station)?.lines ?? [],
    command: (station, ...words) => station.run(['wpa_cli', '-p', controlOf(station), '-i', 'wlan0', ...words]),
    async getsIn(station, mac, credentials) {
      await start(station, mac, credentials)
      const link = until('the station', () => stationLinkOf(router.namespace, mac), LATE_MS)
      return link.then(
        () => true,
        () => false,
      )
    },
    reconnects: (station, mac) => outcomeOf(station, mac, supplicants.get(station)?.lines.length ?? 0),
    async join(station, mac, passphrase) {
      const credentials: Credentials =
        passphrase === undefined
          ? (remembered.get(mac) ?? (await newCredentials(router, mac)))
          : { Type: '', Psk: passphrase }
      const link = await associate(station, mac, credentials)
      remembered.set(mac, credentials)
      if (memory) writeFileSync(memory, JSON.stringify([...remembered]), { mode: 0o600 })
      return link
    },
    leave: stop,
    // One reading for all devices of a list: under emulation, each program takes a tenth of a second.
    async linkOf(mac) {
      reading ??= stationLinks(router.namespace).finally(() => {
        reading = undefined
      })
      return (await reading).get(mac)
    },
    listen(listener) {
      onReturn = listener
    },
  }
}

function readMemory(file: string | undefined): Map<string, Credentials> {
  try {
    return new Map(file ? JSON.parse(readFileSync(file, 'utf8')) : [])
  } catch {
    return new Map()
  }
}

/** The network that stations scan for: its name and its channel. */
export interface Network {
  readonly ssid: string
  readonly mhz: number
}

/** The router's network, or that of a new radio while it has none. */
export async function networkOf(router: Namespace): Promise<Network> {
  const links = Object.values(parseInterfaces(await router.run(['iw', 'dev'])))
  const { ssid = SSID, channel = '' } = links.map((each) => each.wlan0).find((each) => each?.ssid) ?? {}
  return { ssid, mhz: Number(/\((\d+) MHz\)/.exec(channel)?.[1] ?? SCANNED_MHZ) }
}

/** Gives a device a new passphrase: the present one is not shown. */
async function newCredentials(router: Router, mac: string): Promise<Credentials> {
  const devices = (await router.api('/devices')) as Record<string, Device>
  const PSKEntry = { Type: devices[mac]?.PSKEntry.Type || 'sae', Psk: `passphrase of ${mac}` } as const
  if (devices[mac]) await router.api(`/device?identity=${mac}`, { PSKEntry })
  return PSKEntry
}

/** The links that hostapd has made for stations that have proved their passphrases, by their MAC addresses. */
async function stationLinks(router: Namespace): Promise<ReadonlyMap<string, string>> {
  const links = [...(await router.run(['iw', 'dev'])).matchAll(/Interface (\S+\.\d+)/g)].map(([, link = '']) => link)
  const found = await Promise.all(
    links.map(async (link) => {
      const { stdout } = await router.outcome(['iw', 'dev', link, 'station', 'dump'])
      const stations = stdout.split(/^Station /m).filter((station) => /authorized:\s+yes/.test(station))
      return stations.map((station) => [station.slice(0, station.indexOf(' ')), link] as const)
    }),
  )
  return new Map(found.flat())
}

/** The link of a station that has proved its passphrase. */
export const stationLinkOf = async (router: Namespace, mac: string): Promise<string | undefined> =>
  (await stationLinks(router)).get(mac)

/** The directory of the control socket of a station's wpa_supplicant. */
const controlOf = (station: Namespace): string => join(station.dir, 'wpa')

/** In wpa_supplicant.conf(5), where a text in quotes cannot have every character. */
const hexadecimal = (text: string): string => Buffer.from(text).toString('hex')

type Way = (credentials: Credentials, ssid: string) => string[]
const WPA3: Way = ({ Psk, isUnprotected }) => [
  'key_mgmt=SAE',
  `sae_password=${hexadecimal(Psk)}`,
  `ieee80211w=${isUnprotected ? 0 : 2}`,
]
/** With the key that wpa_passphrase(8) derives. One that was derived already is 64 digits. */
const WPA2: Way = ({ Psk }, ssid) => [
  'key_mgmt=WPA-PSK',
  `psk=${/^[0-9a-f]{64}$/.test(Psk) ? Psk : pbkdf2Sync(Psk, ssid, 4096, 32, 'sha1').toString('hex')}`,
]

/** wpa_supplicant.conf(5), the preferred network first. */
export function networks(home: Network, credentials: Credentials): string {
  const { Type, ssid = home.ssid } = credentials
  const ways = { sae: [WPA3], wpa: [WPA2], wpa2: [WPA2], '': [WPA3, WPA2] }[Type]
  return ways
    .flatMap((way, index) => [
      'network={',
      `ssid=${hexadecimal(ssid)}`,
      ...way(credentials, ssid),
      `scan_freq=${home.mhz}`,
      `priority=${ways.length - index}`,
      '}',
      '',
    ])
    .join('\n')
}
