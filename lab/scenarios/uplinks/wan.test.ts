import assert from 'node:assert/strict'
import type { Outage, UplinkStatus } from '../../../router/model/internet/uplinks/status.ts'
import { ECHO_PORT, HOSTS, PROVIDER, SECOND_PROVIDER, WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { addressOf, SHARED_FIREWALL } from '../../guests/router.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import { sourceByHost } from '../../probes/sources.ts'
import { until } from '../../process/until.ts'

const story = await openStories(
  {
    laptop: { wired: true, Policies: ['wan', 'dns'] },
    phone: { Policies: ['wan', 'dns'] },
  },
  { secondUplink: true, flags: SHARED_FIREWALL },
)

/** A round of probes every second; two failed rounds are an outage. */
const EAGER = { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 }

const uplinkOf = (address: string): string =>
  address.startsWith(SECOND_PROVIDER.gateway.replace(/1$/, '')) ? 'wan1' : 'wan0'

/** The uplink that a new connection of the device to each of the hosts takes. */
async function uplinkByHost({ router }: Home, device: HouseholdDevice): Promise<Map<string, string>> {
  const sources = await sourceByHost(router.namespace, device, HOSTS)
  return new Map([...sources].map(([host, source]) => [host, uplinkOf(source)]))
}

/** The uplinks that new connections of these devices take, sorted by name. */
async function waysOut(home: Home, ...devices: HouseholdDevice[]): Promise<string[]> {
  const ways = new Set<string>()
  for (const device of devices) for (const link of (await uplinkByHost(home, device)).values()) ways.add(link)
  return [...ways].sort()
}

const statusOf = async ({ router }: Home, link: string): Promise<UplinkStatus> =>
  ((await router.api('/wan/status')) as UplinkStatus[]).find(({ Iface }) => Iface === link)!

const untilUp = (home: Home, link: string, up: boolean) =>
  until(`${link} ${up ? 'up' : 'down'}`, async () => (await statusOf(home, link)).Up === up, 15_000)

story('new connections are shared among two uplinks', async (home) => {
  await home.gather()
  await home.router.uplinkAddress('wan1')
  await home.router.api('/wan/config', EAGER)
  for (const link of ['wan0', 'wan1']) await until(`${link} in use`, async () => (await statusOf(home, link)).Active)
  assert.deepEqual(await waysOut(home, home.laptop, home.phone), ['wan0', 'wan1'])
  const { Up, Gateway, LossPct } = await until('an answer', async () => {
    const status = await statusOf(home, 'wan1')
    return status.LatencyMs > 0 && status
  })
  assert.deepEqual({ Up, Gateway }, { Up: true, Gateway: SECOND_PROVIDER.gateway })
  // A busy machine may answer a probe too late, which then counts as lost.
  assert.ok(LossPct < 100)
})

story('connections between two addresses keep to one uplink when the ruleset is written again', async (home) => {
  const { laptop, router } = home
  const before = await uplinkByHost(home, laptop)
  await router.namespace.run(['nft', 'delete', 'table', 'inet', 'sallyport'])
  await until(
    'the ruleset',
    async () => (await router.namespace.outcome(['nft', 'list', 'chain', 'inet', 'sallyport', 'balance'])).code === 0,
  )
  assert.deepEqual(await uplinkByHost(home, laptop), before)
})

let preferred = ''

story('a rule sends the connections of a device over one of them', async (home) => {
  const { laptop, phone, router } = home
  const add = async (rule: object) => ((await router.api('/plugins/pfw/rules', rule)) as { Id: string }).Id
  const When = { Devices: [laptop.mac] }
  preferred = await add({ Name: 'Work', When, Do: { Kind: 'uplink', Uplink: 'wan0' } })
  const To = { Place: 'listed', Networks: [HOSTS[0]], Protocol: 'tcp', Port: String(ECHO_PORT) }
  const first = await add({ Name: 'One host', First: true, When, To, Do: { Kind: 'uplink', Uplink: 'wan1' } })
  const ways = await uplinkByHost(home, laptop)
  assert.equal(ways.get(HOSTS[0]!), 'wan1', 'the first rule decides')
  ways.delete(HOSTS[0]!)
  assert.deepEqual(new Set(ways.values()), new Set(['wan0']))
  assert.deepEqual(await waysOut(home, phone), ['wan0', 'wan1'], 'other devices use both')
  await router.api(`/plugins/pfw/rules/${first}`, undefined, 'DELETE')
  assert.deepEqual(await waysOut(home, laptop), ['wan0'])
})

/** Opens a connection to some host over this uplink. */
async function streamOver({ router }: Home, device: HouseholdDevice, link: string) {
  const ip = (await device.address())!
  await router.namespace.outcome(['conntrack', '-D', '--orig-src', ip])
  for (const host of HOSTS) {
    const stream = await device.stream(host, ECHO_PORT)
    const tracked = await router.namespace.run(['conntrack', '-L', '-p', 'tcp', '--orig-src', ip, '--orig-dst', host])
    const [, leftAs = ''] = /src=\S+ dst=\S+ .*?src=\S+ dst=(\S+)/.exec(tracked) ?? []
    if (uplinkOf(leftAs) === link) return stream
    await stream[Symbol.asyncDispose]()
  }
  throw new Error(`no connection of ${device.name} leaves by ${link}`)
}

story('a failed uplink and its connections are dropped, and it is used again when it works', async (home) => {
  const { internet, laptop, phone, router } = home
  assert.deepEqual(await waysOut(home, laptop), ['wan0'], 'a rule says so')
  await using lost = await streamOver(home, laptop, 'wan0')
  await using kept = await streamOver(home, phone, 'wan1')
  await internet.fail()
  await untilUp(home, 'wan0', false)
  assert.deepEqual(await waysOut(home, laptop), ['wan1'])
  assert.ok(await lost.stalls())
  assert.ok(await kept.flows(), 'what goes over the other one has nothing to do with it')
  assert.match(
    JSON.stringify(await router.api('/wan/outages')),
    /the provider’s router replies, but no address beyond it/,
  )
  await internet.recover()
  await untilUp(home, 'wan0', true)
  assert.ok(await kept.flows())
  assert.deepEqual(await waysOut(home, laptop), ['wan0'], 'as its rule says')
  await router.api(`/plugins/pfw/rules/${preferred}`, undefined, 'DELETE')
  assert.deepEqual(await waysOut(home, laptop, phone), ['wan0', 'wan1'])
  const [outage] = (await router.api('/wan/outages')) as Outage[]
  assert.ok(outage && outage.End >= outage.Start, JSON.stringify(outage))
})

story('an uplink is checked by connections to a port', async (home) => {
  const { internet, router } = home
  await router.api('/wan/config', { ...EAGER, ProbeTargets: [`tcp:${WEB}:80`] })
  await untilUp(home, 'wan0', true)
  await internet.fail()
  await untilUp(home, 'wan0', false)
  await internet.recover()
  await untilUp(home, 'wan0', true)
  await router.api('/wan/config', { ...EAGER, ProbeTargets: [] })
})

story('an unplugged cable counts immediately, without waiting for a probe', async (home) => {
  const { internet, laptop, router, line } = home
  await router.api('/wan/config', { IntervalSeconds: 600 })
  await internet.cut(line)
  await untilUp(home, 'wan0', false)
  assert.deepEqual(await waysOut(home, laptop), ['wan1'])
  await internet.mend(line)
  await router.api('/wan/config', EAGER)
  await untilUp(home, 'wan0', true)
})

story('the speed is measured over the requested uplink', async (home) => {
  const { internet, router } = home
  await router.api('/wan/config', { SpeedTestURL: `http://${WEB}/large` })
  const measure = (link: string) => router.api(`/wan/speedtest/${link}`, undefined, 'PUT') as Promise<{ Bytes: number }>
  await internet.fail()
  assert.partialDeepStrictEqual(await measure('wan1'), { Iface: 'wan1', Bytes: 4 << 20, URL: `http://${WEB}/large` })
  await internet.recover()
  assert.equal(((await router.api('/wan/speedtest')) as unknown[]).length, 1)
  for (const scheme of ['http', 'https']) {
    await router.api('/wan/config', { SpeedTestURL: `${scheme}://www.test/large` })
    assert.partialDeepStrictEqual(await measure('wan1'), { Bytes: 4 << 20 })
  }
  await router.api('/wan/config', { SpeedTestURL: `https://${WEB}/large` })
  assert.match(((await measure('wan1')) as { Error?: string }).Error ?? '', /certificate/)
  await untilUp(home, 'wan0', true)
})

story('an uplink is changed to a static address and back to DHCP', async (home) => {
  const { router, laptop } = home
  const address = SECOND_PROVIDER.gateway.replace(/1$/, '77')
  const fixed = { DisableDHCP: true, IP: `${address}/${SECOND_PROVIDER.prefix}`, Router: SECOND_PROVIDER.gateway }
  await router.api('/uplink/ip', { Name: 'wan1', ...fixed })
  assert.equal(await addressOf(router.namespace, 'wan1'), address)
  await router.api('/uplink/ip', { Name: 'wan0', Enabled: false })
  assert.equal(await laptop.fetch(`http://${WEB}/whoami`), `${address}\n`)
  await router.api('/uplink/ip', { Name: 'wan0', Enabled: true })
  await router.api('/uplink/ip', { Name: 'wan1' })
  await until(
    'a lease',
    async () => (await addressOf(router.namespace, 'wan1')) !== address && (await statusOf(home, 'wan1')).Active,
    15_000,
  )
  assert.match(await router.uplinkAddress(), new RegExp(`^${PROVIDER.public.gateway.replace(/1$/, '')}`))
  for (const link of ['wan0', 'wan1']) await untilUp(home, link, true)
})
