import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Explanation } from '../../../router/features/explain/contract.ts'
import { PRIVATE_HOST, PROVIDER, RESOLVER, WEB } from '../../guests/addresses.ts'
import { CONTAINERS, openBridge, openContainer } from '../../guests/container.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Home } from '../../home/home.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStories } from '../../home/story.ts'
import { anyDevice, anyRules, PORTS, withoutRules } from '../../probes/anyrules.ts'
import { anyStates, DEAD, withoutStates } from '../../probes/anystates.ts'
import { type Chance, chosenSeed, openChance } from '../../probes/chance.ts'
import { type Fate, openRange, type Probe } from '../../probes/probe.ts'

const HOMES = 3
/** More homes, in which schedules, pauses, limits and exits through a tunnel that is down hold as well. */
const STATED = 3
const QUESTIONS = 160

const story = await openStories({
  laptop: {},
  phone: {},
  tv: {},
  camera: {},
  printer: { wired: true },
  scanner: { wired: true },
})

const BEHIND = { link: CONTAINERS.link, ip: CONTAINERS.first, net: CONTAINERS.net }

/** An additional network on a link. */
const ADDED = { router: '192.168.8.1', length: '/24', unused: '192.168.8.5' }

/** A machine that sends, and its addresses. */
interface Sender {
  readonly namespace: Namespace
  readonly addresses: readonly string[]
}

interface Addresses {
  readonly senders: readonly Sender[]
  /** Destinations: addresses of devices, and unused ones. */
  readonly destinations: readonly string[]
  readonly household: readonly string[]
  /** Destinations of outside senders that reach our router. */
  readonly reachable: readonly string[]
}

async function addressesOf(home: Home, container: Namespace): Promise<Addresses> {
  const { internet, router } = home
  const uplink = await router.uplinkAddress()
  const devices = await Promise.all(
    [...home.devices.values()].map(async ({ namespace, ...device }, index) => {
      const ip = (await [...home.devices.values()][index]!.address()) ?? assert.fail(`${device.name} has no address`)
      return { namespace, addresses: [ip] }
    }),
  )
  const household = devices.flatMap(({ addresses }) => addresses)
  const sides = household.map((ip) => ip.replace(/\d+$/, (last) => String(Number(last) - 1)))
  // Outside machines have routes to the household, so they send packets to its addresses.
  for (const outside of [internet.namespace, internet.neighbour])
    for (const net of ['192.168.2.0/24', '192.168.8.0/24', BEHIND.net])
      await outside.ip(`route replace ${net} via ${uplink}`)
  // The neighbour's packets on the provider's wire do not reach the provider.
  await internet.namespace.outcome(['sysctl', '-qw', 'net.bridge.bridge-nf-call-iptables=0'])
  const senders = [
    ...devices,
    { namespace: router.namespace, addresses: ['192.168.2.1', uplink, sides[0]!, sides[4]!] },
    { namespace: internet.namespace, addresses: [WEB, RESOLVER, PRIVATE_HOST] },
    { namespace: internet.neighbour, addresses: [PROVIDER.public.neighbour] },
    { namespace: container, addresses: [BEHIND.ip] },
  ]
  const unused = [
    ADDED.router,
    ADDED.unused,
    '192.168.2.250',
    '192.168.2.249',
    '198.51.100.1',
    '10.200.0.1',
    '169.254.169.254',
    '240.0.0.1',
  ]
  const reachable = [
    uplink,
    uplink,
    uplink,
    ADDED.router,
    ADDED.unused,
    '192.168.2.1',
    '192.168.2.249',
    ...household,
    BEHIND.ip,
  ]
  return {
    senders,
    household,
    reachable,
    destinations: [...senders.flatMap(({ addresses }) => addresses), ...sides.slice(1), ...unused],
  }
}

/** A packet that its sender can send, and that leaves its machine. */
function anyProbe(chance: Chance, { senders, destinations, reachable }: Addresses): Probe {
  for (;;) {
    const { namespace, addresses } = chance.one(senders)
    const destination = chance.one(destinations)
    const isOwn = addresses.includes(destination)
    const isUnroutable = /^(internet|neighbour)$/.test(namespace.name) && !reachable.includes(destination)
    const isUnsendable = namespace.name === 'router' && /^(169|240)\./.test(destination)
    if (isOwn || isUnroutable || isUnsendable) continue
    const protocol = chance.one(['tcp', 'tcp', 'udp', 'udp', 'icmp'] as const)
    return { from: namespace, source: chance.one(addresses), destination, protocol, port: chance.one(PORTS) }
  }
}

const wordsOf = ({ from, source, destination, protocol, port }: Probe): string =>
  `${from.name} ${source} > ${destination} ${protocol} ${protocol === 'icmp' ? '' : port}`

