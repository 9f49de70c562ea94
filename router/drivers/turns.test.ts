import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Member, Network } from '../compiler/network.ts'
import { fakeMachine } from '../machine/fake.fixture.ts'
import { mostInOneTurn } from '../machine/turns.fixture.ts'
import { numberToIp } from '../values/ip.ts'
import { frame, laptop } from './bench.fixture.ts'
import { type Driver, type Item, plan, planWhole, wantedItems } from './driver.ts'
import { linksDriver } from './links/driver.ts'
import { nftDriver } from './nft/driver.ts'

/** A thousand devices, each on its own link. */
const members: ReadonlyMap<string, Member> = new Map(
  Array.from({ length: 1000 }, (_, i) => {
    const [routerIp, ip] = [1, 2].map((host) => numberToIp(0x0a80_0000 + 4 * i + host)) as [string, string]
    return [`${i}`, { ...laptop, place: { ...laptop.place!, link: `wlan0.${i}`, ip, routerIp } }]
  }),
)
const network: Network = { frame, members, slots: new Map() }

test('the items of a thousand devices are made and compared in turns of the event loop', async () => {
  let onCompare = (): void => {}
  let onMember = (): void => {}
  const items = (own: string): ReadonlyMap<string, Item> =>
    new Map(Array.from({ length: 10 }, (_, i) => [`${own} ${i}`, { kind: `${own} ${i}` }]))
  const counted: Driver = {
    name: 'counted',
    frame: () => items('frame'),
    member: ({ place }) => {
      onMember()
      return items(place!.ip)
    },
    read: async () => new Map(),
    apply: async () => [],
  }
  const want = wantedItems(counted, network)
  const have = new Map(
    [...want].slice(5).map(([key, { kind }]) => [
      key,
      {
        get kind() {
          onCompare()
          return kind
        },
      },
    ]),
  )
  have.set('foreign', { kind: 'foreign' })
  const most = await mostInOneTurn(async (count) => {
    onMember = count
    assert.deepEqual(
      (await planWhole(counted, have, network)).map(({ key }) => key),
      plan(have, want).map(({ key }) => key),
    )
    onMember = () => {}
  })
  assert.equal(most, 50)
  const compared = await mostInOneTurn((count) => {
    onCompare = count
    return planWhole(counted, have, network)
  })
  // Node reads it twice to compare it.
  assert.ok(compared <= 1000, `${compared}`)
})

test('elements that the kernel lists are read in turns of the event loop', async () => {
  const fake = fakeMachine()
  let onRead = (): void => {}
  const elem = Array.from({ length: 4000 }, (_, i) => ({
    get elem() {
      onRead()
      return { val: numberToIp(0x0a80_0000 + i), counter: { packets: 0, bytes: 0 } }
    },
  }))
  const set = { family: 'inet', table: 'sallyport', type: 'ipv4_addr', stmt: [{ counter: null }], elem }
  const driver = nftDriver({
    ...fake,
    nftList: async (command, detail) => {
      const { nftables } = (await fake.nftList(command, detail)) as { nftables: unknown[] }
      return { nftables: [...nftables, { set: { ...set, name: 'one' } }, { set: { ...set, name: 'other' } }] }
    },
  })
  await driver.apply(
    [...wantedItems(driver, { ...network, members: new Map() })].map(([key, value]) => ({
      key,
      had: undefined,
      value,
    })),
  )
  let read = 0
  const most = await mostInOneTurn(async (count) => {
    onRead = count
    const items = await driver.read(network)
    read = [...items.keys()].filter((key) => /^element (one|other) /.test(key)).length
  })
  assert.equal(read, 8000)
  assert.equal(most, 500)
})

test('settings of a thousand links are read in turns of the event loop', async () => {
  const fake = fakeMachine()
  const most = await mostInOneTurn((count) =>
    linksDriver({
      ...fake,
      readSysctl(name) {
        count()
        return fake.readSysctl(name)
      },
    }).read(network),
  )
  assert.ok(most <= 100 && most > 10, `${most}`)
})
