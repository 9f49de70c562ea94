import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Device } from '../../router/features/devices/device.ts'
import type { Router } from '../guests/router.ts'
import { type Program, run } from '../process/program.ts'
import { until } from '../process/until.ts'
import type { Namespace } from './namespace.ts'
import type { Radio } from './radio.ts'

/** wpa_supplicant makes three attempts in about three seconds, and then pauses for ten. */
const ATTEMPTS_MS = 8000
const RADIOS = '/sys/class/ieee80211'
/** The channel of a new radio. A station that scans only this one connects in half a second instead of twelve. */
const SCANNED_MHZ = 2412
export const SSID = 'SPR_wlan0'

/** What a station proves. */
export interface Credentials extends Pick<Device['PSKEntry'], 'Type' | 'Psk'> {
  /** The network; by default the home's. */
  readonly ssid?: string
}

/** Simulated radios within reach of each other. */
export interface Air extends Radio {
  /** Moves a radio into a namespace, as `wlan0`, for something else than a station. */
  give(owner: Namespace): Promise<void>
  /** Runs wpa_supplicant with these credentials, in place of the one that ran. It tries until it is stopped. */
  start(station: Namespace, mac: string, credentials: Credentials): Promise<Program>
  stop(station: Namespace): Promise<void>
  /** Starts a station; returns whether the access point lets it in before wpa_supplicant gives up and pauses. */
  connects(station: Namespace, mac: string, credentials: Credentials): Promise<boolean>
  /** The same for a station whose wpa_supplicant runs. */
  reconnects(station: Namespace, mac: string): Promise<boolean>
}

/**
 * Radios that the kernel simulates (mac80211_hwsim). The router has the first; each wireless device gets one when it joins for
 * the first time, and keeps it.
 */
export async function openAir(router: Router): Promise<Air> {
  const moving = new Set<string>()
  const owners = new Set<Namespace>()
  const supplicants = new Map<Namespace, Program>()
  const joined = new Map<string, Namespace>()
  await take(router.namespace)

  async function take(owner: Namespace): Promise<void> {
    // A radio is here unless a namespace has it, and returns when that namespace ends.
    const free = readdirSync(RADIOS).filter((name) => !moving.has(name))
    const [phy] = free.sort((a, b) => numberOf(a) - numberOf(b))
    if (phy === undefined) throw new Error('there are no more simulated radios')
    const [link = ''] = readdirSync(join(RADIOS, phy, 'device/net'))
    moving.add(phy)
    await run(['iw', 'phy', phy, 'set', 'netns', String(owner.pid)]).finally(() => moving.delete(phy))
    if (link !== 'wlan0') await owner.ip(`link set ${link} name wlan0`)
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
    writeFileSync(file, network(credentials), { mode: 0o600 })
    const supplicant = station.start(['wpa_supplicant', '-D', 'nl80211', '-i', 'wlan0', '-c', file])
    supplicants.set(station, supplicant)
    return supplicant
  }

  /** What comes first from now on: the station's link at the router, or a pause of its wpa_supplicant. */
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

  return {
    give: take,
    start,
    stop,
    async connects(station, mac, credentials) {
      await start(station, mac, credentials)
      return outcomeOf(station, mac, 0)
    },
    reconnects: (station, mac) => outcomeOf(station, mac, supplicants.get(station)?.lines.length ?? 0),
    async join(station, mac) {
      const supplicant = await start(station, mac, await newCredentials(router, mac))
      await supplicant.line('CTRL-EVENT-CONNECTED', 30_000)
      const link = await until(`the station ${mac} at the router`, () => stationLinkOf(router.namespace, mac))
      joined.set(link, station)
      return link
    },
    async leave(link) {
      const station = joined.get(link)
      joined.delete(link)
      if (station) await stop(station)
    },
  }
}

const numberOf = (phy: string): number => Number(phy.replace('phy', ''))

/** Gives a device a new passphrase: the present one is not shown. */
async function newCredentials(router: Router, mac: string): Promise<Credentials> {
  const devices = (await router.api('/devices')) as Record<string, Device>
  const PSKEntry = { Type: devices[mac]?.PSKEntry.Type || 'sae', Psk: `passphrase of ${mac}` } as const
  if (devices[mac]) await router.api(`/device?identity=${mac}`, { PSKEntry })
  return PSKEntry
}

/** The link that hostapd has made for a station that has proved its passphrase. */
export async function stationLinkOf(router: Namespace, mac: string): Promise<string | undefined> {
  const links = (await router.run(['iw', 'dev'])).matchAll(/Interface (\S+\.\d+)/g)
  for (const [, link = ''] of links) {
    const { stdout } = await router.outcome(['iw', 'dev', link, 'station', 'dump'])
    if (stdout.includes(`Station ${mac} `) && /authorized:\s+yes/.test(stdout)) return link
  }
  return undefined
}

/** wpa_supplicant.conf(5). The name is in hexadecimal, where no character has a meaning. */
const network = ({ Type, Psk, ssid = SSID }: Credentials): string =>
  [
    'network={',
    `ssid=${Buffer.from(ssid).toString('hex')}`,
    ...(Type === 'sae'
      ? ['key_mgmt=SAE', `sae_password="${Psk}"`, 'ieee80211w=2']
      : ['key_mgmt=WPA-PSK', `psk="${Psk}"`]),
    `scan_freq=${SCANNED_MHZ}`,
    '}',
    '',
  ].join('\n')
