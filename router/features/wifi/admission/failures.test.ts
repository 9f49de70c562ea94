import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openFailures } from './failures.ts'
import { openStations } from './stations.ts'

const [PHONE, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']

async function open() {
  const memory = openMemoryFacts({ setup: { done: true } })
  const bus = openBus((error) => assert.fail(String(error)))
  const clock = openSteppedClock()
  const stations = openStations({ ...memory, bus })
  const device = { ...emptyDevice(), MAC: PHONE, Name: 'phone', PSKEntry: { Type: 'sae' as const, Psk: 'its own' } }
  await memory.change((draft) => draft.devices.put(PHONE, device))
  const fail = (MAC: string, Reason: 'noentry' | 'mismatch' = 'mismatch') =>
    stations.fail({ Type: 'sae', MAC, Reason, Iface: 'wlan0', Status: '', Router: '' })
  const join = (MAC: string) =>
    stations.join({ Iface: 'wlan0.4096', Event: 'AP-STA-CONNECTED', MAC, Status: '', Router: '' })
  return { clock, fail, join, failures: openFailures({ facts: memory.facts, bus, clock }) }
}

test('failed attempts are counted by station, the newest first', async () => {
  const { clock, fail, failures } = await open()
  fail(PHONE)
  const First = Math.floor(clock.now() / 1000)
  fail(TV, 'noentry')
  await clock.step(5000)
  fail(PHONE)
  const common = { Iface: 'wlan0', Type: 'sae', First }
  assert.deepEqual(failures.list(), [
    { MAC: PHONE, Name: 'phone', Cause: 'wrong passphrase', Time: First + 5, Count: 2, ...common },
    { MAC: TV, Name: '', Cause: 'unknown device', Time: First, Count: 1, ...common },
  ])
})

test('a station that has connected is removed', async () => {
  const { fail, failures, join } = await open()
  fail(PHONE)
  await join(PHONE)
  assert.deepEqual(failures.list(), [])
})

test('a flood of unknown stations does not displace a device', async () => {
  const { fail, failures } = await open()
  fail(PHONE)
  for (let at = 0; at < 1000; at++)
    fail(
      `02:00:00:01:${(at >> 8).toString(16).padStart(2, '0')}:${(at & 255).toString(16).padStart(2, '0')}`,
      'noentry',
    )
  assert.equal(failures.list().length, 256)
  assert.equal(failures.list().at(-1)?.MAC, PHONE)
})
