import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed } from '../../../../errors.ts'
import { openBus } from '../../../../events/bus.ts'
import { openSteppedClock } from '../../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../../store/memory.fixture.ts'
import { watchAlwaysOnline } from './alwaysonline.ts'

const [CAMERA, PHONE, OTHER] = ['02:00:00:00:00:01', '02:00:00:00:00:02', '02:00:00:00:00:09']
const MINUTE_MS = 60_000

async function open() {
  const { facts, change } = openMemoryFacts()
  const bus = openBus((error) => assert.fail(String(error)))
  const clock = openSteppedClock()
  const events: string[] = []
  for (const topic of ['device:offline', 'device:online'] as const)
    bus.subscribe(topic, ({ Name, LastSeen }) => events.push(`${topic} ${Name} ${LastSeen}`))
  await change((draft) => {
    const place = (mac: string, ip: string, Name: string, DeviceTags: string[]) => {
      draft.devices.put(mac, { ...emptyDevice(), MAC: mac, Name, RecentIP: ip, DeviceTags })
      draft.leases.put(mac, { mac, link: 'lan0', ip, hostName: '', expiresAt: 0 })
    }
    draft.links.put('lan0', { name: 'lan0', index: 1, mac: OTHER, up: true })
    place(CAMERA, '192.168.2.6', 'camera', ['always-online'])
    place(PHONE, '192.168.2.10', 'phone', [])
  })
  let present: readonly string[] = [CAMERA]
  const probes: string[] = []
  watchAlwaysOnline({
    ...{ bus, clock, facts },
    machine: {
      async arpProbe({ link, sender, target }) {
        probes.push(`${sender.ip} ${target}`)
        if (link !== 'lan0') throw new CommandFailed(['arp'], null, 'no such device')
        return present
      },
    },
  })
  return {
    ...{ clock, events, probes, change },
    answer: (...macs: string[]) => {
      present = macs
    },
  }
}

test('a chosen device is offline after three unanswered probes, and online with the next answer', async () => {
  const { clock, events, answer, probes } = await open()
  await clock.step(5 * MINUTE_MS)
  assert.deepEqual([events, probes.length, probes[0]], [[], 5, '192.168.2.5 192.168.2.6'])
  answer()
  await clock.step(2 * MINUTE_MS)
  assert.deepEqual(events, [])
  await clock.step(10 * MINUTE_MS)
  const seen = '2024-03-01T10:05:00.000Z'
  assert.deepEqual(events, [`device:offline camera ${seen}`])
  answer(CAMERA)
  await clock.step(MINUTE_MS)
  assert.equal(events[1], 'device:online camera 2024-03-01T10:18:00.000Z')
})

test('another host at its address is not the device', async () => {
  const { clock, events, answer } = await open()
  answer(OTHER)
  await clock.step(3 * MINUTE_MS)
  assert.deepEqual(events, ['device:offline camera '])
})

test('a device without a lease is offline, and one without the tag is not watched', async () => {
  const { clock, events, change } = await open()
  await change((draft) => draft.leases.remove(CAMERA))
  await clock.step(4 * MINUTE_MS)
  assert.deepEqual(events, ['device:offline camera '])
  await change((draft) => draft.devices.put(CAMERA, { ...draft.devices.get(CAMERA)!, DeviceTags: [] }))
  await clock.step(10 * MINUTE_MS)
  assert.equal(events.length, 1)
})
