import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Counts } from '../../../model/traffic/flows/change.ts'
import type { NetCount } from '../../../model/traffic/flows/counters.ts'
import { ipToNumber, numberToIp } from '../../../values/ip.ts'
import { History } from './history.ts'

const [PHONE, TV] = ['192.168.2.6', '192.168.2.10']
const PHONES = ipToNumber(PHONE)
const wan = (WanIn: number): NetCount => ({ LanIn: 0, LanOut: 0, WanIn, WanOut: 0 })
const counts = (wanIn: number): Counts => [0, 0, wanIn, 0]

async function read(history: History, minutes?: number): Promise<Record<string, NetCount>[]> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(history.text(numberToIp, minutes))).toString())
}

test('recorded minutes are returned unchanged, newest first', async () => {
  const minutes = [
    {},
    { [PHONE]: wan(1) },
    { [PHONE]: wan(1), [TV]: wan(5) },
    { [TV]: wan(5) },
    { [TV]: wan(6), [PHONE]: wan(7) },
  ]
  const history = new History()
  for (const [at, minute] of minutes.entries())
    history.record(new Map(Object.entries(minute).map(([ip, { WanIn }]) => [ipToNumber(ip), counts(WanIn)])), at)
  assert.deepEqual(await read(history), minutes.toReversed())
  assert.deepEqual(await read(history, 2), minutes.toReversed().slice(0, 2))
})

test('without a sample the history is empty', async () => {
  assert.deepEqual(await read(new History()), [])
})

test('one day of minutes is kept', async () => {
  const history = new History()
  for (let minute = 1; minute <= 1500; minute++) history.record(new Map([[PHONES, counts(minute)]]), minute)
  const all = await read(history, 9999)
  assert.equal(all.length, 1440)
  assert.deepEqual(all[0], { [PHONE]: wan(1500) })
  assert.deepEqual(all.at(-1), { [PHONE]: wan(61) })
})

test('a minute that is recorded during a read is not part of it', async () => {
  const history = new History()
  history.record(new Map([[PHONES, counts(1)]]), 1)
  const reading = history.text(numberToIp)
  const chunks = [(await reading.next()).value as Uint8Array]
  history.record(new Map([[PHONES, counts(2)]]), 2)
  for await (const chunk of reading) chunks.push(chunk)
  assert.deepEqual(JSON.parse(Buffer.concat(chunks).toString()), [{ [PHONE]: wan(1) }])
})

test('minutes without a sample repeat the one before, unless the clock was set', async () => {
  const history = new History()
  history.record(new Map([[PHONES, counts(1)]]), 10)
  history.record(new Map([[PHONES, counts(2)]]), 13)
  assert.deepEqual(
    await read(history),
    [2, 1, 1, 1].map((bytes) => ({ [PHONE]: wan(bytes) })),
  )
  history.record(new Map(), 30_000_000)
  history.record(new Map(), 7)
  assert.equal((await read(history)).length, 6)
})

test('values are shown at the present address of a device, omitted without one, and summed at a shared one', async () => {
  const history = new History()
  history.record(new Map(), 1)
  history.record(
    new Map([
      [1, counts(5)],
      [2, counts(7)],
      [3, counts(9)],
    ]),
    2,
  )
  const addresses = new Map([
    [1, PHONE],
    [2, TV],
  ])
  const shown = async () =>
    JSON.parse(Buffer.concat(await Array.fromAsync(history.text((owner) => addresses.get(owner), 1))).toString())
  assert.deepEqual(await shown(), [{ [PHONE]: wan(5), [TV]: wan(7) }])
  addresses.set(2, PHONE)
  assert.deepEqual(await shown(), [{ [PHONE]: wan(12) }])
})

