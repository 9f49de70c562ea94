import assert from 'node:assert/strict'
import { after } from 'node:test'
import { HOSTS, WEB } from '../guests/addresses.ts'
import { addPeer, removePeer } from '../guests/peer.ts'
import { servePppoe, writePppFiles } from '../guests/pppoe.ts'
import { openRoadWarrior } from '../guests/roadwarrior.ts'
import { addressOf } from '../guests/router.ts'
import { openStage } from '../home/story.ts'
import { openWitness } from '../probes/witness.ts'
import { run } from '../process/program.ts'
import { until } from '../process/until.ts'

/** Starting the router again takes a minute or two under emulation. */
const LIMIT_MS = 300_000
const CONNECTED_MS = 60_000
/** An emulated connection is slow, and may wait for a handshake. */
const FLOWS_MS = 20_000
const CUSTOMER = { username: 'ada', secret: 'open sesame' }
const CONCENTRATOR = { link: 'provider', gateway: '81.2.72.1', first: '81.2.72.10', subscribers: [CUSTOMER] }
/** Of PPPoE, less the headers of WireGuard, UDP and IPv6. */
const MTU_OVER_PPPOE = 1412

await run(['/guest/modprobe', 'wireguard'])
const { home, story } = await openStage(
  { printer: { wired: true, Policies: [], listens: [9100] }, camera: { wired: true, Policies: [], listens: [9100] } },
  { limitMs: LIMIT_MS },
)
const { router, internet } = home
const road = await openRoadWarrior(internet, home.dir)
after(() => road[Symbol.asyncDispose]())

const reaches = (ip: string, port: number) =>
  until(`a connection to ${ip}:${port}`, () => road.reaches(ip, port), CONNECTED_MS)
const linkOf = async () => JSON.parse(await router.namespace.run(['ip', '-j', '-d', 'link', 'show', 'wg0']))[0]

let laptop: Awaited<ReturnType<typeof addPeer>>
let printer = ''

story('the server is a link of the kernel, without a process', async () => {
  await home.gather()
  printer = (await home.printer.address()) ?? ''
  await router.uplinkAddress()
  laptop = await addPeer(router, 'laptop', { Policies: ['wan', 'dns'], DeviceTags: ['print'] })
  const { linkinfo, mtu } = await linkOf()
  assert.deepEqual({ kind: linkinfo.info_kind, mtu }, { kind: 'wireguard', mtu: 1420 })
  assert.equal((await run(['busybox', 'ps', '-o', 'args'])).match(/^wireguard-go/m), null)
  assert.deepEqual(await router.api('/drift'), [])
})

story('a peer reaches the internet and what it is permitted, and no other device', async () => {
  const endpoint = { RuleName: 'printer', Protocol: 'tcp', IP: printer, Port: '9100', Tags: ['print'] }
  await router.api('/firewall/endpoint', endpoint)
  await road.connect(laptop)
  await reaches(WEB, 80)
  assert.deepEqual(await road.resolves('www.test'), [WEB])
  await reaches(printer, 9100)
  assert.ok(!(await road.reaches((await home.camera.address()) ?? '', 9100)))
})

story('packets from another address than its own are dropped', async () => {
  await using arrived = await openWitness(internet.namespace, 'icmp type echo-request meta length 361')
  const ping = (from: string) =>
    road.namespace.outcome(['ping', '-c', '2', '-W', '1', '-i', '0.2', '-s', '333', '-I', from, WEB])
  for (const address of [printer, '192.168.2.1', '10.1.2.3']) {
    await road.namespace.ip(`addr add ${address}/32 dev wg0`)
    await ping(address)
    await road.namespace.ip(`addr del ${address}/32 dev wg0`)
  }
  assert.equal(await arrived.packets(), 0)
  await ping(laptop.Interface.Address)
  await until('the same packets from its own address', async () => (await arrived.packets()) === 2)
})

story('a connection continues when the peer moves, when the router is restarted, and ends with the peer', async () => {
  const other = await addPeer(router, 'other', { Policies: ['wan', 'dns'] })
  await using stream = await road.stream(HOSTS[0]!, 7)
  await road.move(road.address.replace(/\d+$/, '88'))
  assert.ok(await stream.flows(FLOWS_MS))
  await router.kill()
  assert.ok(await stream.flows(FLOWS_MS))
  await router.start()
  assert.ok(await stream.flows(FLOWS_MS))
  await removePeer(router, other.key)
  assert.ok(await stream.flows(FLOWS_MS), 'another peer is removed')
  await router.api(`/device?identity=${encodeURIComponent(laptop.key)}`, { DeviceDisabled: true })
  assert.ok(await stream.stalls())
  await router.api(`/device?identity=${encodeURIComponent(laptop.key)}`, { DeviceDisabled: false })
  await reaches(WEB, 80)
  await road.disconnect()
})

story('over PPPoE, packets and segments of the tunnel fit into the session', async () => {
  // pppd needs /dev/ppp, which appears with the module; elsewhere systemd makes it.
  await run(['/guest/modprobe', 'pppoe'])
  writePppFiles(router.namespace, [])
  // The peer and the session are on different links of the provider.
  await internet.namespace.sysctl('net.ipv4.ip_forward', '1')
  await using _concentrator = servePppoe(internet.namespace, CONCENTRATOR)
  const { username: Username, secret: Secret } = CUSTOMER
  await router.api('/uplink/ppp', { Iface: 'wan0', Username, Secret })
  const address = await until('a session', () => addressOf(router.namespace, 'ppp0'), CONNECTED_MS)
  await until('the MTU', async () => (await linkOf()).mtu === MTU_OVER_PPPOE, CONNECTED_MS)
  await road.connect({ ...laptop, Peer: { ...laptop.Peer, Endpoint: `${address}:51280` } })
  await reaches(WEB, 80)
  const syn = `host ${WEB} and tcp[tcpflags] & tcp-syn != 0`
  const outside = internet.namespace.start(['tcpdump', '-n', '-l', '-i', 'any', syn])
  const inside = road.namespace.start(['tcpdump', '-n', '-l', '-i', 'wg0', syn])
  await Promise.all([outside.line('listening on'), inside.line('listening on')])
  const large = ['sh', '-c', `curl -s -m 90 http://${WEB}/large | wc -c`]
  assert.equal((await road.namespace.run(large, { timeoutMs: 120_000 })).trim(), String(4 << 20))
  const segment = new RegExp(`mss ${MTU_OVER_PPPOE - 40}\\b`)
  assert.match(await outside.line('Flags [S]'), segment)
  assert.match(await inside.line('Flags [S.]'), segment)
  await Promise.all([outside.stop(), inside.stop()])
  await road.disconnect()
  await router.api('/uplink/ip', { Name: 'wan0' })
})
