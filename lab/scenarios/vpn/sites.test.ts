import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { SiteEntry } from '../../../router/features/sites/contract.ts'
import { presharedKeyOf } from '../../../router/features/sites/ends.ts'
import { parseSiteText } from '../../../router/features/sites/text.ts'
import { WEB } from '../../guests/addresses.ts'
import type { DeviceSpec, HouseholdDevice } from '../../guests/device.ts'
import { newKeys } from '../../guests/peer.ts'
import { openRoadWarrior } from '../../guests/roadwarrior.ts'
import { openHome } from '../../home/home.ts'
import { openStage } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const HOUSEHOLD = {
  laptop: { wired: true, Policies: ['wan', 'dns'], Groups: ['family'], listens: [22] },
  printer: { wired: true, Policies: [], DeviceTags: ['print'], listens: [22, 9100] },
} satisfies Record<string, DeviceSpec>
const { home: town, story } = await openStage(HOUSEHOLD)
const cabin = await openHome(HOUSEHOLD, { neighbour: town, tinyNets: ['192.168.3.0/24'] })
after(() => cabin.close())
type Saved = SiteEntry & { readonly Text: string }
type Neighbour = Pick<typeof town, 'router'>

const put = async ({ router }: Neighbour, name: string, body: object = {}) =>
  (await router.api(`/vpn/sites/${name}`, body)) as Saved
const read = async ({ router }: Neighbour, name: string) => (await router.api(`/vpn/sites/${name}`)) as SiteEntry
const untilUp = (home: Neighbour, name: string): Promise<unknown> =>
  until(`${name} up`, async () => (await read(home, name)).State === 'up', 40_000)
/** Both owners paste the text of the other one. */
async function exchange(): Promise<void> {
  const { Text } = await put(town, 'cabin')
  await put(town, 'cabin', { Text: (await put(cabin, 'town', { Text })).Text })
}
const untilBothUp = () => Promise.all([untilUp(town, 'cabin'), untilUp(cabin, 'town')])

/** All connections between the homes that open. */
async function open(): Promise<string[]> {
  const ends = await Promise.all(
    Object.entries({ town, cabin }).flatMap(([home, { laptop, printer }]) =>
      [laptop, printer].map(async (device) => ({ home, device, ip: await addressOf(device) })),
    ),
  )
  const nameOf = (end: (typeof ends)[number]): string => `${end.home} ${end.device.name}`
  const pairs = ends.flatMap((from) => ends.filter((to) => to.home !== from.home).map((to) => ({ from, to })))
  const tries = pairs.flatMap(({ from, to }) =>
    [22, 9100].map(async (port) =>
      (await from.device.reaches(to.ip, port)) ? [`${nameOf(from)} > ${nameOf(to)} ${port}`] : [],
    ),
  )
  return (await Promise.all(tries)).flat()
}
const addressOf = async (device: HouseholdDevice): Promise<string> => (await device.address()) ?? ''

story('two routers connect by exchanging one text each, and nothing passes', async () => {
  await Promise.all([town.gather(), cabin.gather()])
  await Promise.all([town.router.uplinkAddress(), cabin.router.uplinkAddress()])
  for (const { router } of [town, cabin])
    await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
  await exchange()
  await untilBothUp()
  assert.deepEqual(await open(), [])
  assert.equal((await read(town, 'cabin')).Fingerprint, (await read(cabin, 'town')).Peer?.Fingerprint)
})

