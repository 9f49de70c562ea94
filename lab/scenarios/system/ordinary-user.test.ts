import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import { ORDINARY_USER } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'

const isMapped = (user: number): boolean =>
  readFileSync('/proc/self/uid_map', 'utf8')
    .trim()
    .split('\n')
    .some((line) => {
      const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number)
      return user >= first && user < first + count
    })

if (isMapped(ORDINARY_USER)) await runStories()
else test('the router runs as an ordinary user', { skip: 'this namespace has no other users' }, () => undefined)

async function runStories(): Promise<void> {
  const log: string[] = []
  const story = await openStories(
    { laptop: { wired: true, Policies: ['wan', 'dns'] }, phone: { Policies: ['dns'] }, camera: {} },
    { isOrdinary: true, onRouterLine: (line) => log.push(line) },
  )

  story('the daemon has an ordinary user, three capabilities, and no way to more', async ({ router }) => {
    const status = readFileSync(`/proc/${router.daemon.pid}/status`, 'utf8')
    assert.match(status, new RegExp(`^Uid:\\s*${ORDINARY_USER}\\s+${ORDINARY_USER}\\s+${ORDINARY_USER}`, 'm'))
    for (const set of ['CapEff', 'CapPrm', 'CapBnd', 'CapAmb'])
      assert.match(status, new RegExp(`^${set}:\\s*0+3400$`, 'm'))
    assert.match(status, /^NoNewPrivs:\s*1$/m)
  })

  story(
    'devices join, have names and the internet by their policies, and nothing else',
    async ({ laptop, phone, camera }) => {
      await Promise.all([laptop, phone, camera].map((device) => device.join()))
      assert.ok(await laptop.reaches(WEB, 80))
      for (const device of [laptop, phone]) assert.deepEqual(await device.resolves('www.test'), [WEB])
      for (const device of [phone, camera]) assert.ok(!(await device.reaches(WEB, 80)))
      assert.deepEqual(await camera.resolves('www.test'), [])
      assert.ok(!(await laptop.pings(camera)))
    },
  )

  story('changes are enforced and saved, and survive a kill', async ({ router, laptop, camera, configure }) => {
    await configure(camera, { Policies: ['wan'] })
    assert.ok(await camera.reaches(WEB, 80))
    await configure(camera, { Policies: [] })
    assert.ok(!(await camera.reaches(WEB, 80)))
    await router.kill()
    assert.ok(await laptop.reaches(WEB, 80), 'the kernel enforces')
    await router.start()
    assert.ok(!(await camera.reaches(WEB, 80)))
    await configure(laptop, { Policies: ['dns'] })
    assert.ok(!(await laptop.reaches(WEB, 80)))
    assert.ok(!(await laptop.reaches(PRIVATE_HOST, 80)))
  })

  story('everything that it writes belongs to its user, and the kernel has refused nothing', async ({ dir }) => {
    const data = join(dir, 'data')
    const strangers = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter(
      (name) => existsSync(join(data, name)) && statSync(join(data, name)).uid !== ORDINARY_USER,
    )
    assert.deepEqual(strangers, [])
    assert.deepEqual(
      log.filter((line) => /EACCES|EPERM|not permitted|denied/i.test(line)),
      [],
    )
  })
}