/** The difference between an explanation and the result of the packet; undefined if they agree. */
function differenceOf(probe: Probe, explanation: Explanation, { arrived, reply }: Fate): string | undefined {
  const { protocol, port } = probe
  const ip = explanation.LedTo?.IP ?? explanation.To.IP
  const place = protocol === 'icmp' ? ip : `${ip}:${explanation.LedTo?.Port ?? port}`
  // A machine answers a connection to any port; a service of the router may not.
  // A forward back to the sender looks like its own address.
  const isAnswered = protocol === 'tcp' && ip !== probe.source && !/^(198|10\.200)/.test(ip)
  const destinationsSeen = arrived.map((at) => at.replace(/^\S+ /, ''))
  const machines = arrived.join(', ') || 'nowhere'
  if (explanation.Passes) {
    if (destinationsSeen.length !== 1 || destinationsSeen[0] !== place)
      return `passes to ${place}, and arrived at ${machines}`
    return reply === 'nothing' && isAnswered ? 'passes, and its reply does not' : undefined
  }
  if (destinationsSeen.length > 0) return `does not pass, and arrived at ${machines}`
  // An unknown sender may not reach the router by ARP; the router's own packets get no refusal.
  if (explanation.From.Kind === 'nobody' || explanation.From.Kind === 'router') return undefined
  if (explanation.Verdict === 'refuse' && reply !== 'refusal') return `is refused, and the sender got ${reply}`
  if (explanation.Verdict === 'drop' && reply !== 'nothing') return `is dropped, and the sender got ${reply}`
  return undefined
}

async function tryHome(home: Home, container: Namespace, chance: Chance, { isStated = false } = {}): Promise<void> {
  const { router } = home
  const devices: HouseholdDevice[] = [...home.devices.values()]
  const addresses = await addressesOf(home, container)
  for (const device of devices) await home.configure(device, anyDevice(chance, addresses.household))
  for (const [path, body] of anyRules(chance, addresses.household, BEHIND)) {
    const { status, body: said } = await router.ask({ method: 'PUT', path, body })
    // Two random rules may conflict.
    if (status !== 200)
      assert.match(String(said), /is forwarded (already|to)|is a port of|as long as SrcPort/, `${path} ${said}`)
  }
  if (isStated) {
    await router.api('/vpn/tunnels/dead', DEAD)
    const macs = devices.map(({ mac }) => mac)
    for (const [path, body] of anyStates(chance, { devices: macs, near: addresses.household }))
      await router.api(path, body)
  }
  const absent = chance.happens(0.5) ? chance.one(devices) : undefined
  if (absent) await home.configure(absent, { DeviceDisabled: true })

  const probes = Array.from({ length: QUESTIONS }, () => anyProbe(chance, addresses))
  await using range = await openRange(
    [...addresses.senders.map(({ namespace }) => namespace).filter((one) => one !== router.namespace)],
    router.namespace,
  )
  const explanations = await Promise.all(
    probes.map(({ source, destination, protocol, port }) =>
      router.api(`/explain?from=${source}&to=${destination}&proto=${protocol}&port=${port}`),
    ),
  )
  const explanation = new Map(probes.map((probe, index) => [probe, explanations[index] as Explanation]))
  const faulty = async (tried: readonly Probe[]): Promise<{ probe: Probe; fault: string }[]> => {
    const fates = await range.send(tried)
    return tried.flatMap((probe, index) => {
      const fault = differenceOf(probe, explanation.get(probe)!, fates[index]!)
      return fault === undefined ? [] : { probe, fault }
    })
  }
  // Replies have a limit of a second, which a busy machine may exceed: differences are probed again.
  const again = (await faulty(probes)).map(({ probe }) => probe)
  const faults = (await faulty(again)).map(
    ({ probe, fault }) => `${wordsOf(probe)}: ${fault} (${explanation.get(probe)!.Text})`,
  )
  if (absent) {
    await home.configure(absent, { DeviceDisabled: false, Policies: [] })
    await absent.leave()
    await absent.join()
  }
  const config = JSON.stringify(await router.api('/firewall/config'))
  if (isStated) await withoutStates(router)
  await withoutRules(router)
  assert.deepEqual(faults, [], config)
  assert.ok(
    explanations.filter((explanation) => (explanation as Explanation).Passes).length > QUESTIONS / (isStated ? 80 : 20),
    'not all is closed',
  )
}

let container: Namespace
after(() => container[Symbol.asyncDispose]())

story('all devices join', async (home) => {
  await home.gather()
  await home.router.api('/link/ip', { Name: 'lan0', AdditionalIPs: [{ IP: ADDED.router + ADDED.length }] })
  await openBridge(home.router.namespace)
  container = await openContainer(home.router.namespace, 'box', CONTAINERS.first, home.dir)
})

const seed = chosenSeed()
for (let index = 0; index < HOMES; index++)
  story(`explanations agree with what happens to packets: home ${index + 1} of seed ${seed}`, async (home) => {
    await tryHome(home, container, openChance(seed + index))
  })
for (let index = 0; index < STATED; index++)
  story(
    `explanations agree with packets in states of rules and exits: home ${index + 1} of seed ${seed}`,
    async (home) => {
      await tryHome(home, container, openChance(seed + HOMES + index), { isStated: true })
    },
  )
