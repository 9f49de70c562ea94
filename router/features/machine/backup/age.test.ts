import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCollectingBus } from '../../../events/collect.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { timeText } from '../../../model/home/dhcp/text.ts'
import { openBackupCheck } from './age.ts'
import { openRouter, PHONE } from './archives.fixture.ts'

const DAY = 24 * 3600_000

test('a backup is old after 30 days, which is published once a day until there is a new one', async () => {
  const router = await openRouter()
  const { machine, facts } = router
  const { bus, published } = openCollectingBus()
  const check = openBackupCheck({ machine, facts, bus, directory: '/data/backups' })
  await router.make()
  const Newest = new Date(machine.clock.now()).toISOString()
  for (let hour = 0; hour < 33 * 24; hour++) {
    check()
    await machine.clock.step(DAY / 24)
  }
  assert.deepEqual(published, [
    ['backup:old', { Newest, AgeDays: 31, LimitDays: 30 }],
    ['backup:old', { Newest, AgeDays: 32, LimitDays: 30 }],
  ])
  await router.make()
  await machine.clock.step(DAY)
  check()
  assert.equal(published.length, 2)
})

test('a home that has never made a backup is reminded 30 days after its first device', async () => {
  const { machine, facts, change } = await openRouter()
  const { bus, published } = openCollectingBus()
  const check = openBackupCheck({ machine, facts, bus, directory: '/data/backups' })
  check()
  const DHCPFirstTime = timeText(machine.clock.now() - 30 * DAY)
  await change((draft) => draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE, DHCPFirstTime }))
  check()
  assert.deepEqual(published, [])
  await machine.clock.step(DAY)
  check()
  assert.deepEqual(published, [['backup:old', { Newest: '', AgeDays: 31, LimitDays: 30 }]])
})
