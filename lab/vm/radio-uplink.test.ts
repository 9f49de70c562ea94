import assert from 'node:assert/strict'
import type { WifiUplinks } from '../../router/features/uplink/wificontract.ts'
import type { UplinkStatus } from '../../router/features/wan/status.ts'
import { CAFE, HOTEL, WEB } from '../guests/addresses.ts'
import { openProvider } from '../guests/internet.ts'
import { addressOf } from '../guests/router.ts'
import { startHotspot, takeRadio } from '../home/hotspot.ts'
import type { Namespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'
import { until } from '../process/until.ts'
import { openRadioStories, type RadioHome } from './household.ts'

/** A station scans all channels, which takes about ten seconds under emulation, before each attempt. */
const JOIN_MS = 60_000

const story = await openRadioStories('uplink', {
  laptop: { wired: true, Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: ['dns'] },
})

/** With characters that have a meaning in files and commands. */
const CAFE_WIFI = { ssid: 'The "Café" #1', passphrase: '"}\\ network={ #', channel: 1, security: 'WPA2' } as const
const HOTEL_WIFI = { ssid: 'hotel', passphrase: 'breakfast at 7', channel: 6, security: 'WPA3', hidden: true } as const

const startCafe = (namespace: Namespace) => startHotspot(namespace, 'cafe-radio', 'cafe', CAFE_WIFI)
const startHotel = (namespace: Namespace) => startHotspot(namespace, 'hotel-radio', 'hotel', HOTEL_WIFI)
let cafe: Program
let hotel: Program
let wanBefore: unknown

const atCafe = { SSID: CAFE_WIFI.ssid, Password: CAFE_WIFI.passphrase, Priority: '1' }
const atHotel = { SSID: HOTEL_WIFI.ssid, Password: HOTEL_WIFI.passphrase, Priority: '2', KeyMgmt: 'SAE' }

async function shown({ router }: RadioHome): Promise<WifiUplinks['WPAs'][number]> {
  const { WPAs } = (await router.api('/uplink/wifi')) as WifiUplinks
  return WPAs[0]!
}
const statusOf = async ({ router }: RadioHome, link: string): Promise<UplinkStatus> =>
  ((await router.api('/wan/status')) as UplinkStatus[]).find(({ Iface }) => Iface === link)!
const untilConnected = (home: RadioHome, ssid: string) =>
  until(`a connection to ${ssid}`, async () => (await shown(home)).Status.SSID === ssid, JOIN_MS)
/** Its address there, once the provider has leased one. */
const addressAt = ({ router }: RadioHome, { gateway }: typeof CAFE | typeof HOTEL): Promise<string> =>
  until(
    `an address of ${gateway}`,
    async () => {
      const address = await addressOf(router.namespace, 'wlan1')
      return address?.startsWith(gateway.replace(/1$/, '')) ? address : undefined
    },
    JOIN_MS,
  )
/** When the connection began, in seconds since the machine was started. */
async function connectedAt({ router }: RadioHome): Promise<number> {
  const dump = await router.namespace.run(['iw', 'dev', 'wlan1', 'station', 'dump'])
  const [, seconds] = /associated at \[boottime\]:\s+([\d.]+)s/.exec(dump) ?? []
  assert.ok(seconds, dump)
  return Number(seconds)
}
const supplicantOf = async ({ router }: RadioHome): Promise<string> =>
  (await router.namespace.outcome(['pgrep', '-f', 'supplicant-wlan1.conf'])).stdout.trim()

story('a wrong passphrase is reported with the network that refused it', async (home) => {
  const { router } = home
  const { namespace } = home.internet
  await Promise.all([openProvider(namespace, 'cafe', CAFE), openProvider(namespace, 'hotel', HOTEL)])
  await takeRadio(router.namespace, 'wlan1')
  await takeRadio(namespace, 'cafe-radio')
  await takeRadio(namespace, 'hotel-radio')
  await home.laptop.join()
  await home.printer.join()
  cafe = await startCafe(namespace)
  const refused = await router.ask({
    method: 'PUT',
    path: '/uplink/wifi',
    body: { Iface: 'wlan0', Networks: [atCafe] },
  })
  assert.deepEqual([refused.status, /access point/.test(String(refused.body))], [400, true])
  await router.api('/uplink/wifi', { Iface: 'wlan1', Networks: [{ ...atCafe, Password: 'the wrong one' }] })
  await until('the reason', async () => (await shown(home)).Status.State === 'wrong passphrase', JOIN_MS)
  const { Up, State } = await statusOf(home, 'wlan1')
  assert.deepEqual([Up, State], [false, `wrong passphrase for ${CAFE_WIFI.ssid}`])
})

story('the home reaches the internet over wifi: devices that may, and no others', async (home) => {
  const { laptop, printer, router, line } = home
  await router.api('/uplink/wifi', { Iface: 'wlan1', Networks: [atCafe] })
  await untilConnected(home, CAFE_WIFI.ssid)
  const address = await addressAt(home, CAFE)
  assert.doesNotMatch(JSON.stringify(await router.api('/uplink/wifi')), /network=\{/)
  const { Status } = await shown(home)
  assert.ok(Status.Signal < 0 && Status.Frequency === 2412 && Status.BSSID !== '', JSON.stringify(Status))
  await home.internet.cut(line)
  assert.equal(await until('the internet', () => laptop.fetch(`http://${WEB}/whoami`), 30_000), `${address}\n`)
  assert.equal(await printer.fetch(`http://${WEB}/whoami`), undefined)
})

story('the connection continues while another network is added; networks in range are listed', async (home) => {
  const { router } = home
  const before = await connectedAt(home)
  const [kept] = (await shown(home)).Networks
  await router.api('/uplink/wifi', { Iface: 'wlan1', Networks: [kept, { ...atHotel, Priority: '0' }] })
  hotel = await startHotel(home.internet.namespace)
  const found = (await router.api('/iw/dev/wlan1/scan')) as { ssid: string }[]
  assert.ok(
    found.some(({ ssid }) => ssid === CAFE_WIFI.ssid),
    JSON.stringify(found),
  )
  assert.equal((await shown(home)).Status.SSID, CAFE_WIFI.ssid)
  assert.equal(await connectedAt(home), before)
})

story('when the router is restarted, its connection continues', async (home) => {
  const { laptop, router } = home
  const [before, supplicant] = [await connectedAt(home), await supplicantOf(home)]
  await router.kill()
  assert.ok(await laptop.fetch(`http://${WEB}/whoami`))
  await router.start()
  await untilConnected(home, CAFE_WIFI.ssid)
  assert.equal(await connectedAt(home), before)
  assert.equal(await supplicantOf(home), supplicant)
  assert.ok(await until('the internet', () => laptop.fetch(`http://${WEB}/whoami`)))
})

story('a hidden WPA3 network with a higher priority is joined; when it disappears, the other one', async (home) => {
  const { laptop, router } = home
  const [kept] = (await shown(home)).Networks
  await router.api('/uplink/wifi', { Iface: 'wlan1', Networks: [kept, { ...atHotel, Password: '**' }] })
  await router.namespace.run(['pkill', '-KILL', '-f', 'supplicant-wlan1.conf'])
  await untilConnected(home, 'hotel')
  const address = await addressAt(home, HOTEL)
  assert.equal(await until('the internet', () => laptop.fetch(`http://${WEB}/whoami`), 30_000), `${address}\n`)
  await hotel.stop()
  await untilConnected(home, CAFE_WIFI.ssid)
  await addressAt(home, CAFE)
  assert.ok(await until('the internet', () => laptop.fetch(`http://${WEB}/whoami`), 30_000))
})

story('two uplinks, by cable and by wifi: either takes over for the other', async (home) => {
  const { laptop, router, line } = home
  wanBefore = await router.api('/wan/config')
  await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
  await home.internet.mend(line)
  for (const link of ['wan0', 'wlan1'])
    await until(`${link} in use`, async () => (await statusOf(home, link)).Active, 30_000)
  await home.internet.cut(line)
  await until('wan0 down', async () => !(await statusOf(home, 'wan0')).Up, 15_000)
  const over = () => until('the internet', () => laptop.fetch(`http://${WEB}/whoami`), 30_000)
  assert.match(await over(), /^81\.2\.72\./)
  await home.internet.mend(line)
  await until('wan0 up', async () => (await statusOf(home, 'wan0')).Up, 15_000)
  await cafe.stop()
  await until('wlan1 down', async () => !(await statusOf(home, 'wlan1')).Up, 15_000)
  assert.match(await over(), /^81\.2\.69\./)
})

story('a radio that is an uplink no longer has neither wpa_supplicant nor an address', async (home) => {
  const { router } = home
  await router.api('/link/config', { Name: 'wlan1', Type: 'Other' })
  await until('the supplicant to end', async () => (await supplicantOf(home)) === '', 15_000)
  assert.equal(await addressOf(router.namespace, 'wlan1'), undefined)
  assert.equal((await router.namespace.run(['ip', 'route', 'show', 'table', 'all', 'dev', 'wlan1'])).trim(), '')
  assert.equal((await shown(home)).Enabled, false)
  await router.api('/wan/config', wanBefore)
})
