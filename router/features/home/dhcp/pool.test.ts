import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { parseSubnet } from '../../../values/subnet.ts'
import { Blocks } from './blocks.ts'
import { deviceOf } from './household.fixture.ts'
import { HOLD_MS, openPool, SPOILED_MS } from './pool.ts'

function open(...TinyNets: string[]) {
  const memory = openMemoryFacts({ subnet: { TinyNets, LeaseTime: '24h0m0s' } })
  const clock = openSteppedClock()
  const pool = openPool({ ...memory, clock })
  memory.watch((entries) => pool.learn(entries))
  return { ...memory, clock, pool }
}

test('addresses are assigned in order through all networks, from the first block on', () => {
  const { pool } = open('192.168.2.0/24', '10.5.0.0/24')
  const given = Array.from({ length: 130 }, (_, i) => pool.hold(`device ${i}`))
  assert.deepEqual(given.slice(0, 3), ['192.168.2.2', '192.168.2.6', '192.168.2.10'])
  assert.deepEqual(given.slice(63, 65), ['192.168.2.254', '10.5.0.2'])
  assert.deepEqual(given.slice(127), ['10.5.0.254', undefined, undefined])
})

test('the address of a device is not offered to others until the device is removed', async () => {
  const { pool, change } = open('192.168.2.0/24')
  await change((draft) => draft.devices.put('a', deviceOf('a', { RecentIP: '192.168.2.2' })))
  assert.equal(pool.hold('b'), '192.168.2.6')
  await change((draft) => draft.devices.remove('a'))
  assert.equal(pool.hold('c'), '192.168.2.2')
})

test('concurrent requests of two devices get different offers, and repeated ones the same', () => {
  const { pool } = open('192.168.2.0/24')
  assert.deepEqual([pool.hold('a'), pool.hold('b'), pool.hold('a')], ['192.168.2.2', '192.168.2.6', '192.168.2.2'])
})

test('an offer that nobody takes up ends after a minute', async () => {
  const { pool, clock } = open('192.168.2.0/24')
  pool.hold('a')
  await clock.step(HOLD_MS - 1)
  assert.equal(pool.hold('b'), '192.168.2.6')
  await clock.step(1)
  assert.equal(pool.held('a'), undefined)
  assert.equal(pool.hold('c'), '192.168.2.2')
})

test('offers and conflicts last as long when the clock is set', async () => {
  const { pool, clock } = open('192.168.2.0/24')
  pool.hold('a')
  pool.spoil('192.168.2.6')
  clock.set(365 * 24 * 3600_000)
  assert.deepEqual([pool.held('a'), pool.isSound('192.168.2.6')], ['192.168.2.2', false])
  clock.set(-2 * 365 * 24 * 3600_000)
  await clock.step(SPOILED_MS)
  assert.deepEqual([pool.hold('b'), pool.hold('c')], ['192.168.2.2', '192.168.2.6'])
})

test('an address found in use is not offered for a while, and false reports cannot exhaust the pool', async () => {
  const { pool, clock } = open('192.168.2.0/24')
  for (let i = 0; i < 64; i++) pool.spoil(`192.168.2.${i * 4 + 2}`)
  const given = Array.from({ length: 64 }, (_, i) => pool.hold(`device ${i}`))
  assert.equal(given.filter((ip) => ip !== undefined).length, 56)
  await clock.step(SPOILED_MS)
  assert.ok(pool.isSound('192.168.2.254'))
})

test('after a change of networks, addresses come from the new ones, and those of the old ones are invalid', async () => {
  const { pool, change } = open('192.168.2.0/24')
  await change((draft) => draft.devices.put('a', deviceOf('a', { RecentIP: '192.168.2.6' })))
  pool.hold('b')
  await change((draft) => draft.set('subnet', { TinyNets: ['10.0.0.0/24', '192.168.2.0/24'], LeaseTime: '1h0m0s' }))
  assert.equal(pool.held('b'), '192.168.2.2')
  assert.equal(pool.hold('c'), '10.0.0.2')
  await change((draft) => draft.set('subnet', { TinyNets: ['10.0.0.0/24'], LeaseTime: '1h0m0s' }))
  assert.equal(pool.held('b'), undefined)
  assert.equal(pool.isSound('192.168.2.6'), false)
  assert.equal(pool.hold('b'), '10.0.0.6')
})

test('four million blocks: the last free one is found', () => {
  const blocks = new Blocks([parseSubnet('10.0.0.0/8')!])
  assert.equal(blocks.total, 2 ** 22)
  for (let index = 0; index < blocks.total - 1; index++) blocks.mark(index, true)
  assert.equal(blocks.addressOf(blocks.first()!), '10.255.255.254')
  blocks.mark(blocks.total - 1, true)
  assert.equal(blocks.first(), undefined)
  blocks.mark(12345, false)
  assert.equal(blocks.first(), 12345)
})

test('the first free block is the lowest, whatever was taken and given back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(127), fc.boolean()), { maxLength: 300 }), (marks) => {
      const blocks = new Blocks([parseSubnet('10.0.0.0/24')!, parseSubnet('10.0.1.0/24')!])
      const taken = new Set<number>()
      for (const [index, set] of marks) {
        blocks.mark(index, set)
        if (set) taken.add(index)
        else taken.delete(index)
      }
      const lowest = Array.from({ length: 128 }, (_, i) => i).find((i) => !taken.has(i))
      assert.equal(blocks.first(), lowest)
    }),
  )
})
