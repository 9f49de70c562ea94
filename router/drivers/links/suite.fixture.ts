import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Network, Uplink } from '../../compiler/network.ts'
import { Refused } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { type LinkChange, MAIN_TABLE } from '../../machine/routing.ts'
import { type Bench, frame } from '../bench.fixture.ts'
import { plan, wantedItems } from '../driver.ts'
import { changeOf } from './change.ts'
import { linksDriver } from './driver.ts'
import { byKey } from './item.ts'
import { guardItems } from './wanted.ts'

const uplink = (mark: number, well = true, additional: readonly string[] = []): Uplink => ({
  link: `wan${mark - 1}`,
  dhcp: false,
  address: `203.0.11${mark}.7/24`,
  additional,
  router: `203.0.11${mark}.1`,
  mark,
  network: '',
  well,
})

const home = (part: Partial<Frame>): Network => ({
  frame: { ...frame, additional: [], readdressed: [], providerRoutes: [], ...part },
  members: new Map(),
  slots: new Map(),
})

const converge = async (machine: Machine, network: Network) => {
  const driver = linksDriver(machine)
  return driver.apply(plan(await driver.read(network), wantedItems(driver, network)))
}

/** The steps of a change, applied without reading the machine. */
const settle = async (machine: Machine, from: Network, to: Network) => {
  const driver = linksDriver(machine)
  return driver.apply(plan(wantedItems(driver, from), wantedItems(driver, to)))
}

/** The keys of the items that differ from a Network. */
const differs = async (machine: Machine, network: Network): Promise<string[]> => {
  const driver = linksDriver(machine)
  return plan(await driver.read(network), wantedItems(driver, network)).map(({ key }) => key)
}

const guards = byKey(guardItems)

/** The present routing items, without the guards. */
const ways = async (machine: Machine, network: Network): Promise<string[]> =>
  [...(await linksDriver(machine).read(network))]
    .filter(([key]) => /^(route|rule) /.test(key) && !guards.has(key))
    .map(([key, item]) =>
      item.kind === 'route' ? `${key} via ${item.gateway} dev ${item.link} src ${item.source}` : key,
    )
    .sort()

const macOf = async (machine: Machine, link: string) =>
  (await machine.readLinks()).find(({ name }) => name === link)?.mac

const onBenchOf =
  (where: string, open: () => Promise<Bench>) =>
  (says: string, run: (bench: Bench) => Promise<void>): void =>
    void test(`links: ${says} (${where})`, async () => {
      await using bench = await open()
      for (const link of ['wan0', 'wan1', 'lan0']) await bench.plug(link)
      await run(bench)
    })

const trunk = home({ wired: ['lan0', 'lan0.7'], vlans: [{ link: 'lan0.7', parent: 'lan0', tag: 7 }] })

