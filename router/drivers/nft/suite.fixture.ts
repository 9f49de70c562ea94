import assert from 'node:assert/strict'
import { FIREWALL } from '../../compiler/firewall/ruleset.ts'
import type { Network } from '../../compiler/network.ts'
import { Refused } from '../../errors.ts'
import { addressSet } from '../../values/addressset.ts'
import { ipToNumber } from '../../values/ip.ts'
import { type Bench, benchTest, converge, empty, frame, laptop, whole } from '../bench.fixture.ts'
import { plan, wantedItems } from '../driver.ts'
import { closeFirst } from './closed.ts'
import { nftDriver } from './driver.ts'
import { tableTexts } from './render.ts'

/** Tests of the firewall, for the kernel and the fake machine. */
export function nftSuite(where: string, open: () => Promise<Bench>): void {
  const onBench = benchTest(where, open)

  onBench('nft: additions by another program are found and removed', async ({ machine }) => {
    const driver = nftDriver(machine)
    await converge(driver, whole)
    await machine.nft('add rule inet sallyport forward accept')
    await machine.nft('add element inet sallyport lan_access { 192.168.2.10 . "lan0" : accept }')
    await machine.nft('add element inet sallyport internet_access { * : accept }')
    await machine.nft('add chain inet sallyport strange')
    const steps = plan(await driver.read(whole), wantedItems(driver, whole))
    assert.deepEqual(steps.map(({ key }) => key).sort(), [
      'chain forward',
      'chain strange',
      'element internet_access *',
      'element lan_access 192.168.2.10 . "lan0"',
    ])
    await driver.apply(steps)
    assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole)), [])
    await machine.nft('add element inet sallyport internet_access { * : accept }')
    await converge(driver, whole)
    assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole)), [])
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
      assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole)), [], foreign)
    }
    const driver = nftDriver(machine, { isOther: true })
    assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole))[0]?.key, 'table')
    assert.deepEqual(await converge(driver, whole), [])
    assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole)), [])
  })

  onBench('nft: a table is not replaced by one that the kernel rejects', async ({ machine }) => {
    await machine.nft('add table inet sallyport\nadd chain inet sallyport strange')
    const bad = 'add rule inet sallyport nowhere accept'
    const replaceTable: typeof machine.replaceTable = (name, { fill }) =>
      machine.replaceTable(
        name,
        tableTexts((table) => `${fill(table)}\n${bad}`),
      )
    const driver = nftDriver({ ...machine, replaceTable }, { isOther: true })
    const before = JSON.stringify(await machine.nftList(FIREWALL))
    await assert.rejects(() => converge(driver, whole), Refused)
    assert.equal(JSON.stringify(await machine.nftList(FIREWALL)), before)
  })

  onBench('nft: a table that another program made dormant is found and enabled', async ({ machine }) => {
    const driver = nftDriver(machine)
    await converge(driver, whole)
    await machine.nft('add table inet sallyport { flags dormant; }')
    assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole))[0]?.key, 'table')
    await converge(driver, whole)
    assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole)), [])
    assert.doesNotMatch(JSON.stringify(await machine.nftList(FIREWALL, 'terse')), /"flags": ?"/)
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
      assert.deepEqual(plan(await driver.read(network), wantedItems(driver, network)), [])
    }
    assert.deepEqual(transactions, [])
    const moved = { ...laptop, admissions: [{ map: 'internet_access', key: ['192.168.2.6', 'lan0'] }] }
    await driver.apply(plan(driver.member(laptop, frame), driver.member(moved, frame)))
    const network = { ...whole, members: new Map([...whole.members, [moved.identity, moved]]) }
    assert.deepEqual(plan(await driver.read(network), wantedItems(driver, network)), [])
  })

  onBench('nft: a set of networks is filled anew without the rules', async ({ machine }) => {
    const transactions: string[] = []
    const driver = nftDriver({
      ...machine,
      nft: async (text) => {
        transactions.push(text)
        await machine.nft(text)
      },
    })
    const blocking = (...ranges: [string, string][]): Network => {
      const all = addressSet(ranges.map(([first, last]) => ({ start: ipToNumber(first), end: ipToNumber(last) })))
      return { ...empty, frame: { ...frame, geo: { sources: [], all } } }
    }
    // A prefix, a range, and one address: the kernel lists each in another way.
    const first = blocking(['5.0.0.0', '5.0.255.255'], ['6.0.0.0', '6.0.2.7'], ['203.0.113.9', '203.0.113.9'])
    const second = blocking(['5.0.128.0', '5.1.0.0'], ['223.0.0.0', '223.255.255.255'])
    await converge(driver, first)
    assert.deepEqual(plan(await driver.read(first), wantedItems(driver, first)), [])
    transactions.length = 0
    await converge(driver, second)
    assert.deepEqual(plan(await driver.read(second), wantedItems(driver, second)), [])
    assert.equal(transactions.length, 1)
    assert.doesNotMatch(transactions[0]!, /chain|rule|delete/)
    for (const command of [
      'flush set inet sallyport geo',
      'add element inet sallyport geo { 7.0.0.0-7.255.255.255 }',
    ]) {
      await machine.nft(command)
      assert.deepEqual(
        plan(await driver.read(second), wantedItems(driver, second)).map(({ key }) => key),
        ['set geo'],
      )
      await converge(driver, second)
      assert.deepEqual(plan(await driver.read(second), wantedItems(driver, second)), [])
    }
    await converge(driver, empty)
    assert.deepEqual(plan(await driver.read(empty), wantedItems(driver, empty)), [])
  })

  onBench('nft: only changes of the table by another program are reported', async ({ machine }) => {
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
    assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole)), [])
  })

  onBench('nft: a transaction that is refused changes nothing', async ({ machine }) => {
    const driver = nftDriver(machine)
    await converge(driver, whole)
    const bad = { ...laptop, admissions: [{ map: 'lan_access', key: ['192.168.2.6', 'a-link-name-too-long'] }] }
    const steps = plan(driver.member(laptop, frame), driver.member(bad, frame))
    await assert.rejects(() => driver.apply(steps), Refused)
    assert.deepEqual(plan(await driver.read(whole), wantedItems(driver, whole)), [])
  })

  onBench('nft: a restarted router keeps its table and the counters of its sets', async ({ machine }) => {
    await converge(nftDriver(machine), whole)
    const restarted = nftDriver(machine)
    const keys = plan(await restarted.read(whole), wantedItems(restarted, whole)).map(({ key }) => key)
    assert.ok(keys.length > 0 && keys.every((key) => key.startsWith('chain ')), keys.join())
  })

  onBench('nft: the firewall is closed at start, and an older one is kept', async ({ machine }) => {
    await closeFirst(machine)
    const closed = JSON.stringify(await machine.nftList(FIREWALL))
    assert.match(closed, /forward/)
    await machine.nft('delete table inet sallyport\nadd table inet sallyport')
    await closeFirst(machine)
    assert.match(JSON.stringify(await machine.nftList(FIREWALL)), /forward/, 'a run that ended before it wrote rules')
    const driver = nftDriver(machine)
    await converge(driver, whole)
    const enforcing = await driver.read(whole)
    await closeFirst(machine)
    assert.deepEqual(await driver.read(whole), enforcing)
  })
}
