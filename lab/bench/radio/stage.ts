import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { macOf } from '../../guests/device.ts'
import type { Air } from '../../home/air.ts'
import { type Home, openHome } from '../../home/home.ts'
import { type Namespace, openNamespace } from '../../home/namespace.ts'
import { run } from '../../process/program.ts'
import { until } from '../../process/until.ts'
import { loadRadios } from '../../vm/radios.ts'
import { PASSPHRASE } from './select.ts'

const PLAIN_SSID = 'plain'
/** One of 256 addresses has room for 63 devices. */
const TINY_NETS = ['192.168.2.0/24', '10.64.0.0/16']
const OWN_SSID = 'SPR_wlan0'

export interface BenchStation {
  readonly namespace: Namespace
  readonly mac: string
  readonly ssid: string
  /** The path of the control socket of its wpa_supplicant. */
  readonly control: string
}

export interface RadioStage {
  readonly home: Home & { readonly air: Air }
  /** The path of the control socket of its hostapd. */
  readonly control: string
  /** A station of the home. */
  readonly ours: BenchStation
  /** A station of hostapd with one passphrase, dnsmasq, and a kernel that forwards and masquerades. */
  readonly plain: BenchStation
}

/** Opens a home and beside it a plain access point with the same uplink; each has a station with a simulated radio. */
export async function openRadioStage(): Promise<RadioStage> {
  await loadRadios()
  const home = (await openHome({}, { simulatedRadios: true, tinyNets: TINY_NETS })) as RadioStage['home']
  const control = await findControl()
  const own = await openStation(home, 'own-station', OWN_SSID)
  await home.router.api(`/device?identity=${own.mac}`, {
    Name: 'station',
    Policies: ['wan', 'dns'],
    PSKEntry: { Type: 'sae', Psk: PASSPHRASE },
  })
  const theirs = await openStation(home, 'plain-station', PLAIN_SSID)
  await openPlain(home)
  return { home, control, ours: own, plain: theirs }
}

/** Where the daemon's hostapd has its socket. */
async function findControl(): Promise<string> {
  const socket = async () => (await run(['find', '/run/sallyport', '-name', 'wlan0', '-type', 's'])).trim()
  return await until('the socket of hostapd', socket)
}

/** A station that stays disconnected until it is told to connect. */
async function openStation({ air, dir }: RadioStage['home'], name: string, ssid: string): Promise<BenchStation> {
  const namespace = await openNamespace(name, dir)
  await air.give(namespace)
  const mac = macOf(name)
  await namespace.ip('link set wlan0 down', `link set wlan0 address ${mac}`)
  const file = join(namespace.dir, 'wpa_supplicant.conf')
  // By hash-to-element, as phones do.
  writeFileSync(file, `ctrl_interface=${namespace.dir}/wpa\nsae_pwe=1\n`)
  const supplicant = namespace.start(['wpa_supplicant', '-D', 'nl80211', '-i', 'wlan0', '-c', file])
  await supplicant.line('Successfully initialized')
  return { namespace, mac, ssid, control: join(namespace.dir, 'wpa/wlan0') }
}

async function openPlain({ air, internet, dir }: RadioStage['home']): Promise<void> {
  const namespace = await openNamespace('plain', dir)
  await internet.plug({ namespace, link: 'wan0' })
  await air.give(namespace)
  const { gateway, prefix } = internet.addressing
  await namespace.ip(
    'link set lo up',
    `address add ${gateway.replace(/\d+$/, '2')}/${prefix} dev wan0`,
    `route add default via ${gateway}`,
  )
  await namespace.sysctl('net.ipv4.ip_forward', '1')
  const rules = [
    'add table ip plain',
    'add chain ip plain leave { type nat hook postrouting priority srcnat; }',
    'add rule ip plain leave oifname "wan0" masquerade',
  ]
  await namespace.run(['nft', '-f', '-'], { input: `${rules.join('\n')}\n` })
  const file = join(namespace.dir, 'hostapd.conf')
  const settings = {
    ...{ interface: 'wlan0', driver: 'nl80211', ctrl_interface: `${namespace.dir}/control`, ssid: PLAIN_SSID },
    ...{ country_code: 'US', hw_mode: 'g', channel: 1, ieee80211n: 1, wmm_enabled: 1, auth_algs: 1 },
    ...{ wpa: 2, wpa_key_mgmt: 'SAE', rsn_pairwise: 'CCMP', ieee80211w: 2, sae_pwe: 2, sae_password: PASSPHRASE },
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
  writeFileSync(file, lines.join(''))
  const hostapd = namespace.start(['hostapd', file])
  await hostapd.line('AP-ENABLED')
  await namespace.ip('address add 10.99.0.1/24 dev wlan0')
  const dnsmasq = namespace.start([
    ...['dnsmasq', '--keep-in-foreground', '--log-facility=-', '--no-daemon', '--conf-file=/dev/null', '--port=0'],
    ...['--interface=wlan0', '--dhcp-range=10.99.0.2,10.99.0.254,24h', '--dhcp-authoritative', '--no-ping'],
    `--dhcp-leasefile=${join(namespace.dir, 'leases')}`,
  ])
  await dnsmasq.line('DHCP, IP range')
}