/** Tests of links and routes, for the kernel and the fake machine. */
export function linksSuite(where: string, open: () => Promise<Bench>): void {
  const onBench = onBenchOf(where, open)

  onBench('one uplink has a default route and nothing else', async ({ machine }) => {
    const network = home({ uplinks: [uplink(1, false)] })
    await converge(machine, network)
    assert.deepEqual(await ways(machine, network), [
      'route default metric 100 via 203.0.111.1 dev wan0 src 203.0.111.7',
    ])
  })

  onBench('the default gateway may be outside the network of the address', async ({ machine }) => {
    const network = home({ uplinks: [{ ...uplink(1), address: '203.0.111.7/32', router: '198.51.100.1' }] })
    await converge(machine, network)
    assert.deepEqual(await differs(machine, network), [])
    assert.deepEqual(await ways(machine, network), [
      'route default metric 100 via 198.51.100.1 dev wan0 src 203.0.111.7',
    ])
  })

  onBench(
    'a PPP session’s link is left to pppd until it has an address, and its carrier is up',
    async ({ machine }) => {
      const carried = { carrier: 'wan0', parent: 'wan0', vlan: undefined, username: 'ada', secret: 'pw', mtu: 1492 }
      // Where it does not exist, an item for it would be drift.
      const connecting: Uplink = { ...uplink(1), link: 'ppp9', ppp: true, address: undefined, router: undefined }
      const waiting = home({ uplinks: [connecting], sessions: [{ link: 'ppp9', ...carried }] })
      assert.deepEqual(await converge(machine, waiting), [])
      assert.deepEqual(await differs(machine, waiting), [])
      const connected: Uplink = { ...uplink(2), ppp: true, address: '203.0.112.7/32', router: '203.0.112.1' }
      const network = home({ uplinks: [connected], sessions: [{ link: 'wan1', ...carried }] })
      assert.deepEqual(await converge(machine, network), [])
      assert.deepEqual(await differs(machine, network), [])
      assert.deepEqual(await ways(machine, network), [
        'route default metric 101 via 203.0.112.1 dev wan1 src 203.0.112.7',
      ])
    },
  )

  onBench(
    'the carrier of a session with large packets has a larger MTU, and afterwards its former one',
    async (bench) => {
      const { machine } = bench
      const session = {
        link: 'ppp9',
        carrier: 'wan0',
        parent: 'wan0',
        vlan: undefined,
        username: '',
        secret: '',
        mtu: 1500,
      }
      const mtu = async () => (await machine.readLinks()).find(({ name }) => name === 'wan0')?.mtu
      const [large, usual] = [home({ uplinks: [], sessions: [session] }), home({ uplinks: [] })]
      await converge(machine, large)
      assert.equal(await mtu(), 1508)
      assert.deepEqual(await differs(machine, large), [])
      await settle(machine, large, usual)
      assert.equal(await mtu(), 1500)
    },
  )

  onBench('each of two uplinks has a table, for its mark and its address', async ({ machine }) => {
    const network = home({ uplinks: [uplink(1), uplink(2)] })
    await converge(machine, network)
    assert.deepEqual(await differs(machine, network), [])
    assert.deepEqual(await ways(machine, network), [
      'route default metric 100 via 203.0.111.1 dev wan0 src 203.0.111.7',
      'route default metric 101 via 203.0.112.1 dev wan1 src 203.0.112.7',
      'route default table 101 via 203.0.111.1 dev wan0 src 203.0.111.7',
      'route default table 102 via 203.0.112.1 dev wan1 src 203.0.112.7',
      'rule 1000 254 any all narrow',
      'rule 1001 101 1/255 all whole',
      'rule 1002 102 2/255 all whole',
      'rule 1051 101 any 203.0.111.7 whole',
      'rule 1052 102 any 203.0.112.7 whole',
    ])
  })

  onBench('an uplink has its additional addresses, each with a route through its own provider', async ({ machine }) => {
    const more = ['203.0.111.8/24', '198.18.0.2/30']
    const both = home({ uplinks: [uplink(1, true, more), uplink(2)] })
    await converge(machine, both)
    assert.deepEqual(await differs(machine, both), [])
    assert.deepEqual(
      (await ways(machine, both)).filter((way) => way.startsWith('rule 1051')),
      [
        'rule 1051 101 any 198.18.0.2 whole',
        'rule 1051 101 any 203.0.111.7 whole',
        'rule 1051 101 any 203.0.111.8 whole',
      ],
    )
    const moved = home({ uplinks: [{ ...uplink(1, true, more), address: '203.0.111.99/24' }, uplink(2)] })
    await settle(machine, both, moved)
    assert.deepEqual(await differs(machine, moved), [], 'those in the network of the first address are still there')
    const none = home({ uplinks: [uplink(1), uplink(2)] })
    await settle(machine, moved, none)
    assert.deepEqual(await differs(machine, none), [])
  })

  onBench('an uplink that does not work comes last, and a removed one leaves no routes', async ({ machine }) => {
    const both = home({ uplinks: [uplink(1), uplink(2)] })
    const unwell = home({ uplinks: [uplink(1, false), uplink(2)] })
    const one = home({ uplinks: [uplink(2)] })
    await converge(machine, both)
    await settle(machine, both, unwell)
    assert.deepEqual(await differs(machine, unwell), [])
    assert.ok((await ways(machine, unwell)).some((way) => way.startsWith('route default metric 1000 via 203.0.111.1')))
    await settle(machine, unwell, one)
    assert.deepEqual(await ways(machine, one), ['route default metric 101 via 203.0.112.1 dev wan1 src 203.0.112.7'])
  })

  onBench('foreign rules and routes in our ranges are removed; others are kept', async ({ machine }) => {
    const network = home({ uplinks: [uplink(1), uplink(2)] })
    await converge(machine, network)
    const strange: LinkChange[] = [
      { kind: 'rule', present: true, priority: 1003, table: 150, mark: { value: 3, mask: 255 } },
      { kind: 'rule', present: true, priority: 1099, table: MAIN_TABLE, source: '192.168.2.6' },
    ]
    const route = { kind: 'default route', link: 'wan1', present: true, metric: 0, source: '203.0.112.7' } as const
    const elsewhere: LinkChange[] = [
      { kind: 'rule', present: true, priority: 1100, table: 7, source: '192.168.2.6' },
      { ...route, table: 7, gateway: '203.0.112.9' },
    ]
    const done = await machine.changeLinks([
      ...strange,
      ...elsewhere,
      { ...route, table: 101, gateway: '203.0.112.9' },
      { ...route, table: 150, gateway: '203.0.112.9' },
    ])
    assert.deepEqual(done, [undefined, undefined, undefined, undefined, undefined, undefined])
    assert.deepEqual((await differs(machine, network)).sort(), [
      'route default table 101',
      'route default table 150',
      'rule 1003 150 3/255 all whole',
      'rule 1099 254 any 192.168.2.6 whole',
    ])
    await converge(machine, network)
    assert.deepEqual(await differs(machine, network), [])
    assert.match(await machine.run(['ip', '-j', '-4', 'rule', 'show']), /"priority":1100/)
    assert.ok((await machine.readRoutes()).some(({ table }) => table === 7))
    await machine.changeLinks(elsewhere.map((change) => ({ ...change, present: false }) as LinkChange))
  })

  onBench('adding an existing rule or removing a missing one is no failure', async ({ machine }) => {
    const rule = { kind: 'rule', priority: 1042, table: 142, mark: { value: 42, mask: 255 } } as const
    for (const present of [true, true, false, false])
      assert.deepEqual(await machine.changeLinks([{ ...rule, present }]), [undefined])
  })

  onBench('the items that close the machine without a ruleset are restored', async ({ machine }) => {
    const network = home({})
    await converge(machine, network)
    const removal = plan(guards, new Map())
    assert.deepEqual(
      await machine.changeLinks(removal.map(changeOf)),
      removal.map(() => undefined),
    )
    assert.deepEqual(await differs(machine, network), [...guards.keys()])
    for (const _twice of [1, 2]) await machine.changeLinks(plan(new Map(), guards).map(changeOf))
    assert.deepEqual(await differs(machine, network), [])
  })

  onBench('additional addresses of a household link are added and removed', async ({ machine }) => {
    const both = home({ additional: ['10.8.0.1/24', '10.9.0.1/16'].map((address) => ({ link: 'lan0', address })) })
    const one = home({ additional: [{ link: 'lan0', address: '10.9.0.1/16' }] })
    await converge(machine, both)
    assert.deepEqual(await differs(machine, both), [])
    assert.deepEqual(await differs(machine, one), [
      'address lan0 10.8.0.1/24',
      'connected lan0 10.8.0.0/24',
      'local lan0 10.8.0.1',
    ])
    await converge(machine, one)
    assert.deepEqual(await differs(machine, one), [])
  })

  onBench('a link that was taken down stays down until it is taken up', async ({ machine, unplug }) => {
    const up = home({})
    const down = home({ wired: [], down: ['lan0', 'wan1'] })
    const isUp = async (link: string) =>
      (await differs(machine, home({ wired: [], down: [link] }))).includes(`down ${link}`)
    await converge(machine, up)
    assert.deepEqual(await settle(machine, up, down), [])
    assert.deepEqual(await differs(machine, down), [])
    assert.deepEqual([await isUp('lan0'), await isUp('wan1'), await isUp('wan0')], [false, false, true])
    await machine.changeLinks([{ kind: 'up', link: 'lan0', present: true }])
    assert.deepEqual(await differs(machine, down), ['down lan0'])
    await converge(machine, down)
    assert.equal(await isUp('lan0'), false)
    assert.deepEqual(await settle(machine, down, up), [])
    assert.deepEqual([await isUp('lan0'), await isUp('wan1')], [true, true])
    await settle(machine, up, down)
    await unplug('wan1')
    assert.deepEqual(await differs(machine, down), [], 'a missing link counts as down')
    assert.deepEqual(await settle(machine, down, up), [], 'setting a missing link up is no failure')
  })

  onBench('a link gets another MAC address, which is restored after a change', async ({ machine }) => {
    const mac = '02:00:00:00:aa:01'
    const network = home({ readdressed: [{ link: 'wan0', mac }] })
    await converge(machine, network)
    assert.equal(await macOf(machine, 'wan0'), mac)
    await machine.changeLinks([{ kind: 'mac', link: 'wan0', present: true, mac: '02:00:00:00:aa:02' }])
    assert.deepEqual(await differs(machine, network), ['mac wan0'])
    await converge(machine, network)
    assert.equal(await macOf(machine, 'wan0'), mac)
    assert.deepEqual(await machine.changeLinks([{ kind: 'mac', link: 'wan0', present: false }]), [undefined])
  })
}

