import assert from 'node:assert/strict'
import { after } from 'node:test'
import { WEB } from '../../guests/addresses.ts'
import { addPeer, peersOf, removePeer } from '../../guests/peer.ts'
import { openRoadWarrior, type PeerConfig } from '../../guests/roadwarrior.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const CROWD = 1000
const AT_ONCE = 25

const { home, story } = await openStage({}, { tinyNets: ['10.64.0.0/19'] })
const { router, internet } = home
const road = await openRoadWarrior(internet, home.dir)
after(() => road[Symbol.asyncDispose]())

const crowd: PeerConfig[] = []
let phone: Awaited<ReturnType<typeof addPeer>>

const onLink = async (): Promise<number> =>
  (await router.namespace.run(['wg', 'show', 'wg0', 'peers'])).trim().split('\n').length

story('a thousand peers are added, each with its own address', async () => {
  await router.uplinkAddress()
  phone = await addPeer(router, 'phone', { Policies: ['wan', 'dns'] })
  await road.connect(phone)
  await until('the tunnel', () => road.reaches(WEB, 80))
  const worker = async () => {
    while (crowd.length < CROWD) {
      const index = crowd.length++
      crowd[index] = (await router.api('/plugins/wireguard/peer', {})) as PeerConfig
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  assert.equal(new Set(crowd.map((config) => config.Interface.Address)).size, CROWD)
  assert.equal((await peersOf(router)).length, CROWD + 1)
  assert.equal(await onLink(), CROWD + 1)
  assert.ok(await road.reaches(WEB, 80), 'sessions of others continue')
})

story('after a restart all peers are configured, the last one connects, and one is removed', async () => {
  const last = crowd.at(-1)!
  await router.kill()
  await router.start()
  assert.deepEqual([(await peersOf(router)).length, await onLink()], [CROWD + 1, CROWD + 1])
  assert.ok(await road.reaches(WEB, 80))
  assert.deepEqual(await router.api('/drift'), [])
  await road.disconnect()
  await road.connect(last)
  await until('the tunnel', () => road.reaches('10.64.0.1', 80), 20_000)
  await removePeer(router, phone.key)
  assert.equal(await onLink(), CROWD)
})
