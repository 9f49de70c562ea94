import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../../events/bus.ts'
import { openSteppedClock } from '../../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../../model/home/devices/device.ts'
import type { Counts } from '../../../../model/traffic/flows/change.ts'
import { openMemoryFacts } from '../../../../store/memory.fixture.ts'
import { watchSurges } from './surges.ts'

const [CAMERA, IP] = ['02:00:00:00:00:01', '192.168.2.6']
const MB = 1_000_000
const PERIOD_MS = 600_000

async function open(texts = new Map<string, string>(), clock = openSteppedClock()) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => draft.devices.put(CAMERA, { ...emptyDevice(), MAC: CAMERA, Name: 'camera', RecentIP: IP }))
  const bus = openBus((error) => assert.fail(String(error)))
  const surges: unknown[] = []
  bus.subscribe('traffic:surge', (surge) => surges.push(surge))
  let sent = 0
  const watch = watchSurges({
    ...{ bus, clock, facts, onFailure: (what) => assert.fail(what) },
    since: async () => new Map<string, Counts>([[IP, [5000 * MB, 5000 * MB, 5000 * MB, sent]]]),
    log: {
      read: () => new Map(texts),
      change(changes) {
        for (const [key, text] of changes) {
          if (text === undefined) texts.delete(key)
          else texts.set(key, text)
        }
      },
    },
  })
  return {
    ...{ surges, watch, texts, clock, change },
    /** Sends so many megabytes in each of some periods. */
    async send(megabytes: number, periods = 1) {
      sent = megabytes * MB
      for (let n = 0; n < periods; n++) await clock.step(PERIOD_MS)
    },
  }
}

test('a device that sends three times as much as ever is an event, once a day has passed', async () => {
  const { send, surges } = await open()
  await send(50, 100)
  await send(200)
  await send(50, 50)
  await send(599)
  assert.deepEqual(surges, [])
  await send(1800)
  assert.deepEqual(surges, [{ MAC: CAMERA, Name: 'camera', IP, Bytes: 1800 * MB, Usual: 599 * MB, Seconds: 600 }])
  await send(1800, 5)
  assert.equal(surges.length, 1)
})

test('little traffic is never an event', async () => {
  const { send, surges } = await open()
  await send(0.1, 200)
  await send(99)
  assert.deepEqual(surges, [])
  await send(400)
  assert.equal(surges.length, 1)
})

test('the highest traffic outlives a restart, and not its device', async () => {
  const first = await open()
  await first.send(500, 150)
  first.watch[Symbol.dispose]()
  const second = await open(first.texts, first.clock)
  await second.send(1400)
  assert.deepEqual(second.surges, [])
  await second.send(5000)
  assert.equal(second.surges.length, 1)
  await second.change((draft) => draft.devices.remove(CAMERA))
  await second.send(1)
  assert.equal(second.texts.size, 0)
})
