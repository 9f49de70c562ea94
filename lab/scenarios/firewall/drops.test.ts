import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import { openListener } from '../../probes/listener.ts'
import { addressOf, anybody } from './firewall.fixture.ts'

const MANY_SENDERS = fileURLToPath(new URL('../../guests/manysenders.ts', import.meta.url))
const FLOWS = fileURLToPath(new URL('../../guests/flows.ts', import.meta.url))

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'] },
  camera: { Policies: ['dns'] },
  printer: { wired: true, Policies: [], listens: [9100] },
})

interface PacketRecord {
  readonly Ethernet?: { readonly SrcMAC: string; readonly DstMAC: string; readonly HwType: number }
  readonly IP: { readonly SrcIP: string; readonly DstIP: string; readonly Protocol: number }
  readonly TCP?: { readonly SrcPort: number; readonly DstPort: number; readonly SYN: boolean }
  readonly UDP?: { readonly SrcPort: number; readonly DstPort: number }
  readonly ICMP?: { readonly Type: number; readonly Code: number }
  readonly [field: string]: unknown
}

interface Drops {
  readonly Topics: readonly { readonly Topic: string; readonly Dropped: number; readonly NotLogged: number }[]
  readonly Lost: number
}

/** Records the events of packets until it is closed. */
async function openDrops({ router }: Home) {
  const listener = await openListener(router.console, '/ws_events_all')
  listener.send(router.login)
  assert.equal(await listener.next(), 'success')
  const seen: { topic: string; packet: PacketRecord }[] = []
  return {
    /** The next one that matches; others are skipped. */
    async next(topic: string, matches: (packet: PacketRecord) => boolean = () => true): Promise<PacketRecord> {
      for (;;) {
        const packet = JSON.parse((await listener.event(topic)).Data) as PacketRecord
        seen.push({ topic, packet })
        if (matches(packet)) return packet
      }
    },
    seen,
    /** The topics of all messages so far. */
    topics: listener.topics,
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}

story('all devices join', (home) => home.gather().then(() => undefined))

story('a device that may not reach the internet: the event has its name and the domain', async (home) => {
  const { camera } = home
  await using drops = await openDrops(home)
  assert.deepEqual(await camera.resolves('www.test'), [WEB])
  assert.ok(!(await camera.reaches(WEB, 80)))
  const packet = await drops.next('nft:drop:forward', ({ TCP }) => TCP?.DstPort === 80)
  const { Timestamp, TCP, IP, Ethernet, ...others } = packet
  assert.deepEqual([IP.SrcIP, IP.DstIP, IP.Protocol], [await addressOf(camera), WEB, 6])
  assert.deepEqual([typeof TCP?.SrcPort, TCP?.DstPort, TCP?.SYN], ['number', 80, true])
  assert.deepEqual([Ethernet?.SrcMAC, Ethernet?.HwType], [camera.mac, 1])
  assert.ok(Math.abs(Date.now() - Date.parse(String(Timestamp))) < 60_000)
  assert.deepEqual(others, {
    RecentDomainSrc: '',
    RecentDomainDst: 'www.test',
    Prefix: 'drop:forward ',
    Action: 'blocked',
    InDev: String(others.InDev),
    OutDev: 'wan0',
    SrcDevice: camera.mac,
    SrcName: 'camera',
    DstDevice: '',
    DstName: '',
  })
  assert.match(String(others.InDev), /^wlan0/)
})

story('a spoofed source: the event names the device that sent the packet', async (home) => {
  const { laptop, phone } = home
  await using drops = await openDrops(home)
  const stolen = await addressOf(phone)
  await laptop.namespace.ip(`addr add ${stolen}/32 dev wlan0`)
  await laptop.try('ping', '-c', '1', '-W', '1', '-I', stolen, WEB)
  await laptop.namespace.ip(`addr del ${stolen}/32 dev wlan0`)
  const { IP, Ethernet, ICMP, SrcDevice, SrcName, OutDev } = await drops.next('nft:drop:mac')
  assert.deepEqual([IP.SrcIP, Ethernet?.SrcMAC, ICMP?.Type], [stolen, laptop.mac, 8])
  assert.deepEqual([SrcDevice, SrcName, OutDev], [laptop.mac, 'laptop', ''])
})

story('a scan from the uplink, and one with a household address', async (home) => {
  const { router, laptop, internet } = home
  const { neighbour } = internet
  await using drops = await openDrops(home)
  const uplink = await router.uplinkAddress()
  for (const port of [22, 23, 80, 443, 8080]) assert.ok(!(await neighbour.connects(uplink, port)))
  const ports = new Set<number | undefined>()
  for (const port of [22, 23, 80, 443, 8080])
    ports.add((await drops.next('nft:drop:input', ({ TCP }) => TCP?.DstPort === port)).TCP?.DstPort)
  assert.equal(ports.size, 5)

  const inside = await addressOf(laptop)
  await neighbour.ip('addr add 192.168.2.200/32 dev eth0', `route replace 192.168.2.0/24 via ${uplink}`)
  await neighbour.outcome(['ping', '-c', '1', '-W', '1', '-I', '192.168.2.200', inside])
  await neighbour.outcome(['ping', '-c', '1', '-W', '1', inside])
  await neighbour.ip('addr del 192.168.2.200/32 dev eth0')
  const spoof = await drops.next('nft:drop:spoof')
  assert.deepEqual([spoof.IP.SrcIP, spoof.SrcDevice, spoof.InDev], ['192.168.2.200', '', 'wan0'])
  const local = await drops.next('nft:drop:local')
  assert.deepEqual([local.IP.DstIP, local.DstName], [inside, 'laptop'])
})

story('the router itself: a closed port, a private address beyond the uplink, a block', async (home) => {
  const { router, laptop, camera, printer } = home
  await using drops = await openDrops(home)
  assert.ok(!(await camera.reaches('192.168.2.1', 8443)))
  const closed = await drops.next('nft:drop:input')
  assert.deepEqual([closed.SrcName, closed.TCP?.DstPort], ['camera', 8443])
  assert.ok(!(await laptop.reaches(PRIVATE_HOST, 80)))
  assert.equal((await drops.next('nft:drop:private')).IP.DstIP, PRIVATE_HOST)
  assert.ok(!(await laptop.reaches(printer, 9100)))
  const lateral = await drops.next('nft:drop:forward')
  assert.deepEqual([lateral.SrcName, lateral.DstName, lateral.TCP?.DstPort], ['laptop', 'printer', 9100])

  const block = { Protocol: 'tcp', SrcIP: await addressOf(laptop), DstIP: WEB }
  await router.api('/firewall/block', block)
  assert.ok(!(await laptop.reaches(WEB, 80)))
  await router.api('/firewall/block', block, 'DELETE')
  assert.deepEqual((await drops.next('nft:drop:block')).SrcName, 'laptop')
  await router.api('/firewall/block_output', { Protocol: 'tcp', SrcIP: anybody, DstIP: WEB, DstPort: '8080' })
  assert.ok(!(await router.namespace.connects(WEB, 8080)))
  await router.api('/firewall/block_output', { Protocol: 'tcp', SrcIP: anybody, DstIP: WEB, DstPort: '8080' }, 'DELETE')
  const own = await drops.next('nft:drop:output')
  assert.deepEqual([own.InDev, own.Ethernet, own.TCP?.DstPort], ['', undefined, 8080])
})

story('nothing is logged of permitted traffic', async (home) => {
  const { laptop, camera } = home
  await using drops = await openDrops(home)
  assert.ok(await laptop.fetch('http://www.test/'))
  assert.ok(await laptop.pings(WEB))
  assert.ok(await laptop.reaches('192.168.2.1', 80))
  assert.deepEqual(await camera.resolves('www.test'), [WEB])
  assert.ok(!(await camera.reaches(WEB, 81)))
  await drops.next('nft:drop:forward', ({ TCP }) => TCP?.DstPort === 81)
  const laptops = drops.seen.filter(({ packet }) => packet.SrcName === 'laptop')
  assert.deepEqual([laptops, drops.topics.filter((topic) => /^nft:(wan|lan):/.test(topic))], [[], []])
})

story('allowed connections are logged when the owner wants it', async (home) => {
  const { router, laptop, phone, printer, internet } = home
  const off = { Dropped: true, WanIn: false, WanOut: false, LanIn: false, LanOut: false }
  assert.deepEqual(await router.api('/firewall/logging'), off)
  const on = { Dropped: false, WanIn: true, WanOut: true, LanIn: true, LanOut: true }
  const [identity] = [laptop.mac]
  await router.api(`/device?identity=${identity}`, { Policies: ['wan', 'dns', 'lan'] })
  const forward = { Protocol: 'tcp', SrcIP: anybody, SrcPort: '9100', DstIP: await addressOf(printer), DstPort: '9100' }
  await router.api('/firewall/forward', forward)
  await router.api('/firewall/service_port', { Protocol: 'tcp', Port: '2222', UpstreamEnabled: true })
  assert.deepEqual(await router.api('/firewall/logging', on), on)
  await using drops = await openDrops(home)

  assert.ok(await laptop.reaches(WEB, 80))
  const out = await drops.next('nft:wan:out')
  assert.deepEqual([out.SrcName, out.TCP?.DstPort, out.Action, out.Prefix], ['laptop', 80, 'allowed', 'wan:out '])
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  const query = await drops.next('nft:lan:in')
  assert.deepEqual([query.SrcName, query.UDP?.DstPort], ['phone', 53])
  assert.ok(await laptop.reaches(printer, 9100))
  const lan = await drops.next('nft:lan:out')
  assert.deepEqual([lan.SrcName, lan.DstName], ['laptop', 'printer'])
  assert.ok(await internet.neighbour.connects(await router.uplinkAddress(), 9100))
  const inward = await drops.next('nft:wan:in')
  assert.deepEqual([inward.DstName, inward.TCP?.DstPort], ['printer', 9100])
  await internet.neighbour.connects(await router.uplinkAddress(), 2222)
  const service = await drops.next('nft:wan:in')
  assert.deepEqual([service.OutDev, service.TCP?.DstPort], ['', 2222])

  assert.ok(!(await laptop.reaches(PRIVATE_HOST, 80)))
  assert.ok(await laptop.reaches(WEB, 80))
  await drops.next('nft:wan:out')
  assert.deepEqual(
    drops.topics.filter((topic) => topic.startsWith('nft:drop:')),
    [],
  )
  assert.deepEqual(await router.api('/firewall/logging', off), off)
  await router.api('/firewall/forward', forward, 'DELETE')
  await router.api('/firewall/service_port', { Protocol: 'tcp', Port: '2222', UpstreamEnabled: false }, 'DELETE')
  await router.api(`/device?identity=${identity}`, { Policies: ['wan', 'dns'] })
})

/** Packets of a flood: some thousand a second. */
const FLOOD = 20_000
/** The burst of a sender, and its rate for as long as the flood may last. */
const MOST_EVENTS = 30 + 5 * 60

story('a flood is counted, and only a part of it is logged', async (home) => {
  const { router, camera, phone } = home
  await using drops = await openDrops(home)
  const dropped = async () => {
    const { Topics, Lost } = (await router.api('/firewall/drops')) as Drops
    assert.equal(Lost, 0)
    return Topics.find(({ Topic }) => Topic === 'nft:drop:forward')!
  }
  const before = await dropped()
  const flood = camera.namespace.start([process.execPath, FLOWS, WEB, String(FLOOD)])
  for (let i = 0; i < 5; i++) {
    assert.deepEqual(await phone.resolves('www.test'), [WEB])
    assert.ok(await phone.fetch('http://192.168.2.1/status'))
  }
  await flood.line('done', 60_000)
  await phone.try('ping', '-c', '1', '-W', '1', PRIVATE_HOST)
  await drops.next('nft:drop:private', ({ SrcName }) => SrcName === 'phone')
  const after = await dropped()
  assert.ok(after.Dropped - before.Dropped >= FLOOD, `${after.Dropped - before.Dropped} dropped`)
  const events = drops.topics.filter((topic) => topic === 'nft:drop:forward').length
  assert.ok(events >= 30 && events < MOST_EVENTS, `${events} events`)
  assert.equal(after.Dropped - before.Dropped - (after.NotLogged - before.NotLogged), events)
})

/** The number of senders in a set of the firewall. */
async function sizeOf(router: Home['router'], set: string): Promise<number> {
  const listed = await router.namespace.run(['nft', '-j', 'list', 'set', 'inet', 'sallyport', set])
  const { nftables } = JSON.parse(listed) as { nftables: { set?: { elem?: unknown[] } }[] }
  return nftables.flatMap(({ set }) => set?.elem ?? []).length
}

/** More than the sets of senders have room for. */
const SENDERS = 6000

story('floods with forged senders, from the internet and from a device, hide no other drops', async (home) => {
  const { router, laptop, camera, printer, internet } = home
  const { neighbour } = internet
  const uplink = await router.uplinkAddress()
  const flood = async (namespace: typeof neighbour, half: string, ...to: string[]) => {
    await namespace.ip(`route add local ${half}.0.0/16 dev lo`)
    const program = namespace.start([process.execPath, MANY_SENDERS, half, String(SENDERS), ...to])
    await program.line('all senders', 60_000)
    return program
  }
  await using drops = await openDrops(home)
  const floods = await Promise.all([
    flood(neighbour, '198.18', uplink, '4000'),
    flood(laptop.namespace, '10.9', WEB, '4000'),
  ])

  assert.ok(!(await camera.reaches(WEB, 80)))
  const forward = await drops.next('nft:drop:forward', ({ SrcName }) => SrcName === 'camera')
  assert.equal(forward.TCP?.DstPort, 80)
  for (let port = 3000; port < 3025; port++) assert.ok(!(await printer.reaches('192.168.2.1', port)))
  await drops.next('nft:drop:input', ({ SrcName, TCP }) => SrcName === 'printer' && TCP?.DstPort === 3024)
  const stolen = await addressOf(camera)
  await printer.namespace.ip(`addr add ${stolen}/32 dev eth0`)
  await printer.try('ping', '-c', '1', '-W', '1', '-I', stolen, WEB)
  await printer.namespace.ip(`addr del ${stolen}/32 dev eth0`)
  assert.equal((await drops.next('nft:drop:mac', ({ SrcName }) => SrcName === 'printer')).IP.SrcIP, stolen)

  // Each set has its maximum, and the firewall can be changed.
  for (const [set, senders] of Object.entries({ logged: 4096, logged_home: 4, logged_forged: 4 }))
    assert.ok((await sizeOf(router, set)) <= senders, set)
  const block = { Protocol: 'tcp', SrcIP: await addressOf(laptop), DstIP: WEB }
  assert.ok(await laptop.reaches(WEB, 80))
  await router.api('/firewall/block', block)
  assert.ok(!(await laptop.reaches(WEB, 80)))
  await router.api('/firewall/block', block, 'DELETE')
  assert.ok(await laptop.reaches(WEB, 80))
  for (const program of floods) await program.stop()
  assert.equal(((await router.api('/firewall/drops')) as Drops).Lost, 0)
  const forged = drops.topics.filter((topic) => topic === 'nft:drop:mac').length
  assert.ok(forged < MOST_EVENTS, `${forged} events of forged senders`)
})
