import assert from 'node:assert/strict'
import { join } from 'node:path'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { look } from '../../safety/things.ts'
import { fillDisk, mountDisk } from './full-disk.fixture.ts'

const data = '/run/tight'
const ballast = join(data, 'ballast')
await mountDisk(data, '16m')
// A machine of an earlier home does not have this mount.
const story = await openStories({ laptop: { Policies: ['wan', 'dns'] }, camera: {} }, { data, reuses: false })

story('the router starts on a full disk, after a kill and after a stop', async ({ laptop, camera, router }) => {
  await Promise.all([laptop.join(), camera.join()])
  const shown = await look(router)
  for (const end of [() => router.kill(), () => router.daemon.stop()]) {
    await end()
    fillDisk(ballast)
    await router.start()
    assert.deepEqual((await look(router)).groups, shown.groups)
    assert.ok(await laptop.reaches(WEB, 80))
    assert.ok(!(await camera.reaches(WEB, 80)))
    const answer = await router.ask({ method: 'PUT', path: '/groups', body: { Name: 'den' } })
    assert.equal(answer.status, 503, String(answer.body))
  }
})
