import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../process/program.ts'
import { moveRadio } from './hwsim.ts'
import type { Namespace } from './namespace.ts'

const RADIOS = '/sys/class/ieee80211'

/** Gives the simulated radio with the highest number to a namespace, as a link of this name. Devices of the home take the lowest. */
export async function takeRadio(owner: Namespace, link: string): Promise<void> {
  const phy = readdirSync(RADIOS).sort((a, b) => Number(b.slice(3)) - Number(a.slice(3)))[0]
  if (phy === undefined) throw new Error('there are no more simulated radios')
  const [name = ''] = readdirSync(join(RADIOS, phy, 'device/net'))
  await moveRadio({ phy }, owner.pid)
  await owner.ip(`link set ${name} name ${link}`)
}

export interface HotspotSettings {
  readonly ssid: string
  readonly security: 'WPA2' | 'WPA3'
  readonly passphrase: string
  /** Of the 2.4 GHz band. */
  readonly channel: number
  /** Its name is not in its beacons. */
  readonly hidden?: true
}

/** Plain hostapd, whose stations are customers of a provider: `bridge` is the link of the provider's network. */
export async function startHotspot(
  namespace: Namespace,
  link: string,
  bridge: string,
  { ssid, security, passphrase, channel, hidden }: HotspotSettings,
): Promise<Program> {
  const file = join(namespace.dir, `${link}.conf`)
  const lines = [
    `interface=${link}`,
    `bridge=${bridge}`,
    'driver=nl80211',
    `ssid2=${Buffer.from(ssid).toString('hex')}`,
    'hw_mode=g',
    `channel=${channel}`,
    'wpa=2',
    'rsn_pairwise=CCMP',
    ...(security === 'WPA3'
      ? ['wpa_key_mgmt=SAE', 'ieee80211w=2', 'sae_pwe=2', `sae_password=${passphrase}`]
      : ['wpa_key_mgmt=WPA-PSK WPA-PSK-SHA256', 'ieee80211w=1', `wpa_passphrase=${passphrase}`]),
    ...(hidden ? ['ignore_broadcast_ssid=1'] : []),
    '',
  ]
  writeFileSync(file, lines.join('\n'), { mode: 0o600 })
  const hotspot = namespace.start(['hostapd', file])
  await hotspot.line('AP-ENABLED', 20_000)
  return hotspot
}
