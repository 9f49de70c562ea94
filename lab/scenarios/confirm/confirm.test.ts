import assert from 'node:assert/strict'
import type { HouseholdDevice } from '../../guests/device.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const story = await openStories({ laptop: { wired: true, Policies: ['wan', 'dns'] } })

/** Calls the API with curl on a device, as the administrator. */
const call = (device: HouseholdDevice, method: string, path: string, body: unknown, seconds = 2) =>
  device.try(
    ...['curl', '-s', '-m', String(seconds), '-u', 'admin:open sesame', '-X', method, '-w', '%{http_code}'],
    ...['-d', JSON.stringify(body), `http://192.168.2.1${path}`],
  )

story('a change that disconnects its caller is reverted', async ({ router, laptop }) => {
  await laptop.join()
  const isOn = async () => {
    const links = (await router.api('/interfacesConfiguration')) as { Name: string; Enabled: boolean }[]
    return links.find(({ Name }) => Name === 'lan0')?.Enabled
  }
  const off = { Name: 'lan0', Type: 'Downlink', Enabled: false }
  const asked = call(laptop, 'PUT', '/link/config?confirm=6', off)
  await until('the link is off', async () => (await isOn()) === false)
  assert.ok(!(await laptop.pings('192.168.2.1')))
  assert.equal((await asked).stdout, '000', 'the way that the answer would take is closed')
  await until('the link is on', isOn)
  assert.ok(await until('the laptop', () => laptop.pings('192.168.2.1')))

  await call(laptop, 'PUT', '/link/config', off)
  const { Pending } = await until('a wait', async () => {
    const waits = (await router.api('/confirm')) as { Pending: { What: string; Until: number }[] }
    return waits.Pending.length > 0 && waits
  })
  assert.equal(Pending[0]?.What, 'PUT /link/config lan0')
  assert.ok(Pending[0].Until > Date.now() / 1000 + 50)
  await router.api('/confirm', undefined, 'DELETE')
  assert.equal(await isOn(), true)
})

story('a confirmed change stays, and a pending one is reverted after a kill', async ({ router, laptop }) => {
  await router.api('/ip/link/lan0/down?confirm=60', undefined, 'PUT')
  await router.api('/confirm', {})
  await router.api('/ip/link/lan0/up', undefined, 'PUT')
  await router.api('/link/config?confirm=4', { Name: 'lan0', Type: 'Downlink', Enabled: false })
  assert.ok(!(await laptop.pings('192.168.2.1')))
  await router.kill()
  await router.start()
  assert.ok(await until('the laptop', () => laptop.pings('192.168.2.1'), 10_000))
  assert.deepEqual(await router.api('/confirm'), { Pending: [] })
})
