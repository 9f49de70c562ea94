import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIREWALL } from '../compiler/firewall/ruleset.ts'
import { driftOf } from '../drivers/driver.ts'
import type { Drift } from '../events/catalogue.ts'
import { settled } from '../machine/stepped.fixture.ts'
import { phrase } from '../phrases/phrase.ts'
import { ipToNumber } from '../values/ip.ts'
import { arrives, connection, elementsOf, LAPTOP, openHome, PRINTER } from './home.fixture.ts'

test('a firewall that another program changed is repaired when the kernel reports it', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => arrives(draft, PRINTER, '192.168.2.10', ['wan']))
  for (const command of [
    'insert rule inet sallyport forward accept',
    'add element inet sallyport lan_access { 192.168.2.10 . "lan0" : accept }',
    'flush ruleset',
  ]) {
    await machine.run(['nft', command])
    await pass.change(() => undefined)
    const table = JSON.stringify(await machine.nftList(FIREWALL))
    assert.match(table, /"internet_access".*192\.168\.2\.10/)
    assert.doesNotMatch(await elementsOf(machine, 'lan_access'), /192\.168\.2\.10/)
    assert.doesNotMatch(table, /"chain":"forward","expr":\["accept"\]/)
    await machine.clock.step(20_000)
  }
})

test('a rule that another program adds between writing and listing a chain is removed', async () => {
  const { machine, pass } = await openHome()
  const insert = ['nft', 'insert rule inet sallyport forward accept']
  const { nftList } = machine
  let isInserted = false
  Object.assign(machine, {
    nftList: async (...listed: Parameters<typeof nftList>) => {
      if (listed[1] === 'terse' && !isInserted) {
        isInserted = true
        await machine.run(insert)
      }
      return nftList(...listed)
    },
  })
  await machine.run(insert)
  await pass.change(() => undefined)
  await machine.clock.step(20_000)
  await pass.change(() => undefined)
  assert.ok(isInserted)
  const table = JSON.stringify(await machine.nftList(FIREWALL))
  assert.doesNotMatch(table, /"chain":"forward","expr":\["accept"\]/)
})

test('a change by another program is drift until it is repaired', async () => {
  const { machine, pass, bus } = await openHome()
  const published: Drift[][] = []
  using _listening = bus.subscribe('system:drift', ({ drift }) => published.push(drift))
  const repaired: unknown[] = []
  using _repairs = bus.subscribe('system:drift:repaired', (event) => repaired.push(event))
  await machine.run(['nft', 'insert rule inet sallyport forward accept'])
  await pass.change(() => undefined)
  assert.deepEqual(published, [[driftOf('nft', 'chain forward', phrase('machine.changedByOther'))], []])
  assert.deepEqual(repaired, [{ Driver: 'nft', What: ['chain forward'] }])
  assert.deepEqual(pass.drift, [])
})

test('a route that another program deleted is drift until it is restored', async () => {
  const { machine, pass, bus } = await openHome()
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  const published: Drift[][] = []
  using _listening = bus.subscribe('system:drift', ({ drift }) => published.push(drift))
  const net = { base: ipToNumber('192.168.2.4'), prefix: 30 }
  const route = { kind: 'connected route', link: 'lan0', net, source: '192.168.2.5' } as const
  await machine.clock.step(20_000)
  await machine.changeLinks([{ ...route, present: false }])
  await pass.change(() => undefined)
  assert.deepEqual(
    published.map((drift) => drift.map(({ what }) => what)),
    [['connected lan0 192.168.2.4/30'], []],
  )
  assert.equal(machine.ip.links.get('lan0')?.connected.get('192.168.2.4/30'), '192.168.2.5')
})

