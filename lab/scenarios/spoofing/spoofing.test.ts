import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { openEvents } from '../../probes/listener.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: ['wan', 'dns'] },
  stranger: { wired: true, unknown: true },
})

// Only the spoofing device sends packets of this size.
const SPOOFED = ['-c', '2', '-W', '0.2', '-i', '0.2', '-s', '333']
const SPOOFED_PACKETS = 'icmp type echo-request meta length 361'

story('all devices join; the unknown device is recorded without access', async (home) => {
  await home.gather()
  const devices = (await home.router.api('/devices')) as Record<string, { Policies: string[]; RecentIP: string }>
  assert.deepEqual(devices[home.stranger.mac]?.Policies, [])
  assert.equal(devices[home.stranger.mac]?.RecentIP, await home.stranger.address())
  assert.ok(!(await home.stranger.reaches(WEB, 80)))
  assert.deepEqual(await home.stranger.resolves('www.test'), [])
})

story("another device's address is dropped on a different link", async ({ laptop, phone, internet }) => {
  await using arrived = await openWitness(internet.namespace, SPOOFED_PACKETS)
  assert.ok(await laptop.pings(WEB))
  const stolen = (await phone.address()) ?? ''
  await laptop.namespace.ip(`addr add ${stolen}/32 dev wlan0`)
  await laptop.try('ping', ...SPOOFED, '-I', stolen, WEB)
  await laptop.namespace.ip(`addr del ${stolen}/32 dev wlan0`)
  assert.equal(await arrived.packets(), 0)
  await laptop.try('ping', ...SPOOFED, WEB)
  assert.equal(await arrived.packets(), 2, 'the same packet from its own address passes')
})

story("forged fragments are not reassembled with another device's fragments", async (home) => {
  const { laptop, phone, router } = home
  const takenIn = async () => Number(/\d+/.exec(await router.namespace.run(['nstat', '-asz', 'IpReasmReqds']))?.[0])
  const stolen = (await phone.address()) ?? ''
  const before = await takenIn()
  await laptop.namespace.ip(`addr add ${stolen}/32 dev wlan0`)
  await laptop.try('ping', '-c', '1', '-W', '1', '-s', '4000', '-I', stolen, WEB)
  await laptop.namespace.ip(`addr del ${stolen}/32 dev wlan0`)
  assert.equal(await takenIn(), before)
  assert.equal((await laptop.try('ping', '-c', '1', '-W', '1', '-s', '4000', WEB)).code, 0)
  assert.ok((await takenIn()) > before, 'its own are')
})

story('a source address of the router, or an unassigned one, is dropped', async ({ laptop, internet, router }) => {
  await using arrived = await openWitness(internet.namespace, SPOOFED_PACKETS)
  for (const invented of ['192.168.2.250', '10.1.2.3', WEB, '192.168.2.1', await router.uplinkAddress()]) {
    await laptop.namespace.ip(`addr add ${invented}/32 dev wlan0`)
    await laptop.try('ping', ...SPOOFED, '-I', invented, '81.2.70.53')
    await laptop.namespace.ip(`addr del ${invented}/32 dev wlan0`)
  }
  assert.equal(await arrived.packets(), 0)
})

story('the right address on the right link with a wrong MAC address is dropped', async ({ laptop, internet }) => {
  await using arrived = await openWitness(internet.namespace, SPOOFED_PACKETS)
  const [route] = JSON.parse(await laptop.run('ip', '-j', 'route', 'get', WEB))
  const [gateway] = JSON.parse(await laptop.run('ip', '-j', 'neigh', 'show', route.gateway))
  // A permanent neighbour entry for the router, so that the packets are sent.
  const routed = [
    `route replace default via ${route.gateway}`,
    `neigh replace ${route.gateway} lladdr ${gateway.lladdr} dev wlan0`,
  ]
  await laptop.namespace.ip('link set wlan0 address 02:00:00:00:66:66', ...routed)
  await laptop.try('ping', ...SPOOFED, WEB)
  assert.equal(await arrived.packets(), 0)
  await laptop.namespace.ip(`link set wlan0 address ${laptop.mac}`, ...routed)
  await laptop.try('ping', ...SPOOFED, WEB)
  assert.equal(await arrived.packets(), 2)
})

story(
  "on a shared wire, the printer's address with another MAC address is dropped",
  async ({ stranger, printer, internet }) => {
    await using arrived = await openWitness(internet.namespace, SPOOFED_PACKETS)
    const stolen = (await printer.address()) ?? ''
    await stranger.namespace.ip(`addr add ${stolen}/30 dev eth0`)
    await stranger.try('ping', ...SPOOFED, '-I', stolen, WEB)
    await stranger.namespace.ip(`addr del ${stolen}/30 dev eth0`)
    assert.equal(await arrived.packets(), 0)
  },
)