story('the chosen devices reach the shared ones with their own addresses, and nothing else', async () => {
  const [laptop, printer] = [await addressOf(town.laptop), await addressOf(cabin.printer)]
  await put(town, 'cabin', { Users: { Groups: ['family'] } })
  assert.deepEqual(await open(), [], 'the cabin shares nothing yet')
  await put(cabin, 'town', { Shared: { Tags: ['print'] } })
  await using seen = await openWitness(cabin.printer.namespace, `ip saddr ${laptop} tcp dport 9100`)
  assert.deepEqual(await open(), ['town laptop > cabin printer 22', 'town laptop > cabin printer 9100'])
  assert.ok((await seen.packets()) > 0, 'its address is not translated')
  assert.ok(!(await town.laptop.reaches('192.168.3.1', 80)), 'the other router')
  assert.ok(await town.laptop.reaches(WEB, 80), 'the internet, as before')
  for (const [router, ends] of [
    [town.router, `from=laptop&to=${printer}`],
    [cabin.router, `from=${laptop}&to=printer`],
  ] as const) {
    const { Passes, By, Text } = (await router.api(`/explain?${ends}&port=9100`)) as Record<string, unknown>
    assert.partialDeepStrictEqual({ Passes, By }, { Passes: true, By: { Kind: 'rule' } }, JSON.stringify(Text))
    assert.ok(!JSON.stringify(By).includes('PrivateKey'))
  }
  const flows = JSON.stringify(await cabin.router.api('/iptraffic'))
  assert.ok(flows.includes(laptop), flows)
})

story('a single device is chosen, and a block takes precedence', async () => {
  await put(cabin, 'town', { Shared: { Tags: [], Devices: [cabin.laptop.mac] } })
  assert.deepEqual(await open(), ['town laptop > cabin laptop 22'])
  const block = { Protocol: 'tcp', SrcIP: '192.168.2.0/24', DstIP: '192.168.3.0/24', DstPort: '22' }
  await cabin.router.api('/firewall/block_forward', block)
  assert.deepEqual(await open(), [])
  await cabin.router.api('/firewall/block_forward', block, 'DELETE')
  await put(cabin, 'town', { Shared: { Tags: ['print'], Devices: [] } })
})

story('packets of the other router with a source address of this home are dropped', async () => {
  const mine = await addressOf(town.laptop)
  const hostile = cabin.router.namespace
  const arrivals = 'iifname wg1 icmp type echo-request meta length 361'
  await using anywhere = await openWitness(town.router.namespace, arrivals)
  await using inside = await openWitness(town.printer.namespace, 'icmp type echo-request meta length 361')
  const ping = async (source: string) => {
    await hostile.ip(`addr add ${source}/32 dev lo`)
    await hostile.outcome(['ping', '-c', '1', '-W', '1', '-s', '333', '-I', source, await addressOf(town.printer)])
    await hostile.outcome(['ip', 'addr', 'del', `${source}/32`, 'dev', 'lo'])
  }
  // Its own rules would drop or translate them.
  await cabin.router.stopDaemon()
  await hostile.run(['nft', 'flush', 'ruleset'])
  for (const source of [mine, '192.168.2.1', '192.168.2.77', '81.2.70.53', '10.1.2.3']) await ping(source)
  assert.deepEqual([await anywhere.packets(), await inside.packets()], [0, 0])
  await ping('192.168.3.77')
  assert.deepEqual(
    [await anywhere.packets(), await inside.packets()],
    [1, 0],
    'its own network arrives, and is refused',
  )
  cabin.router.resumeDaemon()
  const rules = () => hostile.run(['nft', 'list', 'ruleset'])
  await until('its rules', async () => (await rules()).includes('wg1_shared'), 15_000)
})

story('both texts alone give no access: neither router accepts another key', async () => {
  const [here, there] = await Promise.all([put(town, 'cabin'), put(cabin, 'town')])
  const [mine, theirs] = [parseSiteText(here.Text), parseSiteText(there.Text)]
  const PresharedKey = presharedKeyOf(
    { publicKey: mine.PublicKey, secret: mine.Secret },
    { publicKey: theirs.PublicKey, secret: theirs.Secret },
  )
  await using thief = await openRoadWarrior(town.internet, town.dir, 'thief', 78)
  const { PrivateKey } = await newKeys(cabin.router)
  await thief.connect({
    Interface: { PrivateKey, Address: '192.168.2.250', DNS: '' },
    Peer: {
      ...{ PublicKey: theirs.PublicKey, PresharedKey, Endpoint: theirs.Endpoint },
      ...{ AllowedIPs: '192.168.3.0/24', PersistentKeepalive: 1 },
    },
  })
  assert.ok(!(await thief.reaches(await addressOf(cabin.printer), 9100)))
  const handshakes = await thief.namespace.run(['wg', 'show', 'wg0', 'latest-handshakes'])
  assert.match(handshakes, /\t0\n$/)
  assert.ok(await town.laptop.reaches(await addressOf(cabin.printer), 9100), 'the other home still does')
})

