import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { answerDatagrams, attempts, entries, flood, HOUSEHOLD, ROUTER, sendIncomplete } from './limits.fixture.ts'

const story = await openStories(HOUSEHOLD)

story('a sender of incomplete packets, at home or outside, leaves room for the fragments of others', async (home) => {
  // Before connections are tracked in the internet, which would store the fragments there.
  await home.gather()
  const { camera, phone, internet, router } = home
  const large = async (): Promise<number> => {
    const { stdout } = await phone.namespace.outcome(['ping', '-c', '3', '-i', '0.2', '-W', '1', '-s', '3000', WEB])
    return Number(/(\d+) received/.exec(stdout)?.[1])
  }
  const dropped = async (): Promise<number> => {
    const { Topics } = (await router.api('/firewall/drops')) as { Topics: { Topic: string; Dropped: number }[] }
    return Topics.find(({ Topic }) => Topic === 'nft:drop:fragment')?.Dropped ?? 0
  }
  assert.deepEqual([await large(), await dropped()], [3, 0])
  await sendIncomplete(camera.namespace, ROUTER, 6000)
  assert.equal(await large(), 3, 'while a device sends them')
  const ofDevice = await dropped()
  assert.ok(ofDevice > 0, 'they are counted')
  await sendIncomplete(internet.neighbour, await router.uplinkAddress(), 6000)
  assert.equal(await large(), 3, 'while a host on the internet sends them')
  assert.ok((await dropped()) > ofDevice, 'they are counted')
})

story('a device that floods connections does not fill the table for others', async (home) => {
  const { laptop, phone, internet, router } = home
  await answerDatagrams(internet)
  const own = (await laptop.address()) ?? ''
  const flooding = flood(laptop.namespace, WEB, 30_000)
  assert.equal(await attempts(phone, 'http://www.test/'), 5)
  assert.equal(await attempts(phone, `http://${ROUTER}/status`), 5)
  await flooding.line('done', 60_000)
  const open = await entries(router, '--orig-src', own)
  assert.ok(open > 1000 && open <= 4096 + 16, `${open} entries`)
  assert.equal(await attempts(phone, 'http://www.test/'), 5)
  assert.equal(await attempts(laptop, `http://${ROUTER}/status`), 5, 'the router’s own pages, for the device as well')
})
