import assert from 'node:assert/strict'
import type { DeviceTraffic } from '../../../router/model/traffic/flows/destinations.ts'
import type { Flow } from '../../../router/model/traffic/flows/flow.ts'
import { RESOLVER, WEB } from '../../guests/addresses.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { moveTo, recordOf, renew } from './moving.fixture.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns', 'lan'] },
  phone: { Policies: ['wan', 'dns'] },
  tv: { Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: ['wan', 'dns'], listens: [9100] },
})

/** Bytes that the phone sent to the web server from its old address. */
let beforeMove = 0

/** Bytes sent to the internet by address within the last hour. */
const sentByAddress = async ({ router }: Pick<Home, 'router'>): Promise<Record<string, number>> => {
  const { Totals } = (await router.api('/traffic_totals?minutes=60')) as { Totals: Record<string, { WanOut: number }> }
  return Object.fromEntries(Object.entries(Totals).map(([ip, { WanOut }]) => [ip, WanOut]))
}
story('a change of the address range does not interrupt connections', async (home) => {
  const { laptop, phone, tv, printer } = home
  await tv.join()
  await tv.leave()
  await Promise.all([laptop, phone, printer].map((device) => device.join()))
  assert.equal(await printer.address(), await recordOf(home, printer))
  await home.router.api('/firewall/forward', {
    Protocol: 'tcp',
    DstIP: await printer.address(),
    DstPort: '9100',
    SrcIP: '0.0.0.0/0',
    SrcPort: '9100',
  })
  const old = await laptop.address()
  await using stream = await laptop.stream(WEB, 7)
  await moveTo(home, '10.20.0.0/24')
  assert.ok(await stream.flows(), 'what was open stays open')
  assert.equal(await recordOf(home, laptop), old)
  assert.ok(await laptop.reaches(WEB, 80))
  assert.ok(await laptop.reaches(printer, 9100))
  assert.deepEqual(await laptop.resolves('whoami.test'), [RESOLVER])
  assert.deepEqual(await laptop.resolves('printer.lan'), [await printer.address()])
  for (const ip of ['192.168.2.1', '10.20.0.1']) assert.ok(await laptop.reaches(ip, 80), ip)
  assert.match((await recordOf(home, tv)) ?? '', /^10\.20\.0\./, 'who is away has moved already')
})

story('devices move when they renew, and their rules follow', async (home) => {
  const { laptop, phone, printer, internet, router } = home
  const number = (ip: string | undefined) => ip?.split('.')[3]
  const [before, wired] = [await phone.address(), await printer.address()]
  await phone.run('ping', '-c', '2', '-i', '0.2', '-s', '1000', WEB)
  const { Destinations } = (await router.api(`/traffic/device/${phone.mac}`)) as DeviceTraffic
  beforeMove = Destinations.find(({ IP }) => IP === WEB)?.BytesOut ?? 0
  const sent = (await sentByAddress(home))[before ?? ''] ?? 0
  await phone.run('ping', '-c', '2', '-i', '0.2', '-s', '1000', WEB)
  const now = await renew(phone)
  const moved = (await sentByAddress(home))[now] ?? 0
  assert.ok(moved >= sent + 2 * 1028, `${moved} bytes, ${sent} before the last pings from the old address`)
  assert.match(now, /^10\.20\.0\./)
  assert.equal(number(now), number(before))
  assert.ok(await phone.reaches(WEB, 80))
  assert.deepEqual(await phone.resolves('phone.lan'), [now])
  assert.ok(!(await laptop.reaches(before ?? '', 80)))
  assert.ok(await laptop.reaches(printer, 9100), 'between the old network and the old')

  assert.equal(number(await renew(printer)), number(wired))
  assert.ok(await laptop.reaches(printer, 9100), 'between the old network and the new')
  const uplink = await router.uplinkAddress()
  assert.ok(await internet.neighbour.connects(uplink, 9100), 'the forwarded port leads to its new address')
})

story('earlier traffic is shown at a device’s new address', async ({ phone, router }) => {
  const now = (await phone.address()) ?? ''
  const read = async () => (await router.api(`/traffic/device/${phone.mac}`)) as DeviceTraffic
  const { BytesIn, BytesOut, Destinations } = await read()
  await phone.run('ping', '-c', '3', '-i', '0.2', '-s', '1000', WEB)
  const all = await sentByAddress({ router })
  assert.deepEqual(
    Object.keys(all).filter((ip) => ip.startsWith('192.168.2.') && ip.endsWith(`.${now.split('.')[3]}`)),
    [],
    'nothing is left behind at the old one',
  )
  assert.ok((all[now] ?? 0) >= BytesOut + 3 * 1028)
  const after = await read()
  assert.partialDeepStrictEqual(after, { BytesIn: BytesIn + 3 * 1028, BytesOut: BytesOut + 3 * 1028 })
  // Traffic from its old address belongs to the same destination.
  const sentTo = (destinations: DeviceTraffic['Destinations']) =>
    destinations.find(({ IP }) => IP === WEB)?.BytesOut ?? 0
  assert.ok(beforeMove > 0)
  assert.ok(sentTo(Destinations) >= beforeMove)
  assert.equal(sentTo(after.Destinations), sentTo(Destinations) + 3 * 1028)
  const flows = (await router.api(`/iptraffic?device=${phone.mac}`)) as Flow[]
  assert.deepEqual(
    flows.filter(({ Src, Dst }) => Src !== now && Dst !== now),
    [],
  )
})

story('after the last device has moved, the old network is removed', async (home) => {
  const { laptop, router } = home
  await renew(laptop)
  assert.ok(await laptop.reaches(WEB, 80))
  await until(
    'the new resolver',
    async () => (await laptop.run('cat', '/etc/resolv.conf')) === 'domain lan\nnameserver 10.20.0.1\n',
  )
  await until('the old network to end', async () => {
    const { stdout } = await router.namespace.outcome(['ip', '-4', 'addr'])
    return !stdout.includes('192.168.2.')
  })
  assert.ok(!(await laptop.reaches('192.168.2.1', 80)))
  const ruleset = await router.namespace.run(['nft', 'list', 'ruleset'])
  // Packets add elements to these sets, which end with their connections, or a minute after the last packet that was logged.
  assert.doesNotMatch(ruleset.replaceAll(/^\tset (open(ed)?|logged)(_\w+)? \{.*?^\t\}$/gms, ''), /192\.168\.2\./)
})

story('a device that was disconnected gets a new address', async ({ tv }) => {
  assert.match(await tv.join(), /^10\.20\.0\./)
  assert.ok(await tv.reaches(WEB, 80))
})
