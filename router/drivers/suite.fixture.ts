import assert from 'node:assert/strict'
import type { Network } from '../compiler/network.ts'
import type { Machine } from '../machine/machine.ts'
import { parseSubnet } from '../values/subnet.ts'
import { type Bench, benchTest, converge, frame, laptop, printer, rules, whole } from './bench.fixture.ts'
import { type Driver, plan, wantedItems } from './driver.ts'
import { linksDriver } from './links/driver.ts'
import { nftDriver } from './nft/driver.ts'

/** Tests of all drivers of the kernel, for the kernel and the fake machine. */
export function driverSuite(where: string, open: () => Promise<Bench>): void {
  const drivers: [string, (machine: Machine) => Driver][] = [
    ['nft', nftDriver],
    ['links', linksDriver],
  ]
  const onBench = benchTest(where, open)
  for (const [name, openDriver] of drivers) {
    onBench(`${name}: the items that are read are those that were applied`, async ({ machine }) => {
      const driver = openDriver(machine)
      assert.deepEqual(await converge(driver, whole), [])
      assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole)), [])
    })

    onBench(`${name}: a restarted router finds its items`, async ({ machine }) => {
      await converge(openDriver(machine), whole)
      const restarted = openDriver(machine)
      await converge(restarted, whole)
      assert.deepEqual(plan(await restarted.read(whole), wantedItems(restarted, whole)), [])
    })

    onBench(`${name}: all items of a removed member are removed`, async ({ machine }) => {
      const driver = openDriver(machine)
      const less: Network = { frame, members: new Map([[printer.identity, printer]]), slots: rules.slots }
      await converge(driver, less)
      const before = await driver.read(whole)
      await driver.apply(plan(new Map(), driver.member(laptop, frame)))
      await driver.apply(plan(driver.member(laptop, frame), new Map()))
      const remains = new Map([...(await driver.read(whole))].filter(([key]) => !/^(up|sysctl) /.test(key)))
      assert.deepEqual(remains, new Map([...before].filter(([key]) => !/^(up|sysctl) /.test(key))))
    })

    onBench(`${name}: a frame is replaced by another`, async ({ machine }) => {
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
        plan(await driver.read(other), wantedItems(driver, other)).filter(({ value }) => value !== undefined),
        [],
      )
    })
  }
}
