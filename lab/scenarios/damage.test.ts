import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WEB } from '../guests/addresses.ts'
import { openStories } from '../home/story.ts'
import { until } from '../process/until.ts'
import { rebuild } from '../safety/rebuild.ts'

const data = '/run/damaged'
const story = await openStories({ laptop: { Policies: ['wan'] }, camera: {} }, { data })

story(
  'a router that cannot read its state guards all the same, and says what is wrong',
  async ({ laptop, camera, router }) => {
    await Promise.all([laptop.join(), camera.join()])
    // At a good start the router puts a copy aside.
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

story('nobody in the house can have it go back, only its own console', async ({ laptop, router }) => {
  const restore = ['-s', '-m', '2', '-o', '/dev/null', '-w', '%{http_code}', '-X', 'PUT']
  assert.equal((await laptop.try('curl', ...restore, 'http://192.168.2.1/restore')).stdout, '401')
  assert.equal((await router.ask({ method: 'PUT', path: '/restore', login: undefined })).status, 200)
})

story('after that it is the router it was', async ({ laptop, camera, router }) => {
  const isBack = () =>
    router.ask({ path: '/status' }).then(
      ({ status }) => status === 200,
      () => false,
    )
  await until('the router', isBack, 15_000)
  assert.ok(await laptop.reaches(WEB, 80))
  assert.ok(!(await camera.reaches(WEB, 80)))
  const devices = (await router.api('/devices')) as Record<string, { Name: string }>
  assert.equal(devices[laptop.mac]?.Name, 'laptop')
})

story(
  'a key that is damaged or gone costs what it had sealed, and nothing else',
  async ({ laptop, camera, router }) => {
    const key = join(data, 'vault.key')
    const losses = () => router.daemon.lines.filter((line) => line.includes('lost: '))
    await router.api('/firewall/enableTLS', undefined, 'PUT')
    for (const harm of [() => writeFileSync(key, 'scratched'), () => rmSync(key)]) {
      await router.kill()
      const old = readFileSync(key, 'utf8')
      harm()
      await router.start()
      assert.match(losses().join('\n'), /lost: the keys of the HTTPS certificate, .*vault\.key/)
      assert.ok(await laptop.reaches(WEB, 80))
      assert.ok(!(await camera.reaches(WEB, 80)))
      assert.equal((await router.ask({ method: 'PUT', path: '/groups', body: { Name: 'den' } })).status, 200)
      assert.notEqual(readFileSync(key, 'utf8'), old)
      // What is lost can be made anew.
      await router.api('/firewall/enableTLS', undefined, 'DELETE')
      await router.api('/firewall/enableTLS', undefined, 'PUT')
      assert.ok(await laptop.reaches('192.168.2.1', 443))
    }
    assert.equal(readFileSync(`${key}.damaged`, 'utf8'), 'scratched')
    await router.kill()
    await router.start()
    assert.deepEqual(losses(), [])
  },
)

story('what was written ahead and cut short leaves a state that was, and the kernel goes by it', async (home) => {
  const { laptop, router, configure } = home
  const shown = async () => Object.keys((await router.api('/groups')) as object).length
  await router.daemon.stop()
  await router.start()
  const before = await shown()
  for (let n = 0; n < 6; n++) await router.api('/groups', { Name: `later ${n}` })
  await configure(laptop, { Policies: [] })
  assert.ok(!(await laptop.reaches(WEB, 80)))
  await router.kill()
  const log = join(data, 'state.db-wal')
  assert.ok(existsSync(log))
  truncateSync(log, Math.floor(readFileSync(log).length / 2))
  await router.start()
  const left = await shown()
  assert.ok(left > before && left < before + 6, `${left} of ${before + 6} groups`)
  // The last change is not among what is left, and so it holds no more.
  assert.ok(await laptop.reaches(WEB, 80))
  await rebuild(router)
})
