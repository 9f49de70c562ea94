import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Driver } from '../drivers/driver.ts'
import { Refused } from '../errors.ts'
import type { Drift } from '../events/catalogue.ts'
import { verbatim } from '../phrases/phrase.ts'
import { arrives, elementsOf, LAPTOP, openHome } from './home.fixture.ts'

test('a pass run twice does nothing the second time', async () => {
  const { pass, transactions } = await openHome()
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  const before = transactions.length
  await pass.converge()
  assert.equal(transactions.length, before)
})

test('a driver that fails is reported as drift and retried, and the others continue', async () => {
  let broken = true
  const applied: string[] = []
  const radio: Driver = {
    name: 'radio',
    frame: () => new Map([['channel', { kind: 'channel' }]]),
    member: () => new Map(),
    read: async () => new Map(broken ? [] : applied.map((key) => [key, { kind: key }])),
    async apply(steps) {
      if (broken) throw new Error('unplugged')
      applied.push(...steps.map(({ key }) => key))
      return []
    },
  }
  const { machine, pass, bus } = await openHome([radio])
  const published: Drift[][] = []
  using _listening = bus.subscribe('system:drift', ({ drift }) => published.push(drift))
  assert.deepEqual(
    pass.drift.map(({ driver }) => driver),
    ['radio'],
  )
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  assert.match(await elementsOf(machine, 'internet_access'), /192\.168\.2\.6/)
  broken = false
  await machine.clock.step(1000)
  await pass.converge()
  assert.deepEqual(applied, ['channel'])
  assert.deepEqual(pass.drift, [])
  assert.deepEqual(published.at(-1), [])
})

test('all drivers withdraw, and the failure of one is reported afterwards', async () => {
  const broken: Driver = {
    name: 'broken',
    frame: () => new Map(),
    member: () => new Map(),
    read: async () => Promise.reject(new Error('unplugged')),
    apply: async () => [],
  }
  const { machine, pass } = await openHome([broken])
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  const addresses = () => machine.ip.links.get('lan0')?.addresses.size
  assert.equal(addresses(), 1)
  await assert.rejects(pass.withdraw(), /unplugged/)
  assert.equal(addresses(), 0)
})

test('a change that nothing reported is undone within a minute', async () => {
  const { machine, pass } = await openHome()
  await machine.nft('add element inet sallyport lan_access { 192.168.2.10 . "lan0" : accept }')
  await machine.clock.step(60_000)
  await pass.converge()
  assert.doesNotMatch(await elementsOf(machine, 'lan_access'), /192\.168\.2\.10/)
})

test('a firewall that cannot be read is not treated as missing', async () => {
  const { machine, pass, transactions } = await openHome()
  const before = transactions.length
  Object.assign(machine, {
    nftList: async () => {
      throw new Refused(verbatim('Device or resource busy'))
    },
  })
  await pass.converge()
  assert.equal(transactions.length, before)
  assert.deepEqual(
    pass.drift.map(({ driver }) => driver),
    ['nft'],
  )
})
