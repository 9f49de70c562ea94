import assert from 'node:assert/strict'
import { after } from 'node:test'
import { HOSTS, WEB } from '../../guests/addresses.ts'
import { addPeer, newKeys, peersOf, removePeer } from '../../guests/peer.ts'
import { connectPeer, disconnectPeer, openRoadWarrior } from '../../guests/roadwarrior.ts'
import { openStage } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const { home, story } = await openStage({
  printer: { wired: true, Policies: [], listens: [9100] },
  camera: { wired: true, Policies: [], listens: [554, 9100] },
  phone: { Policies: ['wan', 'dns'] },
})
const { router, internet } = home
const road = await openRoadWarrior(internet, home.dir)
after(() => road[Symbol.asyncDispose]())

const at = (key: string): string => `/device?identity=${encodeURIComponent(key)}`
const peers = () => peersOf(router)
const remove = (key: string) => removePeer(router, key)

let laptop: Awaited<ReturnType<typeof addPeer>>
let printer = ''

story('no VPN port is open before there is a peer', async () => {
  await home.gather()
  printer = (await home.printer.address()) ?? ''
  await router.uplinkAddress()
  assert.deepEqual(await router.api('/plugins/wireguard/status'), {})
  assert.equal((await router.namespace.run(['ss', '-Hlun', 'sport = 51280'])).trim(), '')
})

story('a road warrior connects, and reaches the internet and the resolver', async () => {
  laptop = await addPeer(router, 'laptop', { Policies: ['wan', 'dns'], DeviceTags: ['print'] })
  assert.equal(laptop.Peer.Endpoint, `${await router.uplinkAddress()}:51280`)
  await road.connect(laptop)
  await until('the tunnel', () => road.reaches(WEB, 80))
  assert.deepEqual(await road.resolves('www.test'), [WEB])
  const [listed] = await peers()
  assert.equal(listed?.Endpoint.split(':')[0], road.address)
  assert.ok((listed?.LatestHandshake ?? 0) > 0)
  assert.equal(listed?.PresharedKey, '**')
})

story('a forward of all UDP ports leaves the port of the VPN with the router', async () => {
  const rule = { Protocol: 'udp', SrcIP: '0.0.0.0/0', SrcPort: 'any', DstIP: printer, DstPort: 'any' }
  await router.api('/firewall/forward', rule)
  await using led = await openWitness(home.printer.namespace, 'udp dport 51280')
  // A new handshake from another port: the firewall has no connection of it.
  await road.disconnect()
  await road.connect(laptop)
  await until('a new handshake', () => road.reaches(WEB, 80))
  assert.equal(await led.packets(), 0)
  await router.api('/firewall/forward', rule, 'DELETE')
})

story('the peer reaches the printer that its tag permits, and no other device', async () => {
  assert.ok(!(await road.reaches(printer, 9100)))
  const endpoint = { RuleName: 'printer', Protocol: 'tcp', IP: printer, Port: '9100', Tags: ['print'] }
  await router.api('/firewall/endpoint', endpoint)
  assert.ok(await road.reaches(printer, 9100))
  assert.ok(!(await road.reaches((await home.camera.address()) ?? '', 9100)))
})

story('the peer reaches the API, until it has the policy noapi', async () => {
  assert.ok(await road.reaches('192.168.2.1', 80))
  await router.api(at(laptop.key), { Policies: ['wan', 'dns', 'noapi'] })
  assert.ok(!(await road.reaches('192.168.2.1', 80)))
  assert.ok(await road.reaches(WEB, 80))
})

