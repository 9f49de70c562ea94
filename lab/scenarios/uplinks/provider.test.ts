import assert from 'node:assert/strict'
import { join } from 'node:path'
import { defaultWan } from '../../../router/model/internet/uplinks/config.ts'
import type { UplinkStatus } from '../../../router/model/internet/uplinks/status.ts'
import { ECHO_PORT, WEB } from '../../guests/addresses.ts'
import { addressOf } from '../../guests/router.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import type { Program } from '../../process/program.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: ['wan', 'dns'], listens: [9100] },
})

story('ARP requests on the uplink for addresses of the home are not answered', async (home) => {
  await home.gather()
  const { neighbour } = home.internet
  const answers = async (ip: string): Promise<boolean> =>
    (await neighbour.outcome(['arping', '-c', '1', '-w', '1', '-I', 'eth0', ip])).code === 0
  assert.ok(await answers(await home.router.uplinkAddress()))
  for (const ip of ['192.168.2.1', '192.168.2.5', '192.168.2.9']) assert.ok(!(await answers(ip)), ip)
})

/** Replaces the provider's DHCP server with one that offers only this address. */
async function takeOver(
  { internet: { namespace }, line, dir }: Home,
  gateway: string,
  address: string,
  options = [`3,${gateway}`],
) {
  await namespace.ip(`link set ${line} nomaster`, `addr add ${gateway}/24 dev ${line}`)
  return namespace.start([
    'dnsmasq',
    '--no-daemon',
    '--conf-file=/dev/null',
    '--port=0',
    `--interface=${line}`,
    '--bind-interfaces',
    '--no-ping',
    `--dhcp-range=${address},${address},5m`,
    '--dhcp-authoritative',
    ...options.map((option) => `--dhcp-option=${option}`),
    `--dhcp-leasefile=${join(dir, 'taken-over')}`,
  ])
}

/** Waits until the router reports its uplink as up, or as down. */
const sees = (up: boolean, { router }: Home): Promise<boolean> =>
  until(up ? 'a way out' : 'an outage', async () => {
    const [uplink] = (await router.api('/wan/status')) as UplinkStatus[]
    return uplink?.Up === up
  })

/** Cuts the line, and waits until the router reports the outage. */
async function cut(home: Home) {
  await sees(true, home)
  await home.internet.cut(home.line)
  await sees(false, home)
}

/** Reconnects the first provider after an outage. */
async function giveBack(home: Home, gateway: string, provider: Program) {
  const { internet, line } = home
  await provider.stop()
  await cut(home)
  await internet.namespace.ip(`addr del ${gateway}/24 dev ${line}`, `link set ${line} master provider`)
  await internet.mend(line)
}

story('with another provider, connections of the old address are closed, and others continue', async (home) => {
  const { internet, laptop, line, router } = home
  await router.api('/wan/config', { ...defaultWan(), IntervalSeconds: 1, RecoverThreshold: 1 })
  const before = await router.uplinkAddress()
  await using stream = await laptop.stream(WEB, ECHO_PORT)
  await cut(home)
  const provider = await takeOver(home, '81.2.72.1', '81.2.72.50')
  await internet.mend(line)
  await until('the other address', async () => (await addressOf(router.namespace, 'wan0')) === '81.2.72.50', 10_000)
  assert.equal(await laptop.fetch(`http://${WEB}/whoami`), '81.2.72.50\n')
  assert.ok(await stream.stalls())
  const tracked = await router.namespace.run(['conntrack', '-L', '--reply-dst', before])
  assert.doesNotMatch(tracked, new RegExp(`src=${await laptop.address()}`))
  await giveBack(home, '81.2.72.1', provider)
  await until('the first address', async () => (await addressOf(router.namespace, 'wan0')) === before, 10_000)
  assert.equal(await laptop.fetch(`http://${WEB}/whoami`), `${before}\n`)
})

story('a /32 uplink address uses a gateway outside of its network', async (home) => {
  const { internet, laptop, line, router } = home
  const isThere = async () => (await addressOf(router.namespace, 'wan0')) === '81.2.72.50'
  const route = async (ip: string) => (await router.namespace.run(['ip', 'route', 'get', ip])).trim()
  await router.api(`/device?identity=${laptop.mac}`, { Policies: ['wan', 'dns', 'lan_upstream'] })

  await cut(home)
  await internet.namespace.ip('addr add 10.99.0.1/32 dev lo')
  const single = '1,255.255.255.255'
  const provider = await takeOver(home, '81.2.72.1', '81.2.72.50', [single, '3,172.31.1.1'])
  for (const gateway of ['172.31.1.1', '172.31.1.2', '172.31.1.3'])
    await internet.namespace.ip(`addr add ${gateway}/32 dev ${line}`)
  await internet.mend(line)
  await until('the single address', isThere, 10_000)
  assert.equal(await laptop.fetch(`http://${WEB}/whoami`), '81.2.72.50\n')
  assert.match(await route(WEB), /via 172\.31\.1\.1 dev wan0/)
  await giveBack(home, '81.2.72.1', provider)
  await until('the first address', async () => !(await isThere()), 10_000)

  // With classless routes the router option is ignored. RFC 3442.
  await cut(home)
  const routes = '121,0.0.0.0/0,172.31.1.2,10.99.0.0/16,172.31.1.3,192.168.2.0/24,172.31.1.3'
  const other = await takeOver(home, '81.2.72.1', '81.2.72.50', [single, '3,172.31.1.9', routes])
  await internet.mend(line)
  await until('the single address', isThere, 10_000)
  assert.equal(await laptop.fetch(`http://${WEB}/whoami`), '81.2.72.50\n')
  assert.match(await route(WEB), /via 172\.31\.1\.2 dev wan0/)
  await sees(true, home)
  assert.match(await route('10.99.0.1'), /via 172\.31\.1\.3 dev wan0/)
  assert.ok(await laptop.pings('10.99.0.1'))
  assert.deepEqual(await router.api('/drift'), [])
  assert.match(
    await route((await laptop.address()) ?? ''),
    /dev wlan0/,
    'no route of a provider leads away from the home',
  )
  await giveBack(home, '81.2.72.1', other)
  await until('the first address', async () => !(await isThere()), 10_000)
  assert.doesNotMatch(await router.namespace.run(['ip', 'route']), /10\.99/)
})

story('a provider’s lease with a household address is rejected', async (home) => {
  const { laptop, printer, router } = home
  await home.configure(laptop, { Policies: ['wan', 'dns', 'lan'] })
  await router.kill()
  const provider = await takeOver(home, '192.168.2.200', (await laptop.address()) ?? '')
  await router.start()
  await until('the lease', () => provider.lines.some((line) => line.includes('DHCPACK')), 10_000)
  await until('a complaint', () => router.daemon.lines.some((line) => line.includes('overlaps the home network')))
  assert.ok(await laptop.pings('192.168.2.1'))
  assert.ok(await laptop.reaches(printer, 9100))
  assert.deepEqual(await laptop.resolves('printer.lan'), [await printer.address()])
})

story('after the address range has changed, that lease is used', async ({ router }) => {
  await router.api('/subnetConfig', { TinyNets: ['10.9.0.0/24'], LeaseTime: '24h0m0s' })
  assert.match(await router.uplinkAddress(), /^192\.168\.2\./)
})
