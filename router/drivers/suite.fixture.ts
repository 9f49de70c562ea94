import assert from 'node:assert/strict'
import type { Network } from '../compiler/network.ts'
import type { Machine } from '../machine/machine.ts'
import { parseSubnet } from '../values/subnet.ts'
import { type Bench, benchTest, converge, frame, laptop, printer, rules, whole } from './bench.fixture.ts'
import { type Driver, plan, wants } from './driver.ts'
import { linksDriver } from './links/driver.ts'
import { nftDriver } from './nft/driver.ts'

/** How every driver of the kernel behaves, whether the machine is a real one or the fake: run on both. */
export function driverSuite(where: string, open: () => Promise<Bench>): void {
  const drivers: [string, (machine: Machine) => Driver][] = [
    ['nft', nftDriver],
    ['links', linksDriver],
  ]
  const onBench = benchTest(where, open)
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
}
