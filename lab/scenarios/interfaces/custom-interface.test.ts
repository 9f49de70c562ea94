import assert from 'node:assert/strict'
import { after } from 'node:test'
import { PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import { CONTAINERS, openBridge, openContainer } from '../../guests/container.ts'
import { openStream } from '../../guests/stream.ts'
import type { Home } from '../../home/home.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStories } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'], listens: [22] },
  printer: { wired: true, Policies: [], DeviceTags: ['print'], listens: [9100] },
})

const { link, net, first } = CONTAINERS
const LAN_IP = '192.168.2.1'
const machines: Namespace[] = []
after(() => Promise.all(machines.map((machine) => machine[Symbol.asyncDispose]())))

let container: Namespace
let neighbour: Namespace

const resolves = async (from: Namespace): Promise<boolean> =>
  (await from.run(['dig', '+short', '+tries=1', '+time=1', 'www.test', `@${LAN_IP}`]).catch(() => '')).includes(WEB)

/** What a container can reach. */
async function reachableFrom(
  from: Namespace,
  { laptop, printer }: { laptop: Target; printer: Target },
): Promise<string[]> {
  const all: [string, Promise<boolean>][] = [
    ['internet', from.connects(WEB, 80)],
    ['private host', from.connects(PRIVATE_HOST, 80)],
    ['resolver', resolves(from)],
    ['admin app', from.connects(LAN_IP, 80)],
    ['laptop', from.connects((await laptop.address()) ?? '', 22)],
    ['printer', from.connects((await printer.address()) ?? '', 9100)],
  ]
  const open = await Promise.all(all.map(([, answer]) => answer))
  return all.filter((_, index) => open[index]).map(([name]) => name)
}

interface Target {
  address(): Promise<string | undefined>
}

type Rule = Readonly<Record<string, unknown>>
const ruleOf = (Policies: readonly string[], more: Rule = {}): Rule => ({
  Interface: link,
  SrcIP: net,
  RouteDst: '',
  Policies,
  ...more,
})

/** Calls `act` while a rule exists. */
async function withRule<T>({ router }: Home, rule: Rule, act: () => Promise<T>): Promise<T> {
  await router.api('/firewall/custom_interface', rule)
  return await act().finally(() => router.api('/firewall/custom_interface', rule, 'DELETE'))
}

story('a container bridge appears, and its containers reach nothing', async (home) => {
  await home.gather()
  const { router, laptop, dir } = home
  await openBridge(router.namespace)
  container = await openContainer(router.namespace, 'box', first, dir)
  neighbour = await openContainer(router.namespace, 'other', '172.18.0.3', dir)
  machines.push(container, neighbour)
  for (const machine of machines) machine.listen(8000)
  assert.deepEqual(await reachableFrom(container, home), [])
  await home.configure(laptop, { Policies: ['wan', 'dns', 'lan', 'lan_upstream'] })
  assert.ok(!(await laptop.reaches(first, 8000)), 'nor is it reached')
  await home.configure(laptop, { Policies: ['wan', 'dns'] })
})

story('each policy permits its traffic, and nothing else', async (home) => {
  const reachableWith = (rule: Rule) => withRule(home, rule, () => reachableFrom(container, home))
  assert.deepEqual(await reachableWith(ruleOf(['wan'])), ['internet'])
  assert.deepEqual(await reachableWith(ruleOf(['dns'])), ['resolver'])
  assert.deepEqual(await reachableWith(ruleOf(['api'])), ['admin app'])
  assert.deepEqual(await reachableWith(ruleOf(['lan'])), ['laptop', 'printer'])
  assert.deepEqual(await reachableWith(ruleOf(['lan_upstream'], { SrcIP: first })), [])
  assert.deepEqual(await reachableWith(ruleOf(['wan', 'lan_upstream'], { SrcIP: first })), ['internet', 'private host'])
  assert.deepEqual(await reachableWith(ruleOf(['wan', 'dns', 'api', 'lan'])), [
    'internet',
    'resolver',
    'admin app',
    'laptop',
    'printer',
  ])
  assert.deepEqual(await reachableWith(ruleOf(['wan', 'dns'], { Disabled: true })), [])
  assert.deepEqual(await reachableFrom(container, home), [])
})

story('with lan, the household reaches containers, and deleting the rule closes connections', async (home) => {
  const { laptop, router } = home
  const rule = ruleOf(['lan'])
  await router.api('/firewall/custom_interface', rule)
  await using stream = await laptop.stream(first, 8000)
  await using back = await openStream(container, (await laptop.address()) ?? '', 22)
  await router.api('/firewall/custom_interface', rule, 'DELETE')
  assert.ok(await stream.stalls())
  assert.ok(await back.stalls())
  assert.ok(!(await laptop.reaches(first, 8000)))
})

story('a rule for one address does not apply to others', (home) =>
  withRule(home, ruleOf(['wan'], { SrcIP: first }), async () => {
    assert.ok(await container.connects(WEB, 80))
    assert.ok(!(await neighbour.connects(WEB, 80)))
  }),
)

