import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice, withDisabled } from '../../../model/home/devices/device.ts'
import type { DeviceUpdate } from '../../../model/home/devices/update.ts'
import type { Caller } from '../../../model/operation.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { actAs, currentActor } from '../../../store/actor.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { expiryOf, openDeviceExpiry } from './expiry.ts'
import { deviceHandlers } from './handlers.ts'

const PHONE = '02:00:00:00:00:01'
const DAY_MS = 24 * 3600_000
const caller: Caller = { name: 'admin', kind: 'user', address: '' }

function open() {
  const memory = openMemoryFacts()
  const clock = openSteppedClock()
  const bus = openBus((error) => assert.fail(String(error)))
  const handlers = deviceHandlers({ ...memory, bus, clock }, async () => undefined)
  const expiry = openDeviceExpiry({ ...memory, bus, clock })
  const put = async (body: DeviceUpdate) =>
    handlers.update({ params: {}, query: { identity: PHONE, copy: undefined, test: undefined }, body, caller })
  return {
    ...memory,
    clock,
    put,
    phone: () => memory.facts.devices.get(PHONE),
    [Symbol.dispose]: () => expiry[Symbol.dispose](),
  }
}

test('a device is disabled the moment its time is up', async () => {
  using home = open()
  await home.put({ DeviceExpiration: 60, Policies: ['wan'] })
  await home.clock.step(59_000)
  assert.equal(home.phone()?.DeviceDisabled, false)
  await home.clock.step(1_000)
  assert.equal(home.phone()?.DeviceDisabled, true)
  assert.deepEqual(home.phone()?.Policies, ['wan', 'disabled'])
})

test('the expiry is attributed to the router, not to the user who set the time', async () => {
  using home = open()
  const doers: (string | undefined)[] = []
  home.watch(() => doers.push(currentActor()?.Who))
  const admin = { Who: 'admin', Kind: 'user', From: '', Operation: 'PUT /device' } as const
  await actAs(admin, () => home.put({ DeviceExpiration: 60 }))
  await home.clock.step(60_000)
  assert.deepEqual(doers, ['admin', 'router'])
})

test('with DeleteExpiration a device is deleted when it expires, and forwards to it are disabled', async () => {
  using home = open()
  await home.put({ DeviceExpiration: 60, DeleteExpiration: true, RecentIP: '192.168.2.6' })
  const forward = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: '80', DstIP: '192.168.2.6', DstPort: 'any' } as const
  await home.change((draft) =>
    draft.forwards.put('one', { RuleName: '', Disabled: false, Description: '', ...forward }),
  )
  await home.clock.step(60_000)
  assert.equal(home.phone(), undefined)
  assert.equal(home.facts.forwards.get('one')?.Disabled, true, 'and its address is nobody’s')
})

test('an expiry time can be shortened, extended and removed', async () => {
  using home = open()
  await home.put({ DeviceExpiration: 600 })
  await home.put({ DeviceExpiration: 60 })
  await home.clock.step(30_000)
  await home.put({ DeviceExpiration: 120 })
  await home.clock.step(60_000)
  assert.equal(home.phone()?.DeviceDisabled, false)
  await home.put({ DeviceExpiration: -1 })
  await home.clock.step(DAY_MS)
  assert.equal(home.phone()?.DeviceDisabled, false)
})

test('an expiry time of 90 days is met exactly', async () => {
  using home = open()
  await home.put({ DeviceExpiration: 90 * 86_400 })
  await home.clock.step(90 * DAY_MS - 1)
  assert.equal(home.phone()?.DeviceDisabled, false)
  await home.clock.step(1)
  assert.equal(home.phone()?.DeviceDisabled, true)
})

test('an expired device is disabled within ten minutes after the clock is set forward', async () => {
  const { facts, change } = openMemoryFacts()
  const clock = openSteppedClock()
  const bus = openBus((error) => assert.fail(String(error)))
  await change((draft) => draft.devices.put(PHONE, { ...emptyDevice(), DeviceExpiration: clock.now() / 1000 + 1e7 }))
  using _ = openDeviceExpiry({ facts, change, bus, clock })
  await clock.step(0)
  clock.set(2e10)
  await clock.step(10 * 60_000)
  assert.equal(facts.devices.get(PHONE)?.DeviceDisabled, true)
})

test('a guest that was away for thirty days is disabled', async () => {
  using home = open()
  await home.put({ DeviceTags: ['guest'] })
  await home.change((draft) =>
    draft.devices.put(PHONE, { ...draft.devices.get(PHONE)!, DHCPLastTime: '2024-03-01 10:00:00.000000000 +0000 UTC' }),
  )
  await home.clock.step(29 * DAY_MS)
  assert.equal(home.phone()?.DeviceDisabled, false)
  await home.clock.step(2 * DAY_MS)
  assert.equal(home.phone()?.DeviceDisabled, true)
})

test('the thirty days of a guest that was enabled again begin with its next DHCP request', async () => {
  using home = open()
  const seen = (DHCPLastTime: string) =>
    home.change((draft) => draft.devices.put(PHONE, { ...draft.devices.get(PHONE)!, DHCPLastTime }))
  await home.put({ DeviceTags: [' Guest '], Policies: ['wan'] })
  await seen('2024-03-01 10:00:00.000000000 +0000 UTC')
  await home.clock.step(31 * DAY_MS)
  assert.equal(home.phone()?.DeviceDisabled, true)
  await home.put({ DeviceDisabled: false })
  await home.clock.step(DAY_MS)
  assert.equal(home.phone()?.DeviceDisabled, false)
  await seen('2024-04-02 10:00:00.000000000 +0000 UTC')
  await home.clock.step(29 * DAY_MS)
  assert.equal(home.phone()?.DeviceDisabled, false)
  await home.clock.step(2 * DAY_MS)
  assert.equal(home.phone()?.DeviceDisabled, true)
})

test('a disabled device expires only if it is to be deleted, and an invalid date expires nothing', () => {
  const guest = { ...emptyDevice(), DeviceTags: ['guest'], DHCPLastTime: '2024-01-01 00:00:00 +0000 UTC' }
  assert.equal(expiryOf(guest), Date.UTC(2024, 0, 31))
  assert.equal(expiryOf({ ...guest, DHCPLastTime: '2024-99-99 00:00:00' }), Number.POSITIVE_INFINITY)
  const disabled = withDisabled({ ...guest, DeviceExpiration: 9e9 }, true)
  assert.equal(expiryOf(disabled), Number.POSITIVE_INFINITY)
  assert.equal(expiryOf({ ...disabled, DeleteExpiration: true }), 9e12)
})

test('an expiry that is refused is retried after a minute', async () => {
  using home = open()
  await home.put({ DeviceExpiration: 60 })
  home.refuseWith(new Refused(verbatim('not now')))
  await home.clock.step(60_000)
  assert.equal(home.phone()?.DeviceDisabled, false)
  home.refuseWith(undefined)
  await home.clock.step(60_000)
  assert.equal(home.phone()?.DeviceDisabled, true)
})
