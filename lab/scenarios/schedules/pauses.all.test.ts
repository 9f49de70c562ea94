import assert from 'node:assert/strict'
import { openSetClock } from '../../home/setclock.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { openPauses } from './pauses.fixture.ts'

/** Pauses of the internet and bedtimes over restarts and in another time zone. */
const { home, story } = await openStage(
  {
    phone: { Policies: ['wan', 'dns'], DeviceTags: ['persona:kids'], Groups: ['family'] },
  },
  { minuteMs: 1000 },
)
const { router, phone } = home
const clock = openSetClock(home, 'Europe/Berlin')

const { pause, add, rules, remove, reaches, untilPhone, explained } = openPauses(home)

story('a router in Berlin, on the evening before clocks go forward, and a pause until 7:00', async () => {
  clock.set('2026-03-28T22:00:00')
  await router.kill()
  await router.start(clock.variables)
  await home.gather()
  await router.uplinkAddress()
  await pause({ Devices: [phone.mac], Until: '07:00' })
  assert.ok(!(await reaches()))
})

story('a pause outlasts a restart and the change of clocks, and ends at its minute', async () => {
  clock.pass('2026-03-29T01:59:58')
  await until('clocks have changed', async () => (await rules()).length === 1)
  await router.kill()
  assert.ok(!(await reaches()))
  clock.pass('2026-03-29T06:59:30')
  await router.start(clock.variables)
  assert.ok(!(await reaches()))
  clock.pass('2026-03-29T06:59:58')
  await untilPhone(true)
  await until('no rules', async () => (await rules()).length === 0)
})

story('a pause that ends while the daemon is stopped is over when it starts', async () => {
  await pause({ Devices: [phone.mac], Minutes: 30 })
  assert.ok(!(await reaches()))
  await router.kill()
  clock.pass('2026-03-29T08:00:00')
  await router.start(clock.variables)
  await untilPhone(true)
  await until('no rules', async () => (await rules()).length === 0)
})

story(
  'with another time zone, a bedtime begins and ends at the minutes of that zone, which a restart keeps',
  async () => {
    clock.set('2026-10-27T12:30:00')
    const { Id } = await add({
      ...{ Name: 'Bedtime', Do: { Kind: 'block' } },
      When: { Devices: [phone.mac], Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '07:00' }] },
    })
    await router.api('/time/zone', { TimeZone: 'Asia/Tokyo' })
    assert.ok(await reaches())
    clock.pass('2026-10-27T12:59:58')
    await untilPhone(false)
    await router.kill()
    await router.start(clock.variables)
    assert.ok(!(await reaches()))
    assert.match(await explained(), /the schedule Bedtime until 07:00\.$/)
    assert.partialDeepStrictEqual(await router.api('/time/zone', { TimeZone: '' }), { TimeZone: 'Europe/Berlin' })
    assert.ok(await reaches(), 'at 13:00 in Berlin')
    await remove(Id)
  },
)
