import assert from 'node:assert/strict'
import { WEB } from '../guests/addresses.ts'
import { openStories } from '../story.ts'
import { until } from '../until.ts'

const story = await openStories({
  laptop: { wired: true, Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'] },
  camera: { Policies: ['dns'], listens: [80] },
})
const ECHO = 7

story('everybody is there', async (home) => {
  await home.gather()
  assert.ok(await home.laptop.reaches(WEB, ECHO))
  assert.ok(!(await home.camera.reaches(WEB, ECHO)))
})

story('a rule or an element of another program is removed, and what it let through ends', async (home) => {
  const { router, laptop, camera } = home
  await using permitted = await laptop.stream(WEB, ECHO)
  const element = `{ ${await camera.address()} . "${camera.routerLink}" : accept }`
  for (const command of [
    'insert rule inet sallyport forward accept',
    `add element inet sallyport internet_access ${element}`,
  ]) {
    router.daemon.kill('SIGSTOP')
    await router.namespace.run(['nft', command])
    await using forbidden = await camera.stream(WEB, ECHO)
    assert.ok(await forbidden.flows(), 'nothing repairs it while the router is stopped')
    router.daemon.kill('SIGCONT')
    await until('the end of the connection', async () => !(await forbidden.flows()), 10_000)
    assert.ok(!(await camera.reaches(WEB, ECHO)))
    assert.ok(await permitted.flows())
  }
  assert.deepEqual(await router.api('/drift'), [])
})