/** A kernel that was built without 802.1Q. */
export function untaggedSuite(where: string, open: () => Promise<Bench>): void {
  onBenchOf(where, open)('the missing support for 802.1Q is reported', async ({ machine }) => {
    await assert.rejects(
      () => converge(machine, trunk),
      (error) => error instanceof Refused && /^vlan lan0\.7 lan0 7: this kernel has no 802\.1Q/.test(error.message),
    )
  })
}

/** Tests of VLAN links. */
export function vlanSuite(where: string, open: () => Promise<Bench>): void {
  const onBench = onBenchOf(where, open)

  onBench('VLAN links of a trunk are added and removed', async ({ machine }) => {
    const more = home({
      wired: ['lan0', 'lan0.7', 'lan0.4094'],
      vlans: [...trunk.frame.vlans, { link: 'lan0.4094', parent: 'lan0', tag: 4094 }],
    })
    assert.deepEqual(await converge(machine, more), [])
    assert.deepEqual(await differs(machine, more), [])
    assert.deepEqual(await differs(machine, trunk), ['vlan lan0.4094 lan0 4094'])
    await converge(machine, trunk)
    assert.deepEqual(await differs(machine, trunk), [])
    await converge(machine, home({}))
    assert.equal(await macOf(machine, 'lan0.7'), undefined)
  })

  onBench('an uplink may be a VLAN link; its parent then has no address', async ({ machine }) => {
    const tagged = { ...uplink(1), link: 'wan0.7' }
    const network = home({ uplinks: [tagged], vlans: [{ link: 'wan0.7', parent: 'wan0', tag: 7 }] })
    await converge(machine, home({ uplinks: [uplink(1)] }))
    assert.deepEqual(await converge(machine, network), [])
    assert.deepEqual(await differs(machine, network), [])
    assert.deepEqual(await ways(machine, network), [
      'route default metric 100 via 203.0.111.1 dev wan0.7 src 203.0.111.7',
    ])
  })

  onBench('a VLAN link without its parent is drift, and is created when the parent is back', async (bench) => {
    const { machine, plug, unplug } = bench
    await converge(machine, trunk)
    await unplug('lan0')
    const drift = await converge(machine, trunk)
    assert.ok(drift.some(({ what }) => what === 'vlan lan0.7 lan0 7'))
    await plug('lan0')
    assert.deepEqual(await converge(machine, trunk), [])
    assert.deepEqual(await differs(machine, trunk), [])
  })

  onBench('a VLAN link with the name and another tag is replaced', async ({ machine }) => {
    await machine.changeLinks([{ kind: 'vlan', link: 'lan0.7', present: true, parent: 'lan0', tag: 9 }])
    await converge(machine, trunk)
    assert.deepEqual(await differs(machine, trunk), [])
  })
}