story("a forged RELEASE does not end the printer's lease", async (home) => {
  const { stranger, printer, router } = home
  const ip = (await printer.address()) ?? ''
  await using released = await openWitness(
    router.namespace,
    `ether saddr ${printer.mac} ip daddr 192.168.2.1 udp dport 67`,
  )
  await stranger.namespace.ip(
    `link add clone0 link eth0 address ${printer.mac} type macvlan mode bridge`,
    'link set clone0 up',
    `addr add ${ip}/30 dev clone0`,
    `route add 192.168.2.1 via ${ip.replace(/\d+$/, (last) => String(Number(last) - 1))} dev clone0`,
  )
  const client = stranger.namespace.start(['busybox', 'udhcpc', '-f', '-i', 'clone0', '-s', '/bin/true'])
  await client.line('obtained')
  client.kill('SIGUSR2')
  await until('the release', async () => (await released.packets()) > 0)
  await client.stop()
  await stranger.namespace.ip('link delete clone0')
  assert.ok(await printer.reaches(WEB, 80))
})

story('a forged DECLINE does not move the printer', async (home) => {
  const { stranger, printer, router } = home
  const ip = (await printer.address()) ?? ''
  await using listener = await openEvents(router)
  // The client of the forger finds the address in use, as a second link of the forger answers for it.
  await stranger.namespace.sysctl('net.ipv4.conf.all.arp_ignore', '1')
  await stranger.namespace.ip(
    `link add clone0 link eth0 address ${printer.mac} type macvlan mode bridge`,
    'link add liar0 link eth0 type macvlan mode bridge',
    'link set clone0 up',
    'link set liar0 up',
    `addr add ${ip}/30 dev liar0`,
  )
  const client = stranger.namespace.start(['busybox', 'udhcpc', '-f', '-a', '-i', 'clone0', '-s', '/bin/true'])
  await client.line('declining')
  await client.stop()
  const spoof = JSON.parse((await listener.event('dhcp:spoof')).Data)
  assert.deepEqual([spoof.MAC, spoof.Reason], [printer.mac, 'declined, but its device answers there'])
  for (const link of ['clone0', 'liar0']) await stranger.namespace.ip(`link delete ${link}`)
  await stranger.namespace.sysctl('net.ipv4.conf.all.arp_ignore', '0')
  await printer.leave()
  assert.equal(await printer.join(), ip)
  assert.ok(await printer.reaches(WEB, 80))
})

story(
  'a disconnected wifi device is not admitted on a wire by its MAC address, unless the owner allows it',
  async (home) => {
    const { stranger, phone } = home
    const ip = (await phone.address()) ?? ''
    await phone.leave()
    await stranger.namespace.ip(
      `link add clone0 link eth0 address ${phone.mac} type macvlan mode bridge`,
      'link set clone0 up',
    )
    const client = ['busybox', 'udhcpc', '-f', '-q', '-n', '-t', '2', '-T', '1', '-i', 'clone0', '-s', '/bin/true']
    assert.notEqual((await stranger.try(...client)).code, 0)
    const gateway = ip.replace(/\d+$/, (last) => String(Number(last) - 1))
    const passes = async () => {
      await stranger.namespace.ip(`addr replace ${ip}/30 dev clone0`, `route replace ${WEB} via ${gateway} dev clone0`)
      return (await stranger.try('ping', '-c', '1', '-W', '1', '-I', 'clone0', WEB)).code === 0
    }
    assert.ok(!(await passes()), 'its address does not help either')
    await home.configure(phone, { AllowWired: true })
    assert.equal((await stranger.try(...client)).code, 0)
    assert.ok(await passes())
    await home.configure(phone, { AllowWired: false })
    assert.ok(!(await passes()), 'the permission ends when it is taken back')
    await stranger.namespace.ip('link delete clone0')
    assert.equal(await phone.join(), ip)
    assert.ok(await phone.reaches(WEB, 80))
  },
)

story('ARP spoofing does not redirect the traffic of a device', async ({ stranger, printer, router }) => {
  const victim = (await printer.address()) ?? ''
  await stranger.namespace.ip(`addr add ${victim}/30 dev eth0`)
  for (const kind of ['-A', '-U']) await stranger.run('arping', kind, '-c', '1', '-I', 'eth0', '-s', victim, victim)
  await using stolen = await openWitness(stranger.namespace, `ip saddr ${WEB}`)
  assert.ok(await printer.reaches(WEB, 80))
  assert.equal(await stolen.packets(), 0)
  await stranger.namespace.ip(`addr del ${victim}/30 dev eth0`)
  const neighbours = JSON.parse(await router.namespace.run(['ip', '-j', 'neigh', 'show', 'dev', 'lan0'])) as {
    dst: string
    lladdr?: string
  }[]
  assert.equal(neighbours.find(({ dst }) => dst === victim)?.lladdr, printer.mac)
})
