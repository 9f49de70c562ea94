import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileFilter } from '../compiler/filter.ts'
import type { Frame, Member, Network } from '../compiler/network.ts'
import { openRules } from '../compiler/rules.ts'
import { Refused } from '../errors.ts'
import { defaultFirewall } from '../features/firewall/config.ts'
import { type LinkChange, MAIN_TABLE, type Machine, ROUTE_TYPE } from '../machine/machine.ts'
import { openMemoryFacts } from '../store/memory.ts'
import { parseSubnet } from '../values/subnet.ts'
import { type Driver, plan, wants } from './driver.ts'
import { linksDriver } from './links/driver.ts'
import { closeFirst } from './nft/closed.ts'
import { nftDriver } from './nft/driver.ts'

/** A machine to try drivers on, and links plugged into it. */
export interface Bench extends AsyncDisposable {
  readonly machine: Machine
  plug(link: string): Promise<void>
  unplug(link: string): Promise<void>
}

/** A rule of every kind. */
const openWithRules = async () => {
  const { facts, change } = openMemoryFacts()
  const both = { RuleName: '', Disabled: false, Description: '', Protocol: 'tcp' } as const
  const block = { ...both, SrcIP: '1.2.3.0/24', DstIP: '0.0.0.0/0' }
  const forward = { ...both, SrcIP: '0.0.0.0/0', DstIP: '192.168.2.6' }
  await change((draft) => {
    draft.blocks.put('1', block)
    draft.outputBlocks.put('1', { ...block, DstIP: '198.51.100.0/30', DstPort: 'any' })
    draft.outputBlocks.put('2', { ...block, DstIP: '198.51.100.0/30', DstPort: '80-90' })
    draft.forwardBlocks.put('1', { ...block, DstPort: '80-90' })
    draft.forwardBlocks.put('2', { ...block, DstPort: '85-8000' })
    draft.forwards.put('1', { ...forward, SrcPort: '8080', DstPort: '80' })
    draft.forwards.put('2', { ...forward, SrcPort: '9000-9002', DstPort: '100-102' })
    draft.forwards.put('3', { ...forward, SrcPort: '7000-7100', DstPort: 'any', SrcIP: '198.51.100.0/24' })
    const printer = { ...both, IP: '192.168.2.2', Domain: '', Port: 'any', Tags: ['print'] }
    draft.endpoints.put('1', { ...printer, RuleName: 'printer' })
    draft.endpoints.put('2', { ...printer, RuleName: 'net', IP: '0.0.0.0/0', Port: '0-1023' })
  })
  return openRules(facts)
}
const rules = await openWithRules()

/** A frame that both machines can be brought to. */
export const frame: Frame = {
  nets: [parseSubnet('192.168.2.0/24')!],
  lanIp: '192.168.2.1',
  uplinks: [
    {
      link: 'wan0',
      dhcp: false,
      address: '203.0.113.7/24',
      additional: ['203.0.113.8/24'],
      router: '203.0.113.1',
      mark: 1,
      well: true,
    },
  ],
  providerRoutes: [{ link: 'wan0', net: parseSubnet('10.77.0.0/16')!, via: '203.0.113.3' }],
  wired: ['lan0'],
  vlans: [],
  additional: [{ link: 'lan0', address: '10.8.0.1/24' }],
  down: [],
  readdressed: [{ link: 'lan0', mac: '02:00:00:00:aa:01' }],
  groups: [
    { name: 'family', enabled: true },
    { name: '9 lives!', enabled: false },
  ],
  tags: ['print'],
  customs: [
    {
      link: 'lan0',
      net: parseSubnet('10.50.0.0/16')!,
      via: '10.8.0.9',
      policies: ['lan'],
      groups: [],
      tags: [],
      rule: '1',
    },
    {
      link: 'lan0',
      net: parseSubnet('10.51.0.9/32')!,
      via: '',
      policies: [],
      groups: ['family'],
      tags: ['print'],
      rule: '2',
    },
  ],
  ruleSets: rules.sets,
  firewall: defaultFirewall(),
  upstreams: [],
  familyUpstreams: [],
  hosts: [],
  filter: compileFilter(openMemoryFacts().facts),
  unlogged: { clients: [], names: [] },
  credentials: undefined,
}

