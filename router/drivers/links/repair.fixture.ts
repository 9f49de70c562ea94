import assert from 'node:assert/strict'
import type { Network } from '../../compiler/network.ts'
import { type LinkChange, MAIN_TABLE, ROUTE_TYPE } from '../../machine/routing.ts'
import { parseSubnet } from '../../values/subnet.ts'
import { type Bench, benchTest, converge, frame, whole } from '../bench.fixture.ts'
import { plan, wantedItems } from '../driver.ts'
import { linksDriver } from './driver.ts'

/** Links that are missing or that another program changed: run on the kernel and on the fake machine. */
export function linkRepairSuite(where: string, open: () => Promise<Bench>): void {
  const onBench = benchTest(where, open)

  onBench(
    'links: a link that is missing is drift, and is set up when it comes back',
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
      assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole)), [])
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
    assert.deepEqual(plan(await driver.read(moved), wantedItems(driver, moved)), [])
  })

  onBench('links: settings of other links are not changed', async ({ machine, plug }) => {
    const driver = linksDriver(machine)
    await plug('other0')
    const address = { kind: 'address', link: 'other0', present: true, ip: '10.9.9.9', prefix: 24 } as const
    assert.deepEqual(await machine.changeLinks([address]), [undefined])
    await converge(driver, whole)
    assert.match(await machine.run(['ip', '-j', 'address', 'show']), /10\.9\.9\.9/)
  })

  onBench('links: every change by another program is reported, found and undone', async ({ machine }) => {
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
      const keys = plan(await driver.read(whole), wantedItems(driver, whole)).map(({ key }) => key)
      assert.equal(keys.length, differ.length, `${differ.join()}: ${keys.join()}`)
      for (const one of differ)
        assert.ok(
          keys.some((key) => one.test(key)),
          `${one}: ${keys.join()}`,
        )
      assert.deepEqual(await converge(driver, whole), [])
      assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole)), [], differ.join())
    }
  })

  onBench('links: adding an existing item or removing a missing one is no failure', async ({ machine }) => {
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

  onBench('links: the reason of a failed change is distinguished, and the others are made', async ({ machine }) => {
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
