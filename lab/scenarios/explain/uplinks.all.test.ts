import assert from 'node:assert/strict'
import { after } from 'node:test'
import { HOSTS, PRIVATE_HOST, RESOLVER, WEB } from '../../guests/addresses.ts'
import { OBEYING, pluginOf } from '../../guests/containers.ts'
import { startInternetGit } from '../../guests/git.ts'
import { lacksContainers } from '../../guests/superd.ts'
import { connect } from '../../home/cable.ts'
import { engineData, openEngine } from '../../home/engine.ts'
import type { HomeOf } from '../../home/home.ts'
import { type Namespace, openNamespace } from '../../home/namespace.ts'
import { openStage } from '../../home/story.ts'
import { anyDevice, anyRules, PORTS, withoutRules } from '../../probes/anyrules.ts'
import { type Chance, chosenSeed, openChance } from '../../probes/chance.ts'
import { disagreements, explain } from '../../probes/explained.ts'
import { openRange, type Probe } from '../../probes/probe.ts'
import { until } from '../../process/until.ts'

/**
 * Packets in homes with two uplinks, of which none, one or both are down, and with a plugin that has random permissions. A machine
 * of the test is in the network of the plugin.
 */
const QUESTIONS = 128
const HOUSEHOLD = { laptop: {}, phone: {}, tv: { wired: true }, printer: { wired: true } } as const
type Household = HomeOf<typeof HOUSEHOLD>

const UPLINKS = ['wan0', 'wan1'] as const
type UplinkName = (typeof UPLINKS)[number]
interface State {
  /** The provider does not forward packets. */
  readonly failing?: UplinkName
  /** The cable is unplugged. */
  readonly cut: readonly UplinkName[]
}
const STATES: Readonly<Record<string, State>> = {
  'both uplinks work': { cut: [] },
  'the first uplink fails': { failing: 'wan0', cut: [] },
  'the second uplink is unplugged': { cut: ['wan1'] },
  'both uplinks are unplugged': { cut: UPLINKS },
}

const PLUGIN = 'probed'
/** In the network of the plugin, after its container. */
const BOX = '172.30.0.10'
const GATEWAY = '172.30.0.1'