test('sums cover the requested minutes, and continue after a counter reset', async () => {
  const history = new History()
  for (const [minute, total] of [100, 110, 130, 5, 8].entries())
    history.record(new Map([[PHONES, counts(total)]]), minute)
  const sumOf = async (minutes: number) => (await history.sums(minutes)).get(PHONES)?.[2]
  assert.equal(await sumOf(1), 3)
  assert.equal(await sumOf(2), 8)
  assert.equal(await sumOf(3), 28)
  assert.equal(await sumOf(1440), 38, 'what was counted before the first minute is left out')
})

test('after the clock was set, minutes of the time before are in no later period', async () => {
  const DAY = 1440
  const history = new History()
  for (let minute = 0; minute <= DAY; minute++) history.record(new Map([[PHONES, counts(10 * minute)]]), minute)
  const sumOf = async (from: number, to: number) => (await history.between(from, to)).get(PHONES)?.[2] ?? 0
  const ahead = 5 * DAY
  history.record(new Map([[PHONES, counts(10 * DAY + 7)]]), ahead)
  history.record(new Map([[PHONES, counts(10 * DAY + 8)]]), ahead + 1)
  assert.equal(await sumOf(ahead - DAY, ahead + 1), 8)
  assert.equal((await history.sums(DAY)).get(PHONES)?.[2], 8)
  // Back again: the minutes of both passes are counted, and those that are ahead now are not.
  history.record(new Map([[PHONES, counts(10 * DAY + 10)]]), DAY - 1)
  history.record(new Map([[PHONES, counts(10 * DAY + 15)]]), DAY)
  assert.equal(await sumOf(DAY - 60, DAY), 60 * 10 + 2 + 5)
  assert.equal(await sumOf(DAY - 60, DAY - 1), 59 * 10 + 2)
})

test('the sum of a past period is not affected by a later counter reset', async () => {
  const history = new History()
  for (const [minute, total] of [100, 110, 130, 5, 8].entries())
    history.record(new Map([[PHONES, counts(total)]]), minute)
  const sumOf = async (from: number, to: number) => (await history.between(from, to)).get(PHONES)?.[2]
  assert.deepEqual([await sumOf(0, 2), await sumOf(2, 3), await sumOf(3, 3)], [30, 5, undefined])
})

/** In how many turns of the event loop `work` is done; it can ask for the number of the current one. */
async function countingTurns(work: (turn: () => number) => Promise<unknown>): Promise<number> {
  let isOpen = true
  let turn = 0
  const count = (): void => {
    turn++
    if (isOpen) setImmediate(count)
  }
  setImmediate(count)
  await work(() => turn)
  isOpen = false
  return turn
}

test('concurrent readers get one minute each in separate turns of the event loop', async () => {
  const history = new History()
  for (let minute = 0; minute < 5; minute++) history.record(new Map([[PHONES, counts(minute)]]), minute)
  const turns: number[] = []
  await countingTurns(async (turn) => {
    const readOn = async (): Promise<void> => {
      for await (const text of history.text(numberToIp)) if (text.length > 2) turns.push(turn())
    }
    await Promise.all([readOn(), readOn(), readOn()])
  })
  assert.equal(turns.length, 15)
  assert.equal(new Set(turns).size, 15)
})

test('concurrent sums are added up in separate turns of the event loop', async () => {
  const history = new History()
  const phones = (bytes: number) =>
    new Map(Array.from({ length: 500 }, (_, i) => [PHONES + 4 * i, counts(bytes)] as const))
  for (let minute = 0; minute <= 60; minute++) history.record(phones(1000 * minute), minute)
  let sums = new Map<number, Counts>()
  const sum = async (): Promise<void> => {
    sums = await history.sums(60)
  }
  const alone = await countingTurns(sum)
  assert.ok(alone > 4, `${alone}`)
  assert.ok((await countingTurns(() => Promise.all([sum(), sum(), sum()]))) >= 3 * (alone - 2))
  assert.equal(sums.size, 500)
  assert.deepEqual(sums.get(PHONES), counts(60_000))
})
