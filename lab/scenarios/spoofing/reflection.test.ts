import assert from 'node:assert/strict'
import { PROVIDER, WEB } from '../../guests/addresses.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStories } from '../../home/story.ts'
import { type ForgedPacket, ICMP, sendForged, transport, UDP } from '../../probes/forge.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

/** The router must never send errors or rejections to a spoofed source address. */
const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  camera: { Policies: ['dns'] },
  locked: { Policies: ['quarantine'] },
  printer: { wired: true, Policies: [] },
  stranger: { wired: true, unknown: true },
})

const ERROR = 'icmp type { destination-unreachable, time-exceeded }'
/** Sends from the port of a DHCP client, with a payload that an ICMP error would quote. */
const dhcp = (source: string, destination: string): ForgedPacket => ({
  source,
  destination,
  protocol: UDP,
  payload: transport(68, 67),
})

story('DHCP requests with other source addresses are dropped, and cause no errors', async (home) => {
  await home.gather()
  const { camera, locked, printer, stranger, laptop, internet } = home
  const victim = PROVIDER.public.neighbour
  const neighbour = (await laptop.address()) ?? ''
  await using outside = await openWitness(internet.neighbour, ERROR)
  await using server = await openWitness(internet.namespace, 'udp dport 67 ip daddr 81.2.70.10')
  await using inside = await openWitness(laptop.namespace, ERROR)
  for (const { namespace } of [camera, locked, printer, stranger])
    for (let i = 0; i < 4; i++) {
      for (const place of [WEB, '192.168.2.1', '255.255.255.255']) await sendForged(namespace, dhcp(victim, place))
      for (const place of [WEB, '192.168.2.1', '192.168.2.250']) await sendForged(namespace, dhcp(neighbour, place))
    }
  assert.deepEqual([await outside.packets(), await server.packets(), await inside.packets()], [0, 0, 0])
})

story('a lease renewal causes no ICMP refusal', async ({ camera, router }) => {
  const own = (await camera.address()) ?? ''
  await using refused = await openWitness(camera.namespace, ERROR)
  await using asked = await openWitness(router.namespace, `ip saddr ${own} ip daddr 192.168.2.1 udp dport 67`)
  camera.dhcp?.kill('SIGUSR1')
  await until('the renewal', async () => (await asked.packets()) > 0)
  assert.equal(await refused.packets(), 0)
  assert.equal(await camera.address(), own)
})

/** A machine on the provider's wire that sends all its packets to our router's MAC address. */
async function leadHere(neighbour: Namespace, uplink: string, ...places: string[]): Promise<void> {
  for (const place of places) await neighbour.ip(`route replace ${place}/32 via ${uplink}`)
}

story('packets on the uplink for other hosts cause no errors', async ({ internet, router }) => {
  const uplink = await router.uplinkAddress()
  const { neighbour } = internet
  await leadHere(neighbour, uplink, '198.51.100.9', '203.0.113.9')
  await using victim = await openWitness(internet.namespace, `ip saddr ${uplink} icmp type != echo-request`)
  for (const destination of ['198.51.100.9', '203.0.113.9'])
    await sendForged(neighbour, { source: WEB, destination, protocol: UDP, ttl: 1, payload: transport(1000, 2000) })
  await sendForged(neighbour, {
    source: WEB,
    destination: '203.0.113.9',
    protocol: ICMP,
    ttl: 1,
    payload: transport(0x0800, 0),
  })
  assert.equal(await victim.packets(), 0)
})

story('incomplete fragments on the uplink cause no errors', async ({ internet, router }) => {
  const uplink = await router.uplinkAddress()
  await router.namespace.sysctl('net.ipv4.ipfrag_time', '1')
  const givenUp = async (): Promise<number> =>
    Number(/\d+/.exec(await router.namespace.run(['nstat', '-asz', 'IpReasmTimeout']))?.[0])
  const before = await givenUp()
  await using victim = await openWitness(internet.namespace, `ip saddr ${uplink} ${ERROR}`)
  await sendForged(internet.neighbour, {
    source: WEB,
    destination: uplink,
    protocol: UDP,
    moreFragments: true,
    payload: transport(1000, 2000, 504),
  })
  await until('the kernel to give up', async () => (await givenUp()) > before)
  assert.equal(await victim.packets(), 0)
})
