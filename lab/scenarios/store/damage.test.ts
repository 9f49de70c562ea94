import assert from 'node:assert/strict'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const data = '/run/damaged'
const story = await openStories({ laptop: { Policies: ['wan'] }, camera: {} }, { data })

story(
  'with unreadable state, the firewall keeps enforcing, and calls return the reason',
  async ({ laptop, camera, router }) => {
    await Promise.all([laptop.join(), camera.join()])
    // After a successful start the router saves a copy.
    await router.daemon.stop()
    await router.start()
    await router.kill()
    for (const file of ['state.db', 'state.db-wal']) truncateSync(join(data, file), 100)
    await router.start()
    assert.ok(!(await camera.reaches(WEB, 80)))
    const { status, body } = await router.ask({ path: '/devices' })
    assert.equal(status, 503)
    assert.match(String(body), /damaged.*restore/)
  },
)

story('only the console can restore the last good copy', async ({ laptop, router }) => {
  const restore = ['-s', '-m', '20', '-o', '/dev/null', '-w', '%{http_code}', '-X', 'PUT']
  assert.equal((await laptop.try('curl', ...restore, 'http://192.168.2.1/restore')).stdout, '401')
  assert.equal((await router.ask({ method: 'PUT', path: '/restore', login: undefined })).status, 200)
})

story('after the restore, the router works as before', async ({ laptop, camera, router }) => {
  const isBack = () =>
    router.ask({ path: '/status' }).then(
      ({ status }) => status === 200,
      () => false,
    )
  await until('the router', isBack, 60_000)
  assert.ok(await laptop.reaches(WEB, 80))
  assert.ok(!(await camera.reaches(WEB, 80)))
  const devices = (await router.api('/devices')) as Record<string, { Name: string }>
  assert.equal(devices[laptop.mac]?.Name, 'laptop')
})