story('packets from another address than its own are dropped', async () => {
  const other = await addPeer(router, 'other', { Policies: ['wan', 'dns'] })
  await using arrived = await openWitness(internet.namespace, 'icmp type echo-request meta length 361')
  const spoofed = ['-c', '2', '-W', '1', '-i', '0.2', '-s', '333']
  const stolen = [other.Interface.Address, printer, '192.168.2.1', '10.1.2.3']
  for (const address of stolen) {
    await road.namespace.ip(`addr add ${address}/32 dev wg0`)
    await road.namespace.outcome(['ping', ...spoofed, '-I', address, WEB])
    await road.namespace.ip(`addr del ${address}/32 dev wg0`)
  }
  assert.equal(await arrived.packets(), 0)
  // Another program permits all addresses to the key: the firewall still checks the address.
  await router.stopDaemon()
  await router.namespace.run([
    'wg',
    'set',
    'wg0',
    'peer',
    laptop.key,
    'allowed-ips',
    `${laptop.Interface.Address}/32,${printer}/32`,
  ])
  await road.namespace.ip(`addr add ${printer}/32 dev wg0`)
  await road.namespace.outcome(['ping', ...spoofed, '-I', printer, WEB])
  await road.namespace.ip(`addr del ${printer}/32 dev wg0`)
  router.resumeDaemon()
  assert.equal(await arrived.packets(), 0)
  await road.namespace.outcome(['ping', ...spoofed, '-I', laptop.Interface.Address, WEB])
  assert.equal(await arrived.packets(), 2, 'the same packet from its own address passes')
  await remove(other.key)
})

story('an unknown key, and a known one with another preshared key, get no response', async () => {
  const pair = await newKeys(router)
  await using stranger = await openRoadWarrior(internet, home.dir, 'stranger-abroad', 78)
  await stranger.connect({ ...laptop, Interface: { ...laptop.Interface, PrivateKey: pair.PrivateKey } })
  assert.ok(!(await stranger.reaches(WEB, 80)))
  assert.equal((await stranger.namespace.run(['wg', 'show', 'wg0', 'latest-handshakes'])).trim().split('\t')[1], '0')
  await stranger.disconnect()
  await stranger.connect({ ...laptop, Peer: { ...laptop.Peer, PresharedKey: pair.PrivateKey } })
  assert.ok(!(await stranger.reaches(WEB, 80)))
  await stranger.disconnect()
  assert.ok(await road.reaches(WEB, 80))
})

story('a connection continues when the peer gets another address, and when the router is restarted', async () => {
  await using stream = await road.stream(HOSTS[0]!, 7)
  await road.move(road.address.replace(/\d+$/, '88'))
  assert.ok(await stream.flows(10_000))
  await until('the new endpoint', async () => (await peers())[0]?.Endpoint.startsWith(`${road.address}:`))
  await router.kill()
  assert.ok(await stream.flows())
  await router.start()
  assert.ok(await stream.flows())
  assert.ok((await peers())[0]!.LatestHandshake > 0)
})

story('a disabled or removed peer loses its open connections immediately', async () => {
  {
    await using stream = await road.stream(HOSTS[1]!, 7)
    await router.api(at(laptop.key), { DeviceDisabled: true })
    assert.ok(await stream.stalls())
  }
  await router.api(at(laptop.key), { DeviceDisabled: false })
  // It would begin a handshake after fifteen seconds without a response.
  await road.disconnect()
  await road.connect(laptop)
  await until('a new handshake', () => road.reaches(WEB, 80))
  await using stream = await road.stream(HOSTS[2]!, 7)
  await remove(laptop.key)
  assert.ok(await stream.stalls())
  assert.ok(!(await road.reaches(WEB, 80)))
  assert.deepEqual(await peers(), [])
  await road.disconnect()
})

story('a phone at home that keeps its VPN on reaches the internet through it', async () => {
  const config = await addPeer(router, 'phone by VPN', { Policies: ['wan', 'dns'] })
  const { namespace } = home.phone
  await connectPeer(namespace, config)
  await using arrived = await openWitness(
    router.namespace,
    `iifname wg0 ip saddr ${config.Interface.Address} tcp flags syn`,
  )
  await until('the tunnel', () => namespace.connects(WEB, 80))
  assert.ok((await arrived.packets()) > 0, 'through the tunnel')
  await disconnectPeer(namespace)
  await remove(config.key)
})
