import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NetCount } from './counters.ts'
import { History } from './history.ts'

const [PHONE, TV] = ['192.168.2.6', '192.168.2.10']
const wan = (WanIn: number): NetCount => ({ LanIn: 0, LanOut: 0, WanIn, WanOut: 0 })

async function read(history: History, minutes?: number): Promise<Record<string, NetCount>[]> {
  let text = ''
  for await (const piece of history.text(minutes)) text += piece
  return JSON.parse(text)
}

test('minutes come back as they were, newest first', async () => {
  const minutes = [
    {},
    { [PHONE]: wan(1) },
    { [PHONE]: wan(1), [TV]: wan(5) },
    { [TV]: wan(5) },
    { [TV]: wan(6), [PHONE]: wan(7) },
  ]
  const history = new History()
  for (const [at, minute] of minutes.entries()) history.record(new Map(Object.entries(minute)), at)
  assert.deepEqual(await read(history), minutes.toReversed())
  assert.deepEqual(await read(history, 2), minutes.toReversed().slice(0, 2))
})

test('without a sample the history is empty', async () => {
  assert.deepEqual(await read(new History()), [])
})

test('a day is kept, and no more', async () => {
  const history = new History()
  for (let minute = 1; minute <= 1500; minute++) history.record(new Map([[PHONE, wan(minute)]]), minute)
  const all = await read(history, 9999)
  assert.equal(all.length, 1440)
  assert.deepEqual(all[0], { [PHONE]: wan(1500) })
  assert.deepEqual(all.at(-1), { [PHONE]: wan(61) })
})

test('what is recorded while somebody reads does not show', async () => {
  const history = new History()
  history.record(new Map([[PHONE, wan(1)]]), 1)
  const reading = history.text()
  let text = (await reading.next()).value
  history.record(new Map([[PHONE, wan(2)]]), 2)
  for await (const piece of reading) text += piece
  assert.deepEqual(JSON.parse(text), [{ [PHONE]: wan(1) }])
})

test('minutes at which nobody looked are as the one before; a time of day that was set leaves no hole', async () => {
  const history = new History()
  history.record(new Map([[PHONE, wan(1)]]), 10)
  history.record(new Map([[PHONE, wan(2)]]), 13)
  assert.deepEqual(
    await read(history),
    [2, 1, 1, 1].map((bytes) => ({ [PHONE]: wan(bytes) })),
  )
  history.record(new Map(), 30_000_000)
  history.record(new Map(), 7)
  assert.equal((await read(history)).length, 6)
})
