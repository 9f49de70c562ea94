import assert from 'node:assert/strict'
import type { WifiUplinks } from '../../router/model/internet/connection/wificontract.ts'
import type { Outage, UplinkStatus } from '../../router/model/internet/uplinks/status.ts'
import { CAFE, HOSTS, HOTEL, WEB } from '../guests/addresses.ts'
import type { HouseholdDevice } from '../guests/device.ts'
import { openProvider, type Provider } from '../guests/internet.ts'
import { servePppoe, writePppFiles } from '../guests/pppoe.ts'
import { addressOf } from '../guests/router.ts'
import { startHotspot, takeRadio } from '../home/hotspot.ts'
import type { Namespace } from '../home/namespace.ts'
import { sourceByHost } from '../probes/sources.ts'
import { type Program, run } from '../process/program.ts'
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
/** Addresses of PPPoE sessions. */
const DSL = { gateway: '81.2.75.1', first: '81.2.75.10' }
const CUSTOMER = { username: 'ada@isp', secret: 'open sesame' }

let cafe: Program
/** Between the cafe and the internet. */
let cafeProvider: Provider
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
const untilActive = (home: RadioHome, link: string, isActive = true) =>
  until(
    `${link} ${isActive ? 'in use' : 'not in use'}`,
    async () => {
      const status = await statusOf(home, link)
      return status?.Active === isActive && status.Up === isActive
    },
    JOIN_MS,
  )
/** The uplinks that new connections of a device take, in order. */
async function waysOut({ router }: RadioHome, device: HouseholdDevice): Promise<string[]> {
  const links = { '81.2.69.': 'wan0', '81.2.72.': 'wlan1', '81.2.75.': 'ppp0' }
  const linkOf = (source: string) => Object.entries(links).find(([net]) => source.startsWith(net))?.[1] ?? source
  const sources = await sourceByHost(router.namespace, device, HOSTS.slice(0, 12))
  return [...new Set(sources.values().map(linkOf))].sort()
}
const supplicantOf = async ({ router }: RadioHome): Promise<string> =>
  (await router.namespace.outcome(['pgrep', '-f', 'supplicant-wlan1.conf'])).stdout.trim()

story('a wrong passphrase is reported with the network that refused it', async (home) => {
  const { router } = home
  const { namespace } = home.internet
  cafeProvider = await openProvider(namespace, 'cafe', CAFE)
  await openProvider(namespace, 'hotel', HOTEL)
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
  // The state of the uplink follows.
  const reason = `wrong passphrase for ${CAFE_WIFI.ssid}`
  await until(reason, async () => (await statusOf(home, 'wlan1')).State === reason)
  assert.equal((await statusOf(home, 'wlan1')).Up, false)
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
  await untilConnected(home, 'hotel')
  await addressAt(home, HOTEL)
  const address = await addressAt(home, HOTEL)
  assert.equal(await until('the internet', () => laptop.fetch(`http://${WEB}/whoami`), 30_000), `${address}\n`)
  await hotel.stop()
  await untilConnected(home, CAFE_WIFI.ssid)
  await addressAt(home, CAFE)
  assert.ok(await until('the internet', () => laptop.fetch(`http://${WEB}/whoami`), 30_000))
})

story(
  'wpa_supplicant that is killed is started again, and joins the network with the highest priority',
  async (home) => {
    hotel = await startHotel(home.internet.namespace)
    const before = await supplicantOf(home)
    await home.router.namespace.run(['kill', '-KILL', before])
    await untilConnected(home, 'hotel')
    assert.notEqual(await supplicantOf(home), before)
    await hotel.stop()
    await untilConnected(home, CAFE_WIFI.ssid)
    await addressAt(home, CAFE)
  },
)

