import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { rebuild } from '../../safety/kernel.ts'

const data = '/run/damaged'
const story = await openStories({ laptop: { Policies: ['wan'] }, camera: {} }, { data })

story('a damaged or missing vault key loses only the secrets encrypted with it', async ({ laptop, camera, router }) => {
  await Promise.all([laptop.join(), camera.join()])
  const key = join(data, 'vault.key')
  const losses = () => router.daemon.lines.filter((line) => line.includes('lost: '))
  const worksWithoutSecrets = async () => {
    assert.match(losses().join('\n'), /lost: the keys of the HTTPS certificate, .*vault\.key/)
    assert.ok(await laptop.reaches(WEB, 80))
    assert.ok(!(await camera.reaches(WEB, 80)))
    assert.equal((await router.ask({ method: 'PUT', path: '/groups', body: { Name: 'den' } })).status, 200)
  }
  await router.api('/firewall/enableTLS', undefined, 'PUT')
  await router.kill()
  const old = readFileSync(key, 'utf8')

  // A damaged key is not replaced, and no secret is sealed with another one.
  writeFileSync(key, 'scratched')
  await router.start()
  assert.ok(router.daemon.lines.some((line) => /the key in .*vault\.key is damaged/.test(line)))
  await worksWithoutSecrets()
  const codes = await router.ask({ method: 'PUT', path: '/otp_register', body: { Name: 'admin' } })
  assert.equal(codes.status, 503, String(codes.body))
  await router.kill()
  assert.equal(readFileSync(key, 'utf8'), 'scratched')
  writeFileSync(key, old)
  await router.start()
  assert.deepEqual(losses(), [])
  assert.ok(await laptop.reaches('192.168.2.1', 443))

  // A missing key is created, and so can be lost secrets.
  await router.kill()
  rmSync(key)
  await router.start()
  await worksWithoutSecrets()
  assert.notEqual(readFileSync(key, 'utf8'), old)
  await router.api('/firewall/enableTLS', undefined, 'DELETE')
  await router.api('/firewall/enableTLS', undefined, 'PUT')
  assert.ok(await laptop.reaches('192.168.2.1', 443))
  await router.kill()
  await router.start()
  assert.deepEqual(losses(), [])
})

story('a truncated write-ahead log restores an earlier state, and the kernel matches it', async (home) => {
  const { laptop, router, configure } = home
  const shown = async () => Object.keys((await router.api('/groups')) as object).length
  const log = join(data, 'state.db-wal')
  await router.daemon.stop()
  assert.ok(!existsSync(log), 'a daemon that is stopped as soon as it answers closes its database')
  await router.start()
  const before = await shown()
  for (let n = 0; n < 6; n++) await router.api('/groups', { Name: `later ${n}` })
  await configure(laptop, { Policies: [] })
  assert.ok(!(await laptop.reaches(WEB, 80)))
  await router.kill()
  assert.ok(existsSync(log))
  truncateSync(log, Math.floor(readFileSync(log).length / 2))
  await router.start()
  const left = await shown()
  assert.ok(left > before && left < before + 6, `${left} of ${before + 6} groups`)
  // The last change was in the truncated part, so it is not in effect.
  assert.ok(await laptop.reaches(WEB, 80))
  await rebuild(router)
})