test('connections that were opened while the firewall was changed end with the repair, unless they are permitted', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => {
    arrives(draft, LAPTOP, '192.168.2.6', ['wan'])
    arrives(draft, PRINTER, '192.168.2.10', [])
  })
  for (const command of [
    'insert rule inet sallyport forward accept',
    'add element inet sallyport internet_access { 192.168.2.10 . "lan0" : accept }',
    'flush ruleset',
  ]) {
    machine.ip.flows.push(connection('192.168.2.6', '1.2.3.4', 443), connection('192.168.2.10', '1.2.3.4', 443))
    await machine.run(['nft', command])
    await pass.change(() => undefined)
    assert.deepEqual([...new Set(machine.ip.flows.map(({ original }) => original.source))], ['192.168.2.6'], command)
    await machine.clock.step(20_000)
  }
})

test('connections that were let in end while a change is still being applied', async () => {
  const applied = Promise.withResolvers<void>()
  let report = (_undone: readonly string[]): void => {}
  const empty = () => new Map()
  const { machine, pass } = await openHome([
    {
      ...{ name: 'other', admits: true, frame: empty, member: empty, read: async () => new Map() },
      apply: async () => [],
      watch(changed) {
        report = changed
        return { [Symbol.dispose]: () => undefined }
      },
    },
  ])
  await pass.change((draft) => arrives(draft, PRINTER, '192.168.2.10', []))
  const { changeLinks } = machine
  Object.assign(machine, {
    changeLinks: (...given: Parameters<typeof changeLinks>) => applied.promise.then(() => changeLinks(...given)),
  })
  const change = pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  machine.ip.flows.push(connection('192.168.2.10', '1.2.3.4', 443))
  report(['element internet_access'])
  await settled()
  assert.deepEqual(machine.ip.flows, [])
  assert.deepEqual(
    pass.drift.map(({ what }) => what),
    ['element internet_access'],
  )
  applied.resolve()
  await change
  await settled()
  assert.deepEqual(pass.drift, [])
})

test('the firewall is not read again after the router’s own changes', async () => {
  const { machine, pass } = await openHome()
  let lists = 0
  const { nftList } = machine
  Object.assign(machine, {
    nftList: (...listed: Parameters<typeof nftList>) => {
      lists++
      return nftList(...listed)
    },
  })
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['dns']))
  assert.equal(lists, 0)
})

test('repeated changes by another program are repaired at growing intervals, and are drift until then', async () => {
  const { machine, pass, transactions } = await openHome()
  const before = transactions.length
  for (let second = 0; second < 60; second++) {
    await machine.run(['nft', 'insert rule inet sallyport forward accept'])
    await machine.clock.step(1000)
    await pass.change(() => undefined)
  }
  assert.ok(transactions.length - before < 20, `${transactions.length - before} repairs in a minute`)
  await machine.run(['nft', 'insert rule inet sallyport forward accept'])
  assert.match(JSON.stringify(pass.drift), /another program keeps changing it; repaired in \d s/)
  await machine.clock.step(5000)
  await pass.change(() => undefined)
  assert.doesNotMatch(JSON.stringify(await machine.nftList(FIREWALL)), /"forward","expr":\["accept"\]/)
  assert.deepEqual(pass.drift, [])
})

test('repeated reports of a missing link are no changes by another program', async () => {
  let report = (): void => {}
  const item = { kind: 'up', link: 'wg0' } as const
  const { machine, pass, bus } = await openHome([
    {
      name: 'other',
      frame: () => new Map([['up wg0', item]]),
      member: () => new Map(),
      read: async () => new Map(),
      foreign: () => [],
      apply: async () => [driftOf('other', 'up wg0', phrase('machine.changedByOther'))],
      watch(changed) {
        report = changed
        return { [Symbol.dispose]: () => undefined }
      },
    },
  ])
  const published: Drift[] = []
  using _listening = bus.subscribe('system:drift', ({ drift }) => published.push(...drift))
  using _repairs = bus.subscribe('system:drift:repaired', () => assert.fail('nothing was repaired'))
  for (let repair = 0; repair < 10; repair++) {
    report()
    await machine.clock.step(20)
    await pass.change(() => undefined)
  }
  assert.deepEqual([...new Set([...published, ...pass.drift].map(({ what }) => what))], ['up wg0'])
})
