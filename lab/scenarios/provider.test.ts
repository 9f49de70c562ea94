import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Home } from '../home.ts'
import { openStories } from '../story.ts'
import { until } from '../until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: ['wan', 'dns'], listens: [9100] },
})

story('whoever asks on the uplink who has an address of the home hears nothing', async (home) => {
  await home.gather()
  const { neighbour } = home.internet
  const answers = async (ip: string): Promise<boolean> =>
    (await neighbour.outcome(['arping', '-c', '1', '-w', '1', '-I', 'eth0', ip])).code === 0
  assert.ok(await answers(await home.router.uplinkAddress()))
  for (const ip of ['192.168.2.1', '192.168.2.5', '192.168.2.9']) assert.ok(!(await answers(ip)), ip)
})

/** Somebody else answers on the customer's line from now on, and hands out just this address. */
async function takeOver({ internet: { namespace }, line, dir }: Home, gateway: string, address: string) {
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
    `--dhcp-option=3,${gateway}`,
    `--dhcp-leasefile=${join(dir, 'taken-over')}`,
  ])
}

story("a provider that hands out a device's own address does not get between the home and its router", async (home) => {
  const { laptop, printer, router } = home
  await home.tell(laptop, { Policies: ['wan', 'dns', 'lan'] })
  await router.kill()
  const provider = await takeOver(home, '192.168.2.200', (await laptop.address()) ?? '')
  await router.start()
  await until('the lease', () => provider.lines.some((line) => line.includes('DHCPACK')), 10_000)
  await until('a complaint', () => router.daemon.lines.some((line) => line.includes('overlaps the home network')))
  assert.ok(await laptop.pings('192.168.2.1'))
  assert.ok(await laptop.reaches(printer, 9100))
  assert.deepEqual(await laptop.resolves('printer.lan'), [await printer.address()])
})

story('when the home makes room, that address is used at once', async ({ router }) => {
  await router.api('/subnetConfig', { TinyNets: ['10.9.0.0/24'], LeaseTime: '24h0m0s' })
  assert.match(await router.uplinkAddress(), /^192\.168\.2\./)
})
