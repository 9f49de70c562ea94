import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GeoBlockConfig } from '../../../router/model/firewall/geoblock/config.ts'
import type { GeoBlockStatus } from '../../../router/model/firewall/geoblock/status.ts'
import { ECHO_PORT, HOSTS, WEB } from '../../guests/addresses.ts'
import { SHARED_FIREWALL } from '../../guests/router.ts'
import { openStage } from '../../home/story.ts'
import { openEvents } from '../../probes/listener.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'
import { addressOf, anybody } from '../firewall/firewall.fixture.ts'

const { home, story } = await openStage(
  {
    laptop: { Policies: ['wan', 'dns', 'lan'] },
    printer: { wired: true, Policies: [], listens: [9100] },
  },
  { flags: SHARED_FIREWALL },
)
const { router, laptop, printer, internet } = home
const { neighbour } = internet

/** The virtual internet is in the United Kingdom, and belongs to this network. */
const ASN = 20_712
const [HOST, OTHER] = HOSTS as [string, string]
const LIST = 'http://lists.test/lists/drop.json'
const BASE = '/firewall/geo_block'

const put = (path: string, body: unknown = {}) => router.api(`${BASE}/${path}`, body) as Promise<unknown>
const remove = (path: string) => router.api(`${BASE}/${path}`, undefined, 'DELETE')
const config = async () => (await router.api(`${BASE}/config`)) as unknown as GeoBlockConfig
const status = async () => (await router.api(`${BASE}/status`)) as unknown as GeoBlockStatus
const configure = async (more: Partial<GeoBlockConfig>) => put('config', { ...(await config()), ...more })
const explained = async (from: string, to: string, port: number): Promise<string> =>
  ((await router.api(`/explain?from=${encodeURIComponent(from)}&to=${to}&port=${port}`)) as { Text: string }).Text
/** The elements of the set in the kernel. */
const elements = async (): Promise<string> => router.namespace.run(['nft', 'list', 'set', 'inet', 'sallyport', 'geo'])

story('it is off at first: connections pass in both directions', async () => {
  await home.gather()
  assert.equal((await config()).Enabled, false)
  const forward = { Protocol: 'tcp', SrcIP: anybody, SrcPort: '9100', DstIP: await addressOf(printer), DstPort: '9100' }
  await router.api('/firewall/forward', forward)
  await router.api('/firewall/service_port', { Protocol: 'tcp', Port: '80', UpstreamEnabled: true })
  assert.ok(await laptop.reaches(HOST, ECHO_PORT))
  assert.ok(await neighbour.connects(await router.uplinkAddress(), 9100))
  assert.ok(await neighbour.connects(await router.uplinkAddress(), 80))
  await put('country/gb')
  assert.deepEqual((await config()).DenyCountries, ['GB'])
  assert.ok(await laptop.reaches(HOST, ECHO_PORT), 'a country has no effect until the block is on')
})

story('a blocked country is closed in both directions, and open connections end', async () => {
  await using open = await laptop.stream(HOST, ECHO_PORT)
  await using local = await laptop.stream(await addressOf(printer), 9100)
  await using events = await openEvents(router)
  await using leaked = await openWitness(internet.namespace, `ip daddr ${OTHER}`)
  await configure({ Enabled: true })
  assert.ok((await status()).RangesProgrammed > 5000)
  await until('a closed connection', () => open.stalls(500), 5000)
  assert.ok(!(await laptop.reaches(OTHER, ECHO_PORT)))
  assert.ok(!(await laptop.pings(OTHER)))
  assert.equal(await leaked.packets(), 0)
  const { Rule, SrcName } = JSON.parse((await events.event('nft:drop:geo')).Data) as Record<string, unknown>
  assert.deepEqual([Rule, SrcName], [{ Id: 'GB', Name: 'United Kingdom' }, 'laptop'])
  assert.ok(!(await neighbour.connects(await router.uplinkAddress(), 9100)))
  assert.ok(!(await neighbour.connects(await router.uplinkAddress(), 80)))
  assert.ok(await local.flows(), 'connections within the home are not affected')
  assert.deepEqual(await laptop.resolves('www.test'), [WEB], 'nor is the resolver of the router')
})