story('removing a device or group from a site closes open connections', async () => {
  const printer = await addressOf(cabin.printer)
  await using stream = await town.laptop.stream(printer, 9100)
  await put(cabin, 'town', { Shared: { Tags: [] } })
  assert.ok(await stream.stalls())
  await put(cabin, 'town', { Shared: { Tags: ['print'] } })
  await using again = await town.laptop.stream(printer, 9100)
  await put(town, 'cabin', { Users: { Groups: [] } })
  assert.ok(await again.stalls())
  await put(town, 'cabin', { Users: { Groups: ['family'] } })
})

story('connections continue while both routers restart', async () => {
  await using stream = await town.laptop.stream(await addressOf(cabin.printer), 9100)
  for (const { router } of [town, cabin]) {
    await router.kill()
    assert.ok(await stream.flows(), 'without the daemon')
    await router.start()
  }
  assert.ok(await stream.flows())
  await untilBothUp()
  assert.deepEqual(await open(), ['town laptop > cabin printer 22', 'town laptop > cabin printer 9100'])
})

story('a home that moves to another address is found again, and a notice asks for a new text', async () => {
  const before = await cabin.router.uplinkAddress()
  const { gateway, prefix } = cabin.internet.addressing
  const moved = gateway.replace(/\d+$/, '90')
  await cabin.router.api('/uplink/ip', {
    ...{ Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true },
    ...{ DisableDHCP: true, IP: `${moved}/${prefix}`, Router: gateway },
  })
  assert.notEqual(moved, before)
  // wireguard-go would send from the former address until a handshake fails.
  await cabin.router.namespace.run(['wg', 'set', 'wg1', 'listen-port', '51281'])
  const printer = await addressOf(cabin.printer)
  await until('the other address', () => town.laptop.reaches(printer, 9100), 60_000)
  await put(cabin, 'town', { Endpoint: `${moved}:51281` })
  assert.match((await read(cabin, 'town')).Notice, /^The endpoint of this home changed/)
  await exchange()
  assert.equal((await read(cabin, 'town')).Notice, '')
})

story('a home without an endpoint connects to the other one', async () => {
  await put(cabin, 'town', { Endpoint: '', ListenPort: 0 })
  await exchange()
  await untilBothUp()
  assert.equal((await read(town, 'cabin')).Peer?.Endpoint, '')
  const printer = await addressOf(cabin.printer)
  await until('the printer', () => town.laptop.reaches(printer, 9100), 40_000)
})

story('a home cannot change its address range to the network of the other one', async () => {
  const settings = { TinyNets: ['192.168.2.0/24'], LeaseTime: '24h0m0s' }
  const { status, body } = await cabin.router.ask({ path: '/subnetConfig', method: 'PUT', body: settings })
  assert.equal(status, 400)
  assert.match(String(body), /192\.168\.2\.0\/24, a network behind the tunnel town/)
})

story('deleting a site closes its connections at both ends', async () => {
  const printer = await addressOf(cabin.printer)
  await using stream = await town.laptop.stream(printer, 9100)
  await cabin.router.api('/vpn/sites/town', {}, 'DELETE')
  assert.ok(await stream.stalls())
  assert.deepEqual(await open(), [])
  const { stdout } = await cabin.router.namespace.outcome(['ip', '-o', 'link', 'show', 'type', 'wireguard'])
  assert.ok(!stdout.includes('wg1'))
  assert.equal(await cabin.router.namespace.run(['ip', 'route', 'show', '192.168.2.0/24']), '')
  await town.router.api('/vpn/sites/cabin', {}, 'DELETE')
  assert.deepEqual(await town.router.api('/vpn/tunnels'), [])
})
