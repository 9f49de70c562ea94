import assert from 'node:assert/strict'
import { after } from 'node:test'
import { PRIVATE_HOST, PROVIDER, RESOLVER, WEB } from '../../guests/addresses.ts'
import { CONTAINERS, openBridge, openContainer } from '../../guests/container.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Home } from '../../home/home.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStories } from '../../home/story.ts'
import { anyDevice, anyRules, PORTS, withoutRules } from '../../probes/anyrules.ts'
import { anyStates, DEAD, withoutStates } from '../../probes/anystates.ts'
import { type Chance, chosenSeed, openChance } from '../../probes/chance.ts'
import { disagreements, explain } from '../../probes/explained.ts'
import { openRange, type Probe } from '../../probes/probe.ts'

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
  const explanations = await explain(router, probes)
  const faults = await disagreements(range, probes, explanations)
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
    [...explanations.values()].filter(({ Passes }) => Passes).length > QUESTIONS / (isStated ? 80 : 20),
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