story('explain names the country', async () => {
  assert.match(await explained(laptop.mac, HOST, ECHO_PORT), /is refused: the country United Kingdom is blocked\.$/)
  const uplink = await router.uplinkAddress()
  assert.match(await explained(HOST, uplink, 80), /is dropped in silence: the country United Kingdom is blocked\.$/)
  assert.match(await explained(HOST, uplink, 9100), /United Kingdom is blocked/)
})

story('the country stays blocked while the router restarts', async () => {
  await router.kill()
  assert.ok(!(await laptop.reaches(HOST, ECHO_PORT)))
  await using leaked = await openWitness(internet.namespace, `ip daddr ${HOSTS[5]}`)
  const probing = laptop.namespace.start([
    'sh',
    '-c',
    `while :; do timeout 1 bash -c '</dev/tcp/${HOSTS[5]}/${ECHO_PORT}'; sleep 0.05; done`,
  ])
  await router.start()
  await router.uplinkAddress()
  const inside = await addressOf(printer)
  await until('the connections of the laptop', () => laptop.reaches(inside, 9100), 8000)
  assert.ok(!(await laptop.reaches(HOST, ECHO_PORT)))
  await probing.stop()
  assert.equal(await leaked.packets(), 0)
})

story('elements that another program has removed are restored', async () => {
  await router.namespace.run(['nft', 'flush', 'set', 'inet', 'sallyport', 'geo'])
  await until('the elements', async () => (await elements()).includes('81.2.'), 8000)
  assert.ok(!(await laptop.reaches(HOST, ECHO_PORT)))
})

story('another country changes the set only, and the first one is open again', async () => {
  const rules = () => router.namespace.run(['nft', '-t', '-a', 'list', 'table', 'inet', 'sallyport'])
  const before = await rules()
  await using local = await laptop.stream(await addressOf(printer), 9100)
  await put('country/FR')
  await remove('country/GB')
  assert.ok(await laptop.reaches(HOST, ECHO_PORT))
  assert.ok(await neighbour.connects(await router.uplinkAddress(), 9100))
  assert.equal(withoutCounts(await rules()), withoutCounts(before))
  assert.ok(await local.flows())
})

story('a network is blocked by its AS number', async () => {
  await put(`asn/AS${ASN}`)
  const [denied] = (await config()).DenyASNs
  assert.deepEqual(denied, { ASN, Name: 'Andrews & Arnold Ltd' })
  assert.ok(!(await laptop.reaches(HOST, ECHO_PORT)))
  assert.match(
    await explained(laptop.mac, HOST, ECHO_PORT),
    /the network AS20712 \(Andrews & Arnold Ltd\) is blocked\.$/,
  )
  await remove(`asn/${ASN}`)
  assert.ok(await laptop.reaches(HOST, ECHO_PORT))
})

story('a list by URL is fetched by the router although its server is listed', async () => {
  const publish = (text: string) => writeFileSync(join(internet.namespace.dir, 'web/pages/lists/drop.json'), text)
  publish(`{"asn":${ASN},"asname":"A"}\n{"type":"metadata"}\n`)
  await configure({ Lists: [{ URI: LIST, Enabled: true, Note: 'Drop list' }] })
  await until('the list', async () => !(await laptop.reaches(HOST, ECHO_PORT)), 8000)
  assert.match(await explained(laptop.mac, HOST, ECHO_PORT), /its network is blocked by the list Drop list\.$/)
  publish(`${OTHER}/32 ; one host\n`)
  await put('refresh')
  await until('the new list', async () => await laptop.reaches(HOST, ECHO_PORT), 8000)
  assert.ok(!(await laptop.reaches(OTHER, ECHO_PORT)))
  publish('<html>\n')
  await put('refresh')
  const source = async () => (await status()).Sources.find(({ Type }) => Type === 'list')
  await until('an error', async () => (await source())?.Error === 'the server sent a web page', 8000)
  assert.ok(!(await laptop.reaches(OTHER, ECHO_PORT)), 'the last good list stays in force')
})

story('when country blocking is off, all connections are permitted again', async () => {
  await configure({ Enabled: false })
  assert.ok(await laptop.reaches(OTHER, ECHO_PORT))
  const { RangesProgrammed, LastRefresh } = await status()
  assert.deepEqual([RangesProgrammed, LastRefresh], [0, ''])
  await assert.rejects(elements())
})

const withoutCounts = (listing: string): string => listing.replace(/packets \d+ bytes \d+/g, '')