story(
  'two uplinks, by cable and by wifi: connections are shared, and either takes over for the other',
  async (home) => {
    const { laptop, router, line } = home
    wanBefore = await router.api('/wan/config')
    await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
    await home.internet.mend(line)
    for (const link of ['wan0', 'wlan1']) await untilActive(home, link)
    assert.deepEqual(await waysOut(home, laptop), ['wan0', 'wlan1'])
    await home.internet.cut(line)
    await until('wan0 down', async () => !(await statusOf(home, 'wan0')).Up, 15_000)
    const over = () => until('the internet', () => laptop.fetch(`http://${WEB}/whoami`), 30_000)
    assert.match(await over(), /^81\.2\.72\./)
    await home.internet.mend(line)
    await until('wan0 up', async () => (await statusOf(home, 'wan0')).Up, 15_000)
    await cafe.stop()
    await until('wlan1 down', async () => !(await statusOf(home, 'wlan1')).Up, 15_000)
    assert.deepEqual(await waysOut(home, laptop), ['wan0'])
  },
)

story('an uplink over wifi that does not lead to the internet is not in use until it does', async (home) => {
  cafe = await startCafe(home.internet.namespace)
  await untilConnected(home, CAFE_WIFI.ssid)
  await untilActive(home, 'wlan1')
  await cafeProvider.fail()
  await untilActive(home, 'wlan1', false)
  const { Up, State, Gateway } = await statusOf(home, 'wlan1')
  assert.deepEqual([Up, State, Gateway], [false, `connected to ${CAFE_WIFI.ssid}`, CAFE.gateway])
  const [outage] = ((await home.router.api('/wan/outages')) as Outage[]).filter(({ Iface }) => Iface === 'wlan1')
  assert.deepEqual([outage?.End, outage?.Reason !== ''], [0, true])
  assert.deepEqual(await waysOut(home, home.laptop), ['wan0'])
  await cafeProvider.recover()
  await untilActive(home, 'wlan1')
  assert.deepEqual(await waysOut(home, home.laptop), ['wan0', 'wlan1'])
})

story(
  'two uplinks, over PPPoE and by wifi: connections are shared, and either takes over for the other',
  async (home) => {
    const { internet, laptop, router } = home
    await run(['/guest/modprobe', 'pppoe'])
    writePppFiles(router.namespace, [])
    const serve = () => servePppoe(internet.namespace, { ...DSL, link: 'provider', subscribers: [CUSTOMER] })
    const server = serve()
    await router.api('/uplink/ppp', { Iface: 'wan0', Username: CUSTOMER.username, Secret: CUSTOMER.secret })
    for (const link of ['ppp0', 'wlan1']) await untilActive(home, link)
    const states = ((await router.api('/wan/status')) as UplinkStatus[]).map(
      ({ Iface, State, Gateway, Up, Active }) => ({
        ...{ Iface, State, Gateway, Up, Active },
      }),
    )
    states.sort((a, b) => (a.Iface < b.Iface ? -1 : 1))
    assert.deepEqual(states, [
      { Iface: 'ppp0', State: 'connected', Gateway: DSL.gateway, Up: true, Active: true },
      { Iface: 'wlan1', State: `connected to ${CAFE_WIFI.ssid}`, Gateway: CAFE.gateway, Up: true, Active: true },
    ])
    assert.deepEqual(await waysOut(home, laptop), ['ppp0', 'wlan1'])
    await server.fail()
    await untilActive(home, 'ppp0', false)
    assert.deepEqual(await waysOut(home, laptop), ['wlan1'])
    await using _again = serve()
    await untilActive(home, 'ppp0')
    await cafe.stop()
    await untilActive(home, 'wlan1', false)
    assert.deepEqual(await waysOut(home, laptop), ['ppp0'])
    await router.api('/uplink/ip', { Name: 'wan0' })
    await untilActive(home, 'wan0')
  },
)

story('a radio that is an uplink no longer has neither wpa_supplicant nor an address', async (home) => {
  const { router } = home
  await router.api('/link/config', { Name: 'wlan1', Type: 'Other' })
  await until('the supplicant to end', async () => (await supplicantOf(home)) === '', 15_000)
  assert.equal(await addressOf(router.namespace, 'wlan1'), undefined)
  assert.equal((await router.namespace.run(['ip', 'route', 'show', 'table', 'all', 'dev', 'wlan1'])).trim(), '')
  assert.equal((await shown(home)).Enabled, false)
  await router.api('/wan/config', wanBefore)
})
