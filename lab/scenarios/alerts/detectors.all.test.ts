import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { type Listener, openListener } from '../../probes/listener.ts'

/** Alerts about what takes minutes to notice. A minute lasts a second. */
const data = '/run/detectors'
const MINUTE_MS = 1000
const story = await openStories(
  {
    camera: { wired: true, Policies: ['wan', 'dns'] },
    speaker: { wired: true, Policies: ['dns'] },
    laptop: { wired: true, Policies: ['wan', 'dns'] },
  },
  { data, minuteMs: MINUTE_MS },
)

interface Alert {
  readonly Title: string
  readonly Event: Record<string, unknown>
}

async function listen(router: Router): Promise<Listener> {
  const listener = await openListener(router.console, '/ws')
  listener.send(router.login)
  assert.equal(await listener.next(), 'success')
  return listener
}

const alertOf = async (listener: Listener, topic: string): Promise<Alert> =>
  JSON.parse((await listener.event(topic)).Data)

const flip = (router: Router, id: string, body: object) => router.api(`/alerts/ready/${id}`, { Enabled: true, ...body })

story('a device that should be online is unplugged: an alert, and another one when it is back', async (home) => {
  const { router, camera, speaker } = home
  await home.gather()
  await flip(router, 'device-offline', { Devices: [camera.mac, speaker.mac] })
  await using listener = await listen(router)
  await speaker.leave()
  const offline = await alertOf(listener, 'alert:device:offline:')
  assert.partialDeepStrictEqual(offline, { Title: 'Device offline', Event: { MAC: speaker.mac, Name: 'speaker' } })
  await speaker.join()
  const online = await alertOf(listener, 'alert:device:online:')
  assert.partialDeepStrictEqual(online, { Title: 'Device online again', Event: { MAC: speaker.mac } })
  // The camera was probed as often.
  assert.equal(listener.topics.filter((topic) => topic === 'alert:device:offline:').length, 1)
})

/** Sends to the internet. */
const upload = (device: HouseholdDevice, megabytes: number) =>
  device.run('iperf3', '--client', WEB, '--bytes', `${megabytes}M`)

const DAY_MS = 86_400_000

story('a device uploads far more than before: an alert, and none for a device that uploads as usual', async (home) => {
  const { router, camera, laptop } = home
  await flip(router, 'traffic-surge', {})
  // Both were observed for two days, and the laptop has sent 600 MB in ten minutes before.
  await router.kill()
  {
    using database = new DatabaseSync(join(data, 'history.db'))
    const put = database.prepare('INSERT OR REPLACE INTO trafficpeaks VALUES (?, ?)')
    put.run(camera.mac, `${Date.now() - 2 * DAY_MS} 1000000`)
    put.run(laptop.mac, `${Date.now() - 2 * DAY_MS} 600000000`)
  }
  await router.start()
  await using listener = await listen(router)
  await upload(laptop, 400)
  // However the two periods in which it is sent divide it: one has three times as much as the other, or more than 100 MB.
  await upload(camera, 400)
  const { Title, Event } = await alertOf(listener, 'alert:traffic:surge:')
  assert.deepEqual([Title, Event.MAC, Event.Name], ['Unusual upload', camera.mac, 'camera'])
  assert.ok(Number(Event.Bytes) > 100_000_000)
  assert.ok(Number(Event.Usual) < Number(Event.Bytes) / 3)
  assert.equal(listener.topics.filter((topic) => topic === 'alert:traffic:surge:').length, 1)
})
