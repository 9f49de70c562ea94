import assert from 'node:assert/strict'
import { ECHO_PORT, HOSTS } from '../../guests/addresses.ts'
import { openSetClock } from '../../home/setclock.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** Devices joined while the clock was wrong, as on a board without a battery, and it is set. */
const { home, story } = await openStage({
  phone: { Policies: ['wan', 'dns'] },
  laptop: { Policies: ['wan', 'dns'] },
  camera: {},
})
const { router, phone, laptop, camera } = home
const clock = openSetClock(home, 'Europe/Berlin')

interface Device {
  readonly DeviceDisabled: boolean
}

/** Waits until the checks for expired entries have run: one disables the camera, which has another minute. */
async function untilChecked(date: string): Promise<void> {
  const path = `/device?identity=${encodeURIComponent(camera.mac)}`
  await router.api(path, { DeviceDisabled: false, DeviceExpiration: 60 }, 'PUT')
  clock.set(date)
  await until(
    'the check',
    async () =>
      ((await router.api('/devices')) as unknown as Record<string, Device>)[camera.mac]?.DeviceDisabled === true,
  )
}

story('devices join while the clock is behind by a day', async () => {
  clock.set('2026-11-23T12:00:00')
  await router.kill()
  await router.start([...clock.variables, 'SALLYPORT_LONGEST_TIMER_MS=300'])
  await home.gather()
  await router.uplinkAddress()
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
})

story('the clock is set right: devices keep their connections and open new ones', async () => {
  await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
  await untilChecked('2026-11-24T14:00:00')
  // The checks of leases and of devices have the same interval: after the second, each has run once.
  await untilChecked('2026-11-24T14:10:00')
  assert.ok(await open.flows())
  for (const device of [phone, laptop]) assert.ok(await device.reaches(HOSTS[0]!, ECHO_PORT))
})

story('a clock that is set back by a year ends no lease either', async () => {
  clock.set('2025-11-24T12:00:00')
  await untilChecked('2025-11-24T12:10:00')
  await untilChecked('2025-11-24T12:20:00')
  for (const device of [phone, laptop]) assert.ok(await device.reaches(HOSTS[0]!, ECHO_PORT))
})