if (!lacksContainers()) {
  const data = engineData()
  const { home, story } = await openStage(HOUSEHOLD, { data, secondUplink: true })
  const { router, internet } = home
  let box: Namespace
  after(() => box?.[Symbol.asyncDispose]())

  story('a plugin is installed, and a machine is in its network', async () => {
    await home.gather()
    await Promise.all(UPLINKS.map((link) => router.uplinkAddress(link)))
    await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
    await router.prove()
    const git = await startInternetGit(home)
    await openEngine(router, data)
    await git.commit(PLUGIN, pluginOf(PLUGIN, OBEYING))
    await router.api('/plugin/install_user_url', git.urlOf(PLUGIN))
    const { Interface } = (await pluginEntry()).NetworkCapabilities as { Interface: string }
    box = await openNamespace('box', home.dir)
    await connect({ namespace: router.namespace, link: 'veth-box' }, { namespace: box, link: 'eth0' })
    await router.namespace.ip(`link set veth-box master ${Interface}`)
    await box.ip(`addr add ${BOX}/28 dev eth0`, `route add default via ${GATEWAY}`)
  })

  const pluginEntry = async () => {
    const all = (await router.api('/plugins_api/')) as { Name: string; NetworkCapabilities: object }[]
    return all.find(({ Name }) => Name === PLUGIN) ?? assert.fail('the plugin is missing')
  }

  /** Gives the plugin random permissions; sometimes none. */
  async function configurePlugin(chance: Chance): Promise<void> {
    const plugin = await pluginEntry()
    const NetworkCapabilities = {
      ...plugin.NetworkCapabilities,
      Policies: chance.some(['wan', 'dns', 'api', 'lan', 'lan_upstream']),
      Groups: chance.some(['family', 'kids room'], 0.4),
    }
    await router.api(`/plugins_api/${PLUGIN}`, { ...plugin, NetworkCapabilities })
  }

  const isUp = async (link: string): Promise<boolean> =>
    ((await router.api('/wan/status')) as { Iface: string; Up: boolean }[]).some(
      ({ Iface, Up }) => Iface === link && Up,
    )
  const untilUp = (link: string, up: boolean) =>
    until(`${link} ${up ? 'up' : 'down'}`, async () => (await isUp(link)) === up, 30_000)
  const isPlugged = async (link: string): Promise<boolean> =>
    ((await router.api('/topology')) as { Nodes: { Kind: string; Iface?: string; Online: boolean }[] }).Nodes.some(
      ({ Kind, Iface, Online }) => Kind === 'uplink' && Iface === link && Online,
    )
  const untilPlugged = (link: string, plugged: boolean) =>
    until(`${link} ${plugged ? 'plugged' : 'unplugged'}`, async () => (await isPlugged(link)) === plugged, 30_000)
  const line = (link: UplinkName) =>
    link === 'wan0'
      ? { provider: internet, port: home.line }
      : { provider: internet.second ?? assert.fail(), port: home.secondLine ?? assert.fail() }

  async function enter({ failing, cut }: State): Promise<void> {
    if (failing) await line(failing).provider.fail()
    for (const link of cut) await line(link).provider.cut(line(link).port)
    // A slow answer to a probe also counts as a failure of the uplink. The state of the cable does not depend on probes.
    for (const link of cut) await untilPlugged(link, false)
    for (const link of [...cut, ...(failing ? [failing] : [])]) await untilUp(link, false)
  }
  async function leave({ failing, cut }: State): Promise<void> {
    if (failing) await line(failing).provider.recover()
    for (const link of cut) await line(link).provider.mend(line(link).port)
    for (const link of UPLINKS) await untilPlugged(link, true)
    for (const link of UPLINKS) await untilUp(link, true)
    for (const link of UPLINKS) await router.uplinkAddress(link)
  }

  /** Senders and destinations. From the internet, packets are sent only to uplinks that work. */
  async function anyProbes(chance: Chance, { failing, cut }: State, uplinks: readonly string[]): Promise<Probe[]> {
    const devices = [...home.devices.values()]
    const addresses = await Promise.all(devices.map(async (device) => (await device.address()) ?? assert.fail()))
    const working = uplinks.filter((_, index) => UPLINKS[index] !== failing && !cut.includes(UPLINKS[index]!))
    const inside = devices.map(({ namespace }, index) => ({ namespace, source: addresses[index]! }))
    const senders = [...inside, { namespace: box, source: BOX }, { namespace: box, source: BOX }]
    const destinations = [
      ...addresses,
      ...['192.168.2.1', '192.168.2.250', GATEWAY, BOX, BOX],
      ...[...uplinks, WEB, WEB, RESOLVER, HOSTS[2]!, HOSTS[3]!, PRIVATE_HOST],
    ]
    const outside = { namespace: internet.namespace, source: WEB }
    return Array.from({ length: QUESTIONS }, () => {
      const fromOutside = working.length > 0 && chance.happens(0.1)
      const { namespace, source } = fromOutside ? outside : chance.one(senders)
      const places = fromOutside ? working : destinations.filter((ip) => ip !== source)
      const protocol = chance.one(['tcp', 'tcp', 'udp', 'icmp'] as const)
      return { from: namespace, source, destination: chance.one(places), protocol, port: chance.one(PORTS) }
    })
  }

  async function tryState(home: Household, chance: Chance, state: State): Promise<void> {
    const devices = [...home.devices.values()]
    const near = await Promise.all(devices.map(async (device) => (await device.address()) ?? assert.fail()))
    const uplinks = await Promise.all(UPLINKS.map((link) => router.uplinkAddress(link)))
    for (const device of devices) await home.configure(device, anyDevice(chance, near))
    await configurePlugin(chance)
    // The network of the plugin is in place of one with a rule of the owner.
    const rules = anyRules(chance, near, { link: '', ip: near[0]!, net: '' })
    for (const [path, body] of rules.filter(([path]) => !path.endsWith('custom_interface'))) {
      const { status, body: said } = await router.ask({ method: 'PUT', path, body })
      if (status !== 200)
        assert.match(String(said), /is forwarded (already|to)|is a port of|as long as SrcPort/, `${path} ${said}`)
    }
    await enter(state)
    const machines = [...devices.map(({ namespace }) => namespace), internet.namespace, box]
    await using range = await openRange(machines, router.namespace)
    const probes = await anyProbes(chance, state, uplinks)
    const explanations = await explain(router, probes)
    const isRouted = (probe: Probe) =>
      state.cut.length < UPLINKS.length || explanations.get(probe)?.To.Kind !== 'internet'
    const faults = await disagreements(range, probes, explanations, isRouted)
    await leave(state)
    const config = JSON.stringify(await router.api('/firewall/config'))
    await withoutRules(router)
    assert.deepEqual(faults, [], config)
    assert.ok(
      [...explanations.values()].some(({ Passes }) => Passes),
      'not all is closed',
    )
  }

  const seed = chosenSeed()
  for (const [index, [words, state]] of Object.entries(STATES).entries())
    story(`explanations agree with packets while ${words}, also with a plugin (seed ${seed})`, async (home) => {
      await tryState(home, openChance(seed + 100 + index), state)
    })
}
