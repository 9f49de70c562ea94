import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { openBridge } from '../../guests/container.ts'
import { openStream } from '../../guests/stream.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'
import {
  first,
  LAN_IP,
  link,
  openContainers,
  type Rule,
  reachableFrom,
  ruleOf,
  withRule,
} from './custom-interface.fixture.ts'

/** Policies of containers, routes and spoofed packets. */
const { story, home, open, container, neighbour } = await openContainers()

story('a container bridge appears, and its containers reach nothing', async () => {
  await home.gather()
  const { laptop } = home
  assert.deepEqual(await reachableFrom(container, home), [])
  await home.configure(laptop, { Policies: ['wan', 'dns', 'lan', 'lan_upstream'] })
  assert.ok(!(await laptop.reaches(first, 8000)), 'nor is it reached')
  await home.configure(laptop, { Policies: ['wan', 'dns'] })
})

story('each policy permits its traffic, and nothing else', async () => {
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

story('with lan, the household reaches containers, and deleting the rule closes connections', async () => {
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

story('a rule for one address does not apply to others', () =>
  withRule(home, ruleOf(['wan'], { SrcIP: first }), async () => {
    assert.ok(await container.connects(WEB, 80))
    assert.ok(!(await neighbour.connects(WEB, 80)))
  }),
)

story('spoofed packets behind the bridge are dropped', () =>
  withRule(home, ruleOf(['wan', 'lan']), async () => {
    const { internet, laptop } = home
    await using seen = await openWitness(internet.namespace, 'icmp type echo-request meta length 361')
    await using inside = await openWitness(laptop.namespace, 'icmp type echo-request meta length 361')
    const lie = async (source: string, ...targets: string[]) => {
      await container.ip(`addr add ${source}/32 dev eth0`)
      const ping = ['ping', '-c', '1', '-W', '1', '-s', '333', '-I', source]
      await Promise.all(targets.map((to) => container.outcome([...ping, to])))
      await container.ip(`addr del ${source}/32 dev eth0`)
    }
    const ip = (await laptop.address()) ?? ''
    for (const source of ['192.168.2.14', ip, LAN_IP, '10.1.2.3', WEB]) await lie(source, '81.2.70.53', ip)
    assert.deepEqual([await seen.packets(), await inside.packets()], [0, 0])
    await container.outcome(['ping', '-c', '1', '-W', '1', '-s', '333', '81.2.70.53'])
    assert.equal(await seen.packets(), 1, 'by its own address it is')
  }),
)

story('a network behind a container is routed through it', async () => {
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

story('a rule applies again when its link is back', async () => {
  const { laptop, router } = home
  const rule = ruleOf(['lan', 'wan'], { SrcIP: '10.50.0.0/16', RouteDst: first })
  await router.api('/firewall/custom_interface', ruleOf(['lan', 'wan']))
  await router.api('/firewall/custom_interface', rule)
  await router.namespace.ip(`link delete ${link}`)
  assert.ok(!(await container.connects(WEB, 80)))
  await openBridge(router.namespace)
  const back = await open('back', first)
  await back.ip('addr add 10.50.0.9/32 dev lo')
  assert.ok(await back.connects(WEB, 80))
  await until('the way behind it', () => laptop.reaches('10.50.0.9', 8000), 15_000)
  await router.api('/firewall/custom_interface', rule, 'DELETE')
  await router.api('/firewall/custom_interface', ruleOf(['lan', 'wan']), 'DELETE')
})
