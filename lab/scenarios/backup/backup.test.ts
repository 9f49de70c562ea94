import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basic, exchange } from '../../contract/call.ts'
import { WEB } from '../../guests/addresses.ts'
import type { Router } from '../../guests/router.ts'
import { eraseState } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const data = '/run/backed-up'
const story = await openStories(
  { laptop: { Policies: ['wan'] }, camera: {}, owner: { wired: true, unknown: true } },
  { data },
)

let name = ''
let proof = ''
let recoveryKey = ''

/** Registers a one-time code, and returns the proof of one. */
async function prove(router: Router): Promise<string> {
  return (await router.registerCodes()).proof
}

/** Calls as the administrator, with proof of a one-time code. */
const proved = (router: Router, method: string, path: string, body?: unknown) =>
  exchange(router.console, {
    method,
    path,
    headers: { Authorization: basic(router.login), 'X-JWT-OTP': proof },
    text: body === undefined ? '' : JSON.stringify(body),
  })

story('an archive contains no plain text', async ({ laptop, camera, router }) => {
  await Promise.all([laptop.join(), camera.join()])
  proof = await prove(router)
  name = String(await router.api('/backup', undefined, 'PUT'))
  assert.deepEqual(
    ((await router.api('/backup')) as { Name: string }[]).map(({ Name }) => Name),
    [name],
  )
  const file = join(data, 'backups', name)
  assert.equal((await router.namespace.run(['stat', '-c', '%a', file])).trim(), '600')
  for (const secret of ['laptop', laptop.mac, 'argon2id'])
    assert.ok(!readFileSync(file, 'utf8').toLowerCase().includes(secret), secret)
})

story('an archive and its key need a one-time code', async ({ router, dir }) => {
  const guarded = [
    ['GET', '/backup/key'],
    ['GET', `/backup/${name}`],
    ['PUT', `/backup/${name}`],
    ['PUT', `/backup/${name}/restore`],
    ['DELETE', `/backup/${name}`],
  ] as const
  for (const [method, path] of guarded)
    assert.equal((await router.ask({ method, path })).status, 401, `${method} ${path}`)
  const { status, headers, text } = await proved(router, 'GET', `/backup/${name}`)
  assert.deepEqual([status, headers['content-type']], [200, 'application/x-gtar-compressed'])
  await router.namespace.run(['cp', join(data, 'backups', name), join(dir, name)])
  assert.equal(text, readFileSync(join(dir, name), 'utf8'))
  recoveryKey = JSON.parse((await proved(router, 'GET', '/backup/key')).text).RecoveryKey
})

story('a restore is in effect in the kernel when the call returns', async (home) => {
  const { laptop, camera, router } = home
  await home.configure(laptop, { Policies: [] })
  await home.configure(camera, { Policies: ['wan'] })
  await router.api('/groups', { Name: 'later' })
  assert.ok(!(await laptop.reaches(WEB, 80)) && (await camera.reaches(WEB, 80)))

  const wrong = await proved(router, 'PUT', `/backup/${name}/restore`, { Passphrase: 'not these words' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /^Passphrase: /)
  assert.ok(await camera.reaches(WEB, 80))

  const { status, text } = await proved(router, 'PUT', `/backup/${name}/restore`)
  assert.equal(status, 200)
  assert.deepEqual(JSON.parse(text), { SignIn: 'keep', OneTimeCodes: true, Notice: '' })
  assert.ok((await laptop.reaches(WEB, 80)) && !(await camera.reaches(WEB, 80)))
  assert.ok(!JSON.stringify(await router.api('/groups')).includes('later'))
  await router.kill()
  await router.start()
  assert.ok((await laptop.reaches(WEB, 80)) && !(await camera.reaches(WEB, 80)), 'and it is remembered')
})

story('a modified archive is rejected', async ({ camera, router, dir }) => {
  const text = readFileSync(join(dir, name), 'utf8')
  const altered = name.replace(/\d{4}Z/, '0000Z')
  const call = { headers: { Authorization: basic(router.login), 'X-JWT-OTP': proof }, method: 'PUT' }
  const half = await exchange(router.console, {
    ...call,
    path: `/backup/${altered}`,
    text: text.slice(0, text.length / 2),
  })
  assert.deepEqual([half.status, half.text], [400, 'is not a Sallyport backup\n'])
  const turned = text.replace(/"State":"(.)/, (_all, first) => `"State":"${first === 'A' ? 'B' : 'A'}`)
  assert.equal((await exchange(router.console, { ...call, path: `/backup/${altered}`, text: turned })).status, 200)
  assert.equal((await proved(router, 'PUT', `/backup/${altered}/restore`)).status, 400)
  for (const path of ['/backup/..%2Fvault.key', '/backup/vault.key', '/backup/key%00'])
    assert.equal((await proved(router, 'GET', path)).status, 400, path)
  assert.ok(!(await camera.reaches(WEB, 80)))
})

story('a new router is restored from an archive and its recovery key', async (home) => {
  const { laptop, camera, owner, router, dir } = home
  await Promise.all([laptop.leave(), camera.leave()])
  await router.kill()
  eraseState(data)
  await router.start()
  await owner.join()
  const put = ['-s', '-f', '-m', '10', '-X', 'PUT']
  await owner.run('curl', ...put, '-T', join(dir, name), `http://192.168.2.1/backup/${name}`)
  // The owner's new device is not in the archive: it loses its address, and cannot receive the response.
  const Passphrase = JSON.stringify({ Passphrase: recoveryKey })
  void owner.try('curl', ...put, '-m', '20', '-d', Passphrase, `http://192.168.2.1/backup/${name}/restore`)

  await until('the restored password', async () => (await router.ask({ path: '/status' })).status === 200)
  assert.deepEqual(await router.api('/otp_status?name=admin'), {
    State: 'registered',
    AlwaysOn: false,
    Confirmed: true,
  })
  await Promise.all([laptop.join(), camera.join()])
  assert.ok((await laptop.reaches(WEB, 80)) && !(await camera.reaches(WEB, 80)))
  const again = await router.ask({ method: 'PUT', path: `/backup/${name}/restore`, login: undefined })
  assert.equal(again.status, 401, 'nobody does that twice')
})
