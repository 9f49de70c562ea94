import assert from 'node:assert/strict'
import { PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import { SHARED_FIREWALL } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const story = await openStories({ laptop: { Policies: ['wan', 'dns'] } }, { flags: SHARED_FIREWALL })

story('the laptop reaches the internet', async ({ laptop }) => {
  await laptop.join()
  await until('the way out', () => laptop.reaches(WEB, 80))
})

story('the internet works again after an uplink outage', async ({ internet, laptop, line }) => {
  assert.ok(await laptop.reaches(WEB, 80))
  await internet.cut(line)
  assert.ok(!(await laptop.reaches(WEB, 80)))
  assert.ok(await laptop.reaches('192.168.2.1', 80))
  await internet.mend(line)
  await until('the internet', () => laptop.reaches(WEB, 80), 30_000)
  await until('names', async () => (await laptop.resolves('www.test')).join() === WEB, 10_000)
})

story('the firewall keeps enforcing when the daemon is killed, and permitted traffic continues', async (home) => {
  const { laptop, router } = home
  const stranger = await home.addDevice('stranger', { wired: true, unknown: true })
  await stranger.join()
  await using stream = await laptop.stream(WEB, 7)
  await router.kill()
  assert.ok(await stream.flows())
  assert.ok(await laptop.reaches(WEB, 80))
  assert.ok(!(await stranger.reaches(WEB, 80)))
  await router.start()
  assert.ok(await stream.flows())
  assert.ok(await laptop.reaches(WEB, 80))
  assert.ok(!(await stranger.reaches(WEB, 80)))
  const links = (await router.api('/ip/interfaces')) as Record<string, string>
  assert.equal(links[(await laptop.address()) ?? ''], laptop.routerLink)
})

story('a deleted ruleset is restored within seconds', async ({ router, laptop }) => {
  await router.namespace.run(['nft', 'flush', 'ruleset'])
  const isLoaded = async () =>
    (await router.namespace.outcome(['nft', 'list', 'chain', 'inet', 'sallyport', 'forward'])).code === 0
  await until('the firewall', isLoaded, 10_000)
  assert.ok(await laptop.reaches(WEB, 80))
  assert.ok(!(await laptop.reaches(PRIVATE_HOST, 80)))
})
