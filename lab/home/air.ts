import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Device } from '../../router/features/devices/device.ts'
import type { Router } from '../guests/router.ts'
import { type Program, run } from '../process/program.ts'
import { until } from '../process/until.ts'
import type { Namespace } from './namespace.ts'
import type { Radio } from './radio.ts'

const RADIOS = '/sys/class/ieee80211'
/** The channel of a radio out of the box. A station that scans only there connects in half a second instead of twelve. */
const SCANNED_MHZ = 2412

interface Client {
  readonly station: Namespace
  readonly supplicant: Program
}

/**
 * Radios that the kernel simulates (mac80211_hwsim), all within reach of each other. The router has the first; each wireless
 * device gets one when it joins for the first time, and keeps it.
 */
export async function openAir(router: Router): Promise<Radio> {
  const free = readdirSync(RADIOS).sort((a, b) => numberOf(a) - numberOf(b))
  const owned = new Map<Namespace, string>()
  const clients = new Map<string, Client>()
  await take(router.namespace)

  async function take(owner: Namespace): Promise<void> {
    const phy = free.shift()
    if (phy === undefined) throw new Error('there are no more simulated radios')
    const [link = ''] = readdirSync(join(RADIOS, phy, 'device/net'))
    await run(['iw', 'phy', phy, 'set', 'netns', String(owner.pid)])
    if (link !== 'wlan0') await owner.ip(`link set ${link} name wlan0`)
    owned.set(owner, phy)
  }

  return {
    async join(station, mac) {
      if (!owned.has(station)) {
        await take(station)
        await station.ip(`link set wlan0 address ${mac}`)
      }
      const PSKEntry = await passphraseOf(router, mac)
      const file = join(station.dir, 'wpa_supplicant.conf')
      writeFileSync(file, network('SPR_wlan0', PSKEntry), { mode: 0o600 })
      const supplicant = station.start(['wpa_supplicant', '-D', 'nl80211', '-i', 'wlan0', '-c', file])
      await supplicant.line('CTRL-EVENT-CONNECTED', 30_000)
      const link = await until(`the station ${mac} at the router`, () => linkOf(router.namespace, mac))
      clients.set(link, { station, supplicant })
      return link
    },
    async leave(link) {
      const client = clients.get(link)
      clients.delete(link)
      client?.supplicant.kill('SIGKILL')
      await client?.supplicant.exited
    },
  }
}

const numberOf = (phy: string): number => Number(phy.replace('phy', ''))

/** What the device joins with: set anew when it joins, since nobody is shown a passphrase twice. */
async function passphraseOf(router: Router, mac: string): Promise<Device['PSKEntry']> {
  const devices = (await router.api('/devices')) as Record<string, Device>
  const PSKEntry = { Type: devices[mac]?.PSKEntry.Type || 'sae', Psk: `passphrase of ${mac}` } as const
  if (devices[mac]) await router.api(`/device?identity=${mac}`, { PSKEntry })
  return PSKEntry
}

/** The station's link among those that hostapd has made. */
async function linkOf(router: Namespace, mac: string): Promise<string | undefined> {
  const links = (await router.run(['iw', 'dev'])).matchAll(/Interface (\S+\.\d+)/g)
  for (const [, link = ''] of links) {
    const { stdout } = await router.outcome(['iw', 'dev', link, 'station', 'dump'])
    if (stdout.includes(`Station ${mac} `) && /authorized:\s+yes/.test(stdout)) return link
  }
  return undefined
}

/** wpa_supplicant.conf(5). In hexadecimal no character has a meaning. */
const network = (ssid: string, { Type, Psk }: Device['PSKEntry']): string =>
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
