import assert from 'node:assert/strict'
import { ECHO_PORT, HOSTS } from '../../guests/addresses.ts'
import { openSetClock } from '../../home/setclock.ts'
import { openStage } from '../../home/story.ts'
import { openEvents } from '../../probes/listener.ts'
import { until } from '../../process/until.ts'
import { openPauses } from './pauses.fixture.ts'

/** Pauses of the internet and bedtimes, in the nights in which clocks change. */
const { home, story } = await openStage(
  {
    phone: { Policies: ['wan', 'dns'], DeviceTags: ['persona:kids'], Groups: ['family'] },
    laptop: { Policies: ['wan', 'dns'] },
  },
  { minuteMs: 1000 },
)
const { router, phone, laptop } = home
const clock = openSetClock(home, 'Europe/Berlin')

const { pause, add, rules, remove, reaches, untilPhone, explained } = openPauses(home)

story('a router in Berlin, on the evening before clocks go forward', async () => {
  clock.set('2026-03-28T22:00:00')
  await router.kill()
  await router.start(clock.variables)
  await home.gather()
  await router.uplinkAddress()
  assert.ok(await reaches())
})

story('a pause until 7:00 closes an open connection of the phone only', async () => {
  await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
  await using other = await laptop.stream(HOSTS[1]!, ECHO_PORT)
  await using events = await openEvents(router)
  const { Id, Until } = await pause({ Devices: [phone.mac], Until: '07:00' })
  assert.equal(Until, clock.unix('2026-03-29T07:00:00'))
  assert.equal(Until - clock.unix('2026-03-28T22:00:00'), 8 * 3600, 'an hour of this night is missing')
  await until('a closed connection', () => open.stalls(500), 5000)
  assert.ok(await other.flows())
  assert.ok(!(await reaches()))
  assert.match(await explained(), /is refused: it is blocked by the pause until 07:00\.$/)
  const { Rule } = JSON.parse((await events.event('nft:drop:pfw')).Data) as { Rule: object }
  assert.deepEqual(Rule, { Id, Name: 'Pause', Kind: 'pause' })
})

story('a pause ends at its minute', async () => {
  clock.pass('2026-03-29T06:59:58')
  await untilPhone(true)
  await until('no rules', async () => (await rules()).length === 0)
})

story('a pause of the group in the night in which clocks go back, and a bedtime', async () => {
  clock.set('2026-10-24T22:00:00')
  const bedtime = await add({
    ...{ Name: 'Bedtime', Do: { Kind: 'block' } },
    When: { Groups: ['family'], Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '02:30' }] },
  })
  const { Until } = await pause({ Groups: ['family'], Until: '07:00' })
  assert.equal(Until - clock.unix('2026-10-24T22:00:00'), 10 * 3600, 'this night has an hour more')
  assert.ok(!(await reaches()))
  // The first 2:30 is in summer time, and the bedtime ends with the second one.
  await remove((await rules()).find(({ Id }) => Id !== bedtime.Id)!.Id)
  assert.ok(!(await reaches()))
  clock.pass('2026-10-25T02:31:00+02:00')
  assert.match(await explained(), /the schedule Bedtime until 02:30\.$/)
  assert.ok(!(await reaches()))
  clock.pass('2026-10-25T02:29:58+01:00')
  await untilPhone(true)
  await remove(bedtime.Id)
})

story('a pause precedes a permission, and a permission with First precedes a schedule', async () => {
  clock.set('2026-10-26T20:00:00')
  const day = [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '12:00', End: '12:00' }]
  await router.api('/parentalControls/personas', { Name: 'kids', Schedules: day })
  assert.ok(!(await reaches()))
  const To = { Place: 'listed', Networks: [`${HOSTS[1]}/32`], Protocol: 'tcp', Port: String(ECHO_PORT) }
  const allow = { Name: 'Homework', When: { Devices: [phone.mac] }, To, Do: { Kind: 'allow' } }
  const { Id: last } = await add(allow)
  assert.ok(!(await reaches()), 'the schedule of the persona is before it')
  await remove(last)
  const { Id } = await add({ ...allow, First: true })
  assert.ok(await reaches())
  assert.ok(!(await phone.reaches(HOSTS[2]!, ECHO_PORT)), 'other destinations stay closed')
  await router.api('/parentalControls/pause', { Tag: 'kids', Until: '07:00' })
  assert.ok(!(await reaches()), 'a pause of the persona')
  assert.match(await explained(), /the pause kids until 07:00/)
  await router.api('/parentalControls/pause', { Tag: 'kids', Minutes: 0 })
  assert.ok(await reaches())
  const { Id: paused } = await pause({ Groups: ['family'], Minutes: 60 })
  assert.ok(!(await reaches()), 'a pause of the group')
  await router.api(`/plugins/pfw/rules/${paused}/extend`, { Minutes: 60, Device: phone.mac })
  assert.ok(await reaches(), 'resumed for this device alone')
  for (const id of [Id, paused]) await remove(id)
})
