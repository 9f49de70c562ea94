import assert from 'node:assert/strict'
import { ECHO_PORT, HOSTS, WEB } from '../../guests/addresses.ts'
import { openSetClock } from '../../home/setclock.ts'
import { openEvents } from '../../probes/listener.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'
import { openPfw, untilClosed } from './pfw.fixture.ts'

/** Rules that hold at some times, and end. */
const { home, story, add, remove, rules, explained, untilPhone, openDownload } = await openPfw()
const { router, phone, laptop, camera, printer } = home
const clock = openSetClock(home, 'Europe/Oslo')
const EVERY_DAY = [1, 1, 1, 1, 1, 1, 1]
const BEDTIME = {
  Name: 'Bedtime',
  When: { Tags: ['kids'], Times: [{ Days: EVERY_DAY, Start: '21:00', End: '07:00' }] },
  Do: { Kind: 'block' },
}

let bedtime = ''

story('a router whose clock can be set, a minute before bedtime', async () => {
  clock.set('2026-11-23T20:50:00')
  await router.kill()
  await router.start(clock.variables)
  await home.gather()
  await router.uplinkAddress()
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
})

story('a rule is previewed before it is saved', async () => {
  const { Opens, Closes } = (await router.api('/plugins/pfw/preview', { Rule: BEDTIME })) as {
    Opens: unknown[]
    Closes: { From: { Name: string }; Text: string }[]
  }
  assert.equal(Opens.length, 0)
  assert.ok(Closes.length > 0)
  assert.ok(Closes.every(({ From }) => From.Name === 'phone'))
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
})

story('bedtime ends the internet of the phone at the minute, and a running download with it', async () => {
  await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
  await using others = await laptop.stream(HOSTS[1]!, ECHO_PORT)
  await using local = await phone.stream((await printer.address())!, 9100)
  await using download = await openDownload(5202)
  clock.pass('2026-11-23T20:59:57')
  const saved = await add(BEDTIME)
  bedtime = saved.Id
  assert.equal(saved.Holds, false)
  await using events = await openEvents(router)
  await until('bedtime', async () => (await rules())[0]?.Holds === true)
  const { HoldsUntil } = (await rules())[0]!
  assert.equal(HoldsUntil, clock.unix('2026-11-24T07:00:00'))
  await untilClosed(open)
  const after = await download.packets()
  assert.ok(await open.stalls())
  assert.equal(await download.packets(), after, 'the download has stopped')
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  assert.ok(!(await phone.pings(HOSTS[0]!)))
  assert.ok(await others.flows(), 'other devices are not affected')
  assert.ok(await local.flows(), 'nor are connections within the home')
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  const { Rule } = JSON.parse((await events.event('nft:drop:pfw')).Data) as { Rule: object }
  assert.deepEqual(Rule, { Id: bedtime, Name: 'Bedtime', Kind: 'schedule' })
})

story('explain names the schedule and its end', async () => {
  assert.match(await explained(), /is refused: it is blocked by the schedule Bedtime until 07:00\.$/)
})

story('a rule that is disabled has no effect, and has one again when it is enabled', async () => {
  await router.api(`/plugins/pfw/rules/${bedtime}`, { ...BEDTIME, Disabled: true })
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  await router.api(`/plugins/pfw/rules/${bedtime}`, BEDTIME)
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
})

story('the phone stays blocked while the daemon is killed, and after it has started again', async () => {
  await router.kill()
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  await using leaked = await openWitness(home.internet.namespace, `ip daddr ${HOSTS[5]}`)
  const probing = phone.namespace.start([
    'sh',
    '-c',
    `while :; do busybox nc -w 1 ${HOSTS[5]} ${ECHO_PORT} < /dev/null; done`,
  ])
  await router.start(clock.variables)
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  await probing.stop()
  assert.equal(await leaked.packets(), 0, 'no packet left during the start')
})

story('an extra hour permits the internet again, and ends at its minute', async () => {
  clock.pass('2026-11-23T21:30:00')
  await router.api(`/plugins/pfw/rules/${bedtime}/extend`, { Minutes: 60 })
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
  clock.pass('2026-11-23T22:29:30')
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  clock.pass('2026-11-23T22:30:00')
  await untilPhone(false)
  await untilClosed(open)
})

story('bedtime ends in the morning, and when the clock is set', async () => {
  clock.pass('2026-11-24T07:00:00')
  await untilPhone(true)
  assert.match(await explained(), /may open this/)
  clock.set('2026-11-23T23:00:00')
  await untilPhone(false)
  clock.pass('2026-11-24T12:00:00')
  await untilPhone(true)
})

story('a pause ends at its time, and its rule is deleted', async () => {
  clock.set('2026-11-24T12:00:00')
  const pause = { Name: 'Pause', When: { Devices: [phone.mac] }, Do: { Kind: 'block' } }
  await add({ ...pause, Until: clock.unix('2026-11-24T12:30:00') })
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  assert.match(await explained(), /it is blocked by the pause until 12:30/)
  clock.pass('2026-11-24T12:30:00')
  await untilPhone(true)
  await until('the rule to be deleted', async () => (await rules()).length === 1)
})

story('a device without internet gets it for a while', async () => {
  assert.ok(!(await camera.reaches(HOSTS[0]!, ECHO_PORT)))
  const allowed = { Name: 'Update', When: { Devices: [camera.mac] }, To: { Protocol: 'tcp', Port: String(ECHO_PORT) } }
  await add({ ...allowed, Do: { Kind: 'allow' }, Until: clock.unix('2026-11-24T13:00:00') })
  assert.ok(await camera.reaches(HOSTS[0]!, ECHO_PORT))
  assert.ok(!(await camera.reaches(WEB, 80)), 'other ports stay closed')
  await using open = await camera.stream(HOSTS[1]!, ECHO_PORT)
  clock.pass('2026-11-24T13:00:00')
  await until('the end', async () => !(await camera.reaches(HOSTS[0]!, ECHO_PORT)))
  await untilClosed(open)
})

story('a daily limit blocks for the rest of the day, and an hour more lifts it', async () => {
  // A minute lasts a second here.
  clock.pass('2026-11-24T15:00:00')
  const { Id } = await add({ Name: 'Two minutes', When: { Tags: ['kids'], UsedMinutes: 2 }, Do: { Kind: 'block' } })
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  await using _download = await openDownload(5203)
  await until('the limit', async () => (await rules()).some((rule) => rule.Id === Id && rule.Holds))
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  assert.match(await explained(), /the daily limit Two minutes until 00:00/)
  await router.api(`/plugins/pfw/rules/${Id}/extend`, { Minutes: 60 })
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  await remove(Id)
})

story('a persona: its schedule, a pause, and more time', async () => {
  await remove(bedtime)
  const Schedules = [{ Days: EVERY_DAY, Start: '16:00', End: '17:00' }]
  await router.api('/parentalControls/personas', { Name: 'kids', Schedules })
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  clock.pass('2026-11-24T16:30:00')
  await untilPhone(false)
  assert.match(await explained(), /the schedule kids until 17:00/)
  const usage = (await router.api('/parentalControls/extend', { Tag: 'kids', Minutes: 10 })) as Record<string, unknown>
  assert.deepEqual((usage['persona:kids'] as { Blocked: boolean }).Blocked, false)
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  await router.api('/parentalControls/pause', { Tag: 'kids', Minutes: 5 })
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  await router.api('/parentalControls/personas', { Name: 'kids' }, 'DELETE')
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
})