story('the policy disabled blocks an address in both directions, overriding other policies and rules', async (home) => {
  const { laptop, router, internet } = home
  const uplink = await router.uplinkAddress()
  const forward = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: '8000', DstIP: first, DstPort: '8000' }
  await withRule(home, ruleOf(['wan', 'dns', 'api', 'lan']), async () => {
    await router.api('/firewall/forward', forward)
    assert.ok(await laptop.reaches(first, 8000))
    assert.ok(await router.namespace.connects(first, 8000))
    assert.ok(await internet.neighbour.connects(uplink, 8000))
    await using stream = await laptop.stream(first, 8000)
    await using back = await openStream(container, (await laptop.address()) ?? '', 22)
    const all = ruleOf(['wan', 'dns', 'api', 'lan', 'disabled'], { SrcIP: first, Groups: ['cloud'] })
    await withRule(home, all, async () => {
      assert.deepEqual(await reachableFrom(container, home), [])
      assert.deepEqual([await stream.stalls(), await back.stalls()], [true, true])
      assert.ok(!(await laptop.reaches(first, 8000)))
      assert.ok(!(await internet.neighbour.connects(uplink, 8000)))
      await using seen = await openWitness(container, 'tcp dport 8000')
      assert.ok(!(await router.namespace.connects(first, 8000)))
      assert.equal(await seen.packets(), 0, 'nor does the router itself send anything to it')
      assert.ok(await neighbour.connects(WEB, 80), 'its neighbour has what its network has')
      assert.ok(await laptop.reaches('172.18.0.3', 8000))
      for (const ends of [`from=${first}&to=internet`, `from=laptop&to=${first}`, `from=${uplink}&to=${first}`])
        assert.partialDeepStrictEqual(await router.api(`/explain?${ends}&port=8000`), {
          Passes: false,
          By: { Kind: 'rule', Rule: { SrcIP: first } },
        })
    })
    assert.ok(await laptop.reaches(first, 8000))
  })
  await router.api('/firewall/forward', forward, 'DELETE')
})

story('a container in a group reaches its members, in both directions', async (home) => {
  const { laptop, printer, router } = home
  await withRule(home, ruleOf([], { Groups: ['Cloud'] }), async () => {
    assert.ok(!(await laptop.reaches(first, 8000)))
    await home.configure(laptop, { Groups: ['cloud'] })
    assert.ok(await laptop.reaches(first, 8000))
    assert.deepEqual(await reachableFrom(container, home), ['laptop'])
    assert.ok(!(await printer.reaches(first, 8000)))
    await router.api('/groups', { Name: 'cloud', Disabled: true })
    assert.deepEqual(await reachableFrom(container, home), [])
    await router.api('/groups', { Name: 'cloud', Disabled: false })
  })
  await home.configure(laptop, { Groups: [] })
})

story('a container with a tag reaches endpoints of that tag', async (home) => {
  const { printer, router } = home
  const IP = (await printer.address()) ?? ''
  await router.api('/firewall/endpoint', { RuleName: 'paper', Protocol: 'tcp', IP, Port: '9100', Tags: ['paper'] })
  await withRule(home, ruleOf([], { SrcIP: first, Tags: ['paper'] }), async () => {
    assert.deepEqual(await reachableFrom(container, home), ['printer'])
    assert.deepEqual(await reachableFrom(neighbour, home), [])
  })
  await router.api('/firewall/endpoint', { RuleName: 'paper' }, 'DELETE')
})

story('spoofed packets behind the bridge are dropped', (home) =>
  withRule(home, ruleOf(['wan', 'lan']), async () => {
    const { internet, laptop } = home
    await using seen = await openWitness(internet.namespace, 'icmp type echo-request meta length 361')
    await using inside = await openWitness(laptop.namespace, 'icmp type echo-request meta length 361')
    const lie = async (source: string, to: string) => {
      await container.ip(`addr add ${source}/32 dev eth0`)
      await container.outcome(['ping', '-c', '1', '-W', '1', '-s', '333', '-I', source, to])
      await container.ip(`addr del ${source}/32 dev eth0`)
    }
    const ip = (await laptop.address()) ?? ''
    for (const source of ['192.168.2.14', ip, LAN_IP, '10.1.2.3', WEB]) {
      await lie(source, '81.2.70.53')
      await lie(source, ip)
    }
    assert.deepEqual([await seen.packets(), await inside.packets()], [0, 0])
    await container.outcome(['ping', '-c', '1', '-W', '1', '-s', '333', '81.2.70.53'])
    assert.equal(await seen.packets(), 1, 'by its own address it is')
  }),
)

story('a network behind a container is routed through it', async (home) => {
  const { laptop, router } = home
  const behind = '10.50.0.9'
  await container.ip(`addr add ${behind}/32 dev lo`)
  const rule = ruleOf(['lan'], { SrcIP: '10.50.0.0/16', RouteDst: first })
  const routes = () => router.namespace.run(['ip', 'route', 'show', 'proto', '83'])
  await router.api('/firewall/custom_interface', rule)
  assert.match(await routes(), /^10\.50\.0\.0\/16 via 172\.18\.0\.2 dev br-lab /m)
  assert.ok(await laptop.reaches(behind, 8000))
  await router.api('/firewall/custom_interface', rule, 'DELETE')
  assert.equal(await routes(), '')
  assert.ok(!(await laptop.reaches(behind, 8000)))
})

story('a rule applies again when its link is back', async (home) => {
  const { laptop, router, dir } = home
  const rule = ruleOf(['lan', 'wan'], { SrcIP: '10.50.0.0/16', RouteDst: first })
  await router.api('/firewall/custom_interface', ruleOf(['lan', 'wan']))
  await router.api('/firewall/custom_interface', rule)
  await router.namespace.ip(`link delete ${link}`)
  assert.ok(!(await container.connects(WEB, 80)))
  await openBridge(router.namespace)
  container = await openContainer(router.namespace, 'back', first, dir)
  machines.push(container)
  container.listen(8000)
  await container.ip('addr add 10.50.0.9/32 dev lo')
  assert.ok(await container.connects(WEB, 80))
  await until('the way behind it', () => laptop.reaches('10.50.0.9', 8000), 15_000)
  await router.api('/firewall/custom_interface', rule, 'DELETE')
  await router.api('/firewall/custom_interface', ruleOf(['lan', 'wan']), 'DELETE')
})
