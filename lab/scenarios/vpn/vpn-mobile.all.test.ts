import assert from 'node:assert/strict'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { HOSTS, WEB } from '../../guests/addresses.ts'
import { addPeer, peersOf, removePeer } from '../../guests/peer.ts'
import { connectPeer, disconnectPeer, openRoadWarrior } from '../../guests/roadwarrior.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStage } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const SIZE = 4 << 20
const PORT = 9000

const { home, story } = await openStage({
  printer: { wired: true, Policies: [], listens: [9100] },
  laptop: { Policies: ['wan', 'dns'] },
})
const { router, internet } = home
const road = await openRoadWarrior(internet, home.dir)
after(() => road[Symbol.asyncDispose]())

let phone: Awaited<ReturnType<typeof addPeer>>

story('a sleeping peer keeps its connections, also if its address changes', async () => {
  await home.gather()
  phone = await addPeer(router, 'phone', { Policies: ['wan', 'dns', 'lan'] })
  await road.connect(phone)
  await until('the tunnel', () => road.reaches(WEB, 80))
  await using stream = await road.stream(HOSTS[0]!, 7)
  await road.namespace.ip('link set eth0 down')
  assert.ok(await stream.stalls())
  await road.namespace.ip('link set eth0 up')
  await road.move(road.address.replace(/\d+$/, '89'))
  assert.ok(await stream.flows(10_000))
  await until('the new endpoint', async () => (await peersOf(router))[0]?.Endpoint.startsWith(`${road.address}:`))
})

story('a restarted peer connects immediately, with the same configuration', async () => {
  for (let start = 0; start < 3; start++) {
    await road.disconnect()
    await road.connect(phone)
    assert.ok(await until('the tunnel', () => road.reaches(WEB, 80), 4000))
  }
})

story('a stopped server has no open port and no link, and starts again with its peers', async () => {
  assert.equal(await router.api('/plugins/wireguard/down', {}), true)
  assert.ok(!(await road.reaches(WEB, 80)))
  assert.equal((await router.namespace.run(['ss', '-Hlun', 'sport = 51280'])).trim(), '')
  assert.deepEqual(await router.api('/plugins/wireguard/status'), {})
  assert.equal(await router.api('/plugins/wireguard/up', {}), true)
  await until('a new handshake', () => road.reaches(WEB, 80), 30_000)
  const drift = (await router.api('/drift')) as unknown[]
  assert.deepEqual(drift, [])
})

story('a device at home reaches another one through its VPN, and at home only by its own policies', async () => {
  const { laptop, printer } = home
  const address = (await printer.address()) ?? ''
  assert.ok(!(await laptop.namespace.connects(address, 9100)))
  const config = await addPeer(router, 'laptop by VPN', { Policies: ['lan', 'dns'] })
  await connectPeer(laptop.namespace, config)
  await until('the tunnel', () => laptop.namespace.connects(address, 9100))
  assert.ok(!(await laptop.namespace.connects(WEB, 80)), 'the peer has no policy wan')
  await disconnectPeer(laptop.namespace)
  await removePeer(router, config.key)
  assert.ok(await laptop.namespace.connects(WEB, 80), 'the laptop has it')
  assert.ok(!(await laptop.namespace.connects(address, 9100)))
})

/** Packets leave a link no larger than its MTU: otherwise virtual links pass many segments on as one. */
const wholeSegments = (link: string): string => `link set ${link} gso_max_segs 1`

/** How many of 4 MiB arrive over one connection within twenty seconds; either end sends. */
async function carried(server: Namespace, client: Namespace, ip: string, sender: Namespace): Promise<number> {
  const [sent, received] = [join(server.dir, 'sent'), join(server.dir, 'received')]
  writeFileSync(sent, Buffer.alloc(SIZE, 'sallyport '))
  rmSync(received, { force: true })
  const ends = (own: Namespace, address: string): string[] => [
    ...['timeout', '20', 'socat', '-d', '-d', '-u'],
    ...(own === sender ? [`OPEN:${sent}`, address] : [address, `CREATE:${received}`]),
  ]
  const listener = server.start(ends(server, `TCP4-LISTEN:${PORT},reuseaddr`))
  await listener.line('listening on')
  await client.outcome(ends(client, `TCP4:${ip}:${PORT}`))
  await listener.exited
  return statSync(received, { throwIfNoEntry: false })?.size ?? 0
}

for (const [mtu, mss] of [
  [1500, 1380],
  [1492, 1372],
  [1400, 1280],
] as const)
  story(`4 MiB pass in each direction through the tunnel, over an uplink with MTU ${mtu}`, async () => {
    await router.namespace.ip(`link set wan0 mtu ${mtu}`, wholeSegments('wan0'))
    await internet.namespace.ip(wholeSegments('provider'))
    const mtuOf = async () => JSON.parse(await router.namespace.run(['ip', '-j', 'link', 'show', 'wg0']))[0].mtu
    await until('the MTU of the tunnel', async () => (await mtuOf()) === mtu - 80)
    const [away, outside] = [road.namespace, internet.namespace]
    await using opened = await openWitness(outside, `tcp dport ${PORT} tcp flags syn tcp option maxseg size ${mss}`)
    await using errors = await openWitness(away, 'icmp type destination-unreachable')
    await using fragments = await openWitness(
      outside,
      'udp sport 51280 ip frag-off & 0x3fff != 0',
      'prerouting priority -500',
    )
    assert.equal(await carried(outside, away, WEB, outside), SIZE, 'download')
    assert.equal(await carried(outside, away, WEB, away), SIZE, 'upload')
    assert.deepEqual([await opened.packets(), await errors.packets(), await fragments.packets()], [2, 0, 0])
  })
