import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../errors.ts'
import { fakeMachine } from '../machine/fake.fixture.ts'
import { verbatim } from '../phrases/phrase.ts'
import { type Bench, frame } from './bench.fixture.ts'
import { plan, wantedItems } from './driver.ts'
import { linksDriver } from './links/driver.ts'
import { linkRepairSuite } from './links/repair.fixture.ts'
import { linksSuite, vlanSuite } from './links/suite.fixture.ts'
import { nftDriver } from './nft/driver.ts'
import { nftSuite } from './nft/suite.fixture.ts'
import { driverSuite } from './suite.fixture.ts'

const open = async (): Promise<Bench> => {
  const machine = fakeMachine()
  return {
    machine,
    plug: async (link) => machine.ip.plug(link),
    unplug: async (link) => machine.ip.unplug(link),
    [Symbol.asyncDispose]: async () => undefined,
  }
}

driverSuite('fake machine', open)
nftSuite('fake machine', open)
linkRepairSuite('fake machine', open)
linksSuite('fake machine', open)
vlanSuite('fake machine', open)

test('without XFRM in the kernel the input guard is no drift', async () => {
  const fake = fakeMachine()
  for (const link of ['wan0', 'lan0']) fake.ip.plug(link)
  const machine = {
    ...fake,
    readInputGuards: async () => undefined,
    changeLinks: async (changes: Parameters<typeof fake.changeLinks>[0]) =>
      (await fake.changeLinks(changes)).map((failure, i) =>
        changes[i]?.kind === 'input guard' ? { reason: 'this kernel has no XFRM', missing: true } : failure,
      ),
  }
  const driver = linksDriver(machine)
  const network = { frame, members: new Map(), slots: new Map() }
  assert.deepEqual(await driver.apply(plan(await driver.read(network), wantedItems(driver, network))), [])
  assert.deepEqual(plan(await driver.read(network), wantedItems(driver, network)), [])
})

/** A driver whose table was changed before it started, and cannot be listed at these numbers of its lists. */
async function onUnlistable(owns: boolean, ...failing: readonly number[]) {
  const fake = fakeMachine()
  let lists = 0
  const machine = {
    ...fake,
    owns: () => owns,
    nftList: async (...listed: Parameters<typeof fake.nftList>) => {
      if (failing.includes(++lists)) throw new Unavailable(verbatim('the firewall cannot be read from the kernel'))
      return fake.nftList(...listed)
    },
  }
  await fake.nft('add table inet sallyport\nadd chain inet sallyport strange')
  const driver = nftDriver(machine)
  const network = { frame, members: new Map(), slots: new Map() }
  return { driver, steps: async () => plan(await driver.read(network), wantedItems(driver, network)) }
}

for (const owns of [false, true])
  test(`a table that libnftables cannot list is replaced${owns ? ', also by its new owner' : ''}`, async () => {
    const { driver, steps } = await onUnlistable(owns, 1)
    assert.deepEqual(await driver.apply(await steps()), [])
    assert.deepEqual(await steps(), [])
  })

test('a table that only its owner can have changed is not replaced because a listing fails', async () => {
  const { driver, steps } = await onUnlistable(true, 3)
  await driver.apply(await steps()) // The second list is that of what was written.
  await assert.rejects(steps, Unavailable)
  assert.deepEqual(await steps(), [])
})