const member = (number: number, link: string, ...maps: string[]): Member => {
  const ip = `192.168.2.${number * 4 + 2}`
  const mac = `02:00:00:00:00:0${number}`
  return {
    identity: mac,
    place: { mac, ip, routerIp: `192.168.2.${number * 4 + 1}`, link },
    admissions: [
      { map: 'ethernet_filter', key: [ip, link, mac] },
      { map: 'outgoing_traffic_wan', key: [ip] },
      ...maps.map((map) => ({ map, key: [ip, link] })),
    ],
    dnsClient: undefined,
    names: [],
  }
}

const laptop = member(1, 'wlan0.4096', 'internet_access', 'family_src_access', 'family_dst_access')
const printer = member(0, 'lan0', 'lan_access')
const whole: Network = {
  frame,
  members: new Map([laptop, printer].map((one) => [one.identity, one])),
  slots: rules.slots,
}

/** The same without devices and rules: what differs are elements. */
const empty: Network = { frame, members: new Map(), slots: new Map() }

const converge = async (driver: Driver, network: Network) =>
  driver.apply(plan(await driver.read(network), wants(driver, network)))

/** How every driver of the kernel behaves, whether the machine is a real one or the fake: run on both. */
export function driverSuite(where: string, open: () => Promise<Bench>): void {
  const drivers: [string, (machine: Machine) => Driver][] = [
    ['nft', nftDriver],
    ['links', linksDriver],
  ]
  const onBench = (says: string, run: (bench: Bench) => Promise<void>) =>
    test(`${says} (${where})`, async () => {
      await using bench = await open()
      for (const link of ['wan0', 'lan0', 'wlan0.4096']) await bench.plug(link)
      await run(bench)
    })

  for (const [name, openDriver] of drivers) {
    onBench(`${name}: what was applied is what is read, and there is nothing left to do`, async ({ machine }) => {
      const driver = openDriver(machine)
      assert.deepEqual(await converge(driver, whole), [])
      assert.deepEqual(plan(await driver.read(whole), wants(driver, whole)), [])
    })

    onBench(`${name}: a router that starts again finds its own work`, async ({ machine }) => {
      await converge(openDriver(machine), whole)
      const restarted = openDriver(machine)
      await converge(restarted, whole)
      assert.deepEqual(plan(await restarted.read(whole), wants(restarted, whole)), [])
    })

    onBench(`${name}: a member that goes leaves nothing behind`, async ({ machine }) => {
      const driver = openDriver(machine)
      const less: Network = { frame, members: new Map([[printer.identity, printer]]), slots: rules.slots }
      await converge(driver, less)
      const before = await driver.read(whole)
      await driver.apply(plan(new Map(), driver.member(laptop, frame)))
      await driver.apply(plan(driver.member(laptop, frame), new Map()))
      const remains = new Map([...(await driver.read(whole))].filter(([key]) => !/^(up|sysctl) /.test(key)))
      assert.deepEqual(remains, new Map([...before].filter(([key]) => !/^(up|sysctl) /.test(key))))
    })

    onBench(`${name}: a whole frame gives way to another`, async ({ machine }) => {
      const driver = openDriver(machine)
      await converge(driver, whole)
      const other: Network = {
        frame: {
          ...frame,
          groups: [],
          uplinks: [],
          tags: [],
          customs: [],
          ruleSets: [],
          nets: [parseSubnet('10.1.0.0/16')!],
          lanIp: '10.1.0.1',
        },
        members: new Map(),
        slots: new Map(),
      }
      await converge(driver, other)
      assert.deepEqual(
        plan(await driver.read(other), wants(driver, other)).filter(({ value }) => value !== undefined),
        [],
      )
    })
  }

  onBench('nft: what a stranger added is found and removed', async ({ machine }) => {
    const driver = nftDriver(machine)
    await converge(driver, whole)
    await machine.nft('add rule inet sallyport forward accept')
    await machine.nft('add element inet sallyport lan_access { 192.168.2.10 . "lan0" : accept }')
    await machine.nft('add element inet sallyport internet_access { * : accept }')
    await machine.nft('add chain inet sallyport strange')
    const steps = plan(await driver.read(whole), wants(driver, whole))
    assert.deepEqual(steps.map(({ key }) => key).sort(), [
      'chain forward',
      'chain strange',
      'element internet_access *',
      'element lan_access 192.168.2.10 . "lan0"',
    ])
    await driver.apply(steps)
    assert.deepEqual(plan(await driver.read(whole), wants(driver, whole)), [])
    await machine.nft('add element inet sallyport internet_access { * : accept }')
    await converge(driver, whole)
    assert.deepEqual(plan(await driver.read(whole), wants(driver, whole)), [])
  })

  onBench('nft: a table that cannot be changed in place is replaced', async ({ machine }) => {
    const add = 'add table inet sallyport\nadd'
    for (const foreign of [
      'add table inet sallyport { flags dormant; }',
      `${add} chain inet sallyport forward { type filter hook forward priority 10; policy accept; }`,
      `${add} chain inet sallyport forward`,
      `${add} chain inet sallyport refuse { type filter hook forward priority 10; policy accept; }`,
      `${add} set inet sallyport lan_access { type ipv4_addr; }`,
      `${add} ct timeout inet sallyport dns { protocol udp; l3proto ip; policy = { unreplied : 9, replied : 9 }; }`,
    ]) {
      await machine.nft('add table inet sallyport\ndelete table inet sallyport')
      await machine.nft(foreign)
      const driver = nftDriver(machine)
      assert.deepEqual(await converge(driver, whole), [], foreign)
      assert.deepEqual(plan(await driver.read(whole), wants(driver, whole)), [], foreign)
    }
  })

  onBench('nft: a table that another program has switched off is found and switched on', async ({ machine }) => {
    const driver = nftDriver(machine)
    await converge(driver, whole)
    await machine.nft('add table inet sallyport { flags dormant; }')
    assert.deepEqual(plan(await driver.read(whole), wants(driver, whole))[0]?.key, 'table')
    await converge(driver, whole)
    assert.deepEqual(plan(await driver.read(whole), wants(driver, whole)), [])
    assert.doesNotMatch(JSON.stringify(await machine.nftList('list table inet sallyport', 'terse')), /"flags": ?"/)
  })

  onBench('nft: elements of every kind are added and deleted without the rules', async ({ machine }) => {
    const transactions: string[] = []
    const driver = nftDriver({
      ...machine,
      nft: async (text) => {
        transactions.push(text)
        await machine.nft(text)
      },
    })
    await converge(driver, empty)
    transactions.length = 0
    for (const network of [whole, empty, whole]) {
      await converge(driver, network)
      assert.deepEqual(plan(await driver.read(network), wants(driver, network)), [])
    }
    assert.deepEqual(transactions, [])
    const moved = { ...laptop, admissions: [{ map: 'internet_access', key: ['192.168.2.6', 'lan0'] }] }
    await driver.apply(plan(driver.member(laptop, frame), driver.member(moved, frame)))
    const network = { ...whole, members: new Map([...whole.members, [moved.identity, moved]]) }
    assert.deepEqual(plan(await driver.read(network), wants(driver, network)), [])
  })

  onBench('nft: what another program changes in the table is reported, and nothing else', async ({ machine }) => {
    const driver = nftDriver(machine)
    let reports = 0
    let reported: () => void = () => undefined
    using _watching = driver.watch?.(
      () => {
        reports++
        reported()
      },
      () => whole,
    )
    const report = async (command: string): Promise<void> => {
      const arrived = new Promise<void>((resolve) => {
        reported = resolve
      })
      await machine.run(['nft', command])
      await arrived
    }
    await converge(driver, whole)
    await converge(driver, empty)
    await converge(driver, whole)
    await machine.run(['nft', 'add table inet other'])
    await machine.run(['nft', 'delete table inet other'])
    await report('insert rule inet sallyport forward accept')
    assert.equal(reports, 1)
    await converge(driver, whole)
    await report('add element inet sallyport lan_access { 192.168.2.10 . "lan0" : accept }')
    assert.equal(reports, 2)
    await converge(driver, whole)
    await report('flush ruleset')
    assert.equal(reports, 3)
    await converge(driver, whole)
    assert.deepEqual(plan(await driver.read(whole), wants(driver, whole)), [])
  })

  onBench('nft: a transaction that is refused changes nothing', async ({ machine }) => {
    const driver = nftDriver(machine)
    await converge(driver, whole)
    const bad = { ...laptop, admissions: [{ map: 'lan_access', key: ['192.168.2.6', 'a-link-name-too-long'] }] }
    const steps = plan(driver.member(laptop, frame), driver.member(bad, frame))
    await assert.rejects(() => driver.apply(steps), Refused)
    assert.deepEqual(plan(await driver.read(whole), wants(driver, whole)), [])
  })

  onBench('nft: a router that starts again keeps its table, and what its sets count', async ({ machine }) => {
    await converge(nftDriver(machine), whole)
    const restarted = nftDriver(machine)
    const keys = plan(await restarted.read(whole), wants(restarted, whole)).map(({ key }) => key)
    assert.ok(keys.length > 0 && keys.every((key) => key.startsWith('chain ')), keys.join())
  })

  onBench('nft: the firewall is closed first, and an older one is left enforcing', async ({ machine }) => {
    await closeFirst(machine)
    const closed = JSON.stringify(await machine.nftList('list table inet sallyport'))
    assert.match(closed, /forward/)
    const driver = nftDriver(machine)
    await converge(driver, whole)
    const enforcing = await driver.read(whole)
    await closeFirst(machine)
    assert.deepEqual(await driver.read(whole), enforcing)
  })

  onBench(
    'links: a link that is not there is drift, and made good when it comes back',
    async ({ machine, plug, unplug }) => {
      await unplug('wlan0.4096')
      const driver = linksDriver(machine)
      const drift = await converge(driver, whole)
      assert.ok(
        drift.some(({ what }) => what === 'neighbour wlan0.4096 192.168.2.6'),
        JSON.stringify(drift),
      )
      await plug('wlan0.4096')
      await converge(driver, whole)
      assert.deepEqual(plan(await driver.read(whole), wants(driver, whole)), [])
    },
  )

  onBench('links: an uplink that changes its address keeps its default route', async ({ machine }) => {
    const driver = linksDriver(machine)
    await converge(driver, whole)
    const moved: Network = {
      frame: { ...frame, uplinks: [{ ...frame.uplinks[0]!, address: '198.51.100.9/24', router: '198.51.100.1' }] },
      members: whole.members,
      slots: whole.slots,
    }
    await driver.apply(plan(driver.frame(frame), driver.frame(moved.frame)))
    assert.deepEqual(plan(await driver.read(moved), wants(driver, moved)), [])
  })

  onBench('links: strangers on other links are let be', async ({ machine, plug }) => {
    const driver = linksDriver(machine)
    await plug('other0')
    const address = { kind: 'address', link: 'other0', present: true, ip: '10.9.9.9', prefix: 24 } as const
    assert.deepEqual(await machine.changeLinks([address]), [undefined])
    await converge(driver, whole)
    assert.match(await machine.run(['ip', '-j', 'address', 'show']), /10\.9\.9\.9/)
  })

  onBench('links: whatever another program changes is reported, found and restored', async ({ machine }) => {
    const driver = linksDriver(machine)
    let report: () => void = () => undefined
    using _watching = driver.watch?.(
      () => report(),
      () => whole,
    )
    const [ip, source, net] = ['192.168.2.6', '192.168.2.5', parseSubnet('192.168.2.4/30')!]
    const link = 'wlan0.4096'
    const stray = { table: MAIN_TABLE, metric: 0, origin: 4, gateway: undefined, source: undefined }
    const gone = (change: object) => machine.changeLinks([{ ...change, present: false } as LinkChange])
    const come = (change: object) => machine.changeLinks([{ ...change, present: true } as LinkChange])
    const setting = (name: string, value: string) => async () => machine.writeSysctl(name, value)
    const changes: readonly [change: () => Promise<unknown>, differ: readonly RegExp[]][] = [
      [() => gone({ kind: 'connected route', link, net, source }), [/^connected wlan0.4096 192.168.2.4\/30$/]],
      [() => gone({ kind: 'local route', link, ip: source }), [/^local wlan0.4096 192.168.2.5$/]],
      [
        () => gone({ kind: 'address', link: 'lan0', ip: '10.8.0.1', prefix: 24 }),
        [/^address lan0 10.8/, /^connected lan0 10.8/, /^local lan0 10.8/],
      ],
      [
        () => come({ kind: 'address', link, ip: '10.3.0.1', prefix: 24 }),
        [/^address wlan0/, /^connected wlan0/, /^local wlan0/],
      ],
      [
        () => gone({ kind: 'bridge', link: 'sprloop' }),
        [/^bridge/, /^up/, /^address/, /^connected/, /^local/, /^sysctl net.ipv6.conf.sprloop.disable_ipv6$/],
      ],
      [() => gone({ kind: 'neighbour', link, ip }), [/^neighbour wlan0.4096 192.168.2.6$/]],
      [() => come({ kind: 'neighbour', link, ip, mac: '02:00:00:00:00:99' }), [/^neighbour wlan0.4096 192.168.2.6$/]],
      [
        () =>
          come({
            kind: 'any route',
            route: { ...stray, type: ROUTE_TYPE.unicast, net: parseSubnet('198.51.100.0/24'), link },
          }),
        [/^stray wlan0.4096 254 1 198.51.100.0\/24/],
      ],
      [
        () =>
          come({
            kind: 'any route',
            route: { ...stray, type: ROUTE_TYPE.blackhole, net: parseSubnet('192.168.2.6/32'), link: undefined },
          }),
        [/^stray nowhere 254 6 192.168.2.6\/32/],
      ],
      [
        () =>
          come({
            kind: 'any route',
            route: {
              ...stray,
              type: ROUTE_TYPE.unicast,
              net: parseSubnet('0.0.0.0/0'),
              link: 'wan0',
              gateway: '203.0.113.9',
            },
          }),
        [/^stray wan0 254 1 0.0.0.0\/0 203.0.113.9/],
      ],
      [
        () =>
          gone({
            kind: 'default route',
            link: 'wan0',
            table: MAIN_TABLE,
            metric: 100,
            gateway: '203.0.113.1',
            source: '203.0.113.7',
          }),
        [/^route default metric 100$/],
      ],
      [
        () => gone({ kind: 'route', link: 'lan0', net: parseSubnet('10.51.0.9/32'), gateway: undefined }),
        [/^behind lan0 10.51.0.9/],
      ],
      [() => gone({ kind: 'input guard', bits: 0x400 }), [/^input guard/]],
      [() => gone({ kind: 'rule', priority: 992, table: 0, own: true, action: 'nop' }), [/^rule 992/]],
      [() => come({ kind: 'rule', priority: 1050, table: MAIN_TABLE, source: ip }), [/^rule 1050/]],
      [setting('net.ipv4.ip_forward', '0'), [/^sysctl net.ipv4.ip_forward$/]],
      [setting('net.ipv4.conf.wan0.rp_filter', '0'), [/^sysctl net.ipv4.conf.wan0.rp_filter$/]],
    ]
    await converge(driver, whole)
    for (const [change, differ] of changes) {
      const reported = new Promise<void>((resolve) => {
        report = resolve
      })
      await change()

      await reported
      const keys = plan(await driver.read(whole), wants(driver, whole)).map(({ key }) => key)
      assert.equal(keys.length, differ.length, `${differ.join()}: ${keys.join()}`)
      for (const one of differ)
        assert.ok(
          keys.some((key) => one.test(key)),
          `${one}: ${keys.join()}`,
        )
      assert.deepEqual(await converge(driver, whole), [])
      assert.deepEqual(plan(await driver.read(whole), wants(driver, whole)), [], differ.join())
    }
  })

  onBench('links: what is there already, or gone already, is no failure', async ({ machine }) => {
    const link = 'lan0'
    const [ip, mac] = ['192.168.2.1', '02:00:00:00:00:01']
    const coming: LinkChange[] = [
      { kind: 'bridge', link: 'sprloop', present: true },
      { kind: 'up', link, present: true },
      { kind: 'address', link, present: true, ip, prefix: 30 },
      { kind: 'neighbour', link, present: true, ip: '192.168.2.2', mac },
      { kind: 'default route', link, present: true, table: MAIN_TABLE, metric: 7, gateway: '192.168.2.2', source: ip },
    ]
    const going: LinkChange[] = [
      { kind: 'default route', link, present: false, table: MAIN_TABLE, metric: 7, gateway: '192.168.2.2', source: ip },
      { kind: 'neighbour', link, present: false, ip: '192.168.2.2' },
      { kind: 'address', link, present: false, ip, prefix: 30 },
      { kind: 'up', link, present: false },
      { kind: 'bridge', link: 'sprloop', present: false },
      { kind: 'address', link: 'absent0', present: false, ip, prefix: 30 },
    ]
    for (const changes of [coming, coming, going, going])
      assert.deepEqual(
        await machine.changeLinks(changes),
        changes.map(() => undefined),
      )
  })

  onBench('links: a change that fails is told apart, and holds up no other', async ({ machine }) => {
    const [ip, prefix] = ['192.168.2.1', 30]
    const [absent, wrong, fine] = await machine.changeLinks([
      { kind: 'address', link: 'absent0', present: true, ip, prefix },
      { kind: 'address', link: 'lan0', present: true, ip, prefix: 33 },
      { kind: 'address', link: 'lan0', present: true, ip, prefix },
    ])
    assert.deepEqual(absent, { missing: true, reason: 'no such device' })
    assert.deepEqual(wrong, { missing: false, reason: 'ipv4: Invalid prefix length' })
    assert.equal(fine, undefined)
  })
}
