import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { addressOf } from '../firewall/firewall.fixture.ts'
import { HOUSEHOLD, openDrops } from './drops.fixture.ts'

const MANY_SENDERS = fileURLToPath(new URL('../../guests/manysenders.ts', import.meta.url))
const FLOWS = fileURLToPath(new URL('../../guests/flows.ts', import.meta.url))

const story = await openStories(HOUSEHOLD)

interface Drops {
  readonly Topics: readonly { readonly Topic: string; readonly Dropped: number; readonly NotLogged: number }[]
  readonly Lost: number
}

story('all devices join', (home) => home.gather().then(() => undefined))

/** Packets of a flood: some thousand a second. */
const FLOOD = 20_000
/** The burst of a sender, and its rate for as long as the flood may last. */
const MOST_EVENTS = 30 + 5 * 60

story('a flood is counted, and only a part of it is logged', async (home) => {
  const { router, camera, phone } = home
  await using drops = await openDrops(home)
  const dropped = async () => {
    const { Topics, Lost } = (await router.api('/firewall/drops')) as Drops
    assert.equal(Lost, 0)
    return Topics.find(({ Topic }) => Topic === 'nft:drop:forward')!
  }
  const before = await dropped()
  const flood = camera.namespace.start([process.execPath, FLOWS, WEB, String(FLOOD)])
  for (let i = 0; i < 5; i++) {
    assert.deepEqual(await phone.resolves('www.test'), [WEB])
    assert.ok(await phone.fetch('http://192.168.2.1/status'))
  }
  await flood.line('done', 60_000)
  await phone.try('ping', '-c', '1', '-W', '1', PRIVATE_HOST)
  await drops.next('nft:drop:private', ({ SrcName }) => SrcName === 'phone')
  const after = await dropped()
  assert.ok(after.Dropped - before.Dropped >= FLOOD, `${after.Dropped - before.Dropped} dropped`)
  const events = drops.topics.filter((topic) => topic === 'nft:drop:forward').length
  assert.ok(events >= 30 && events < MOST_EVENTS, `${events} events`)
  assert.equal(after.Dropped - before.Dropped - (after.NotLogged - before.NotLogged), events)
})

/** The number of senders in a set of the firewall. */
async function sizeOf(router: Home['router'], set: string): Promise<number> {
  const listed = await router.namespace.run(['nft', '-j', 'list', 'set', 'inet', 'sallyport', set])
  const { nftables } = JSON.parse(listed) as { nftables: { set?: { elem?: unknown[] } }[] }
  return nftables.flatMap(({ set }) => set?.elem ?? []).length
}

/** More than the sets of senders have room for. */
const SENDERS = 6000

story('floods with forged senders, from the internet and from a device, hide no other drops', async (home) => {
  const { router, laptop, camera, printer, internet } = home
  const { neighbour } = internet
  const uplink = await router.uplinkAddress()
  const flood = async (namespace: typeof neighbour, half: string, ...to: string[]) => {
    await namespace.ip(`route add local ${half}.0.0/16 dev lo`)
    const program = namespace.start([process.execPath, MANY_SENDERS, half, String(SENDERS), ...to])
    await program.line('all senders', 60_000)
    return program
  }
  // Later, its ARP requests would have a forged sender, which the router does not answer.
  assert.ok(await laptop.reaches(WEB, 80))
  await using drops = await openDrops(home)
  const floods = await Promise.all([
    flood(neighbour, '198.18', uplink, '4000'),
    flood(laptop.namespace, '10.9', WEB, '4000'),
  ])

  assert.ok(!(await camera.reaches(WEB, 80)))
  const forward = await drops.next('nft:drop:forward', ({ SrcName }) => SrcName === 'camera')
  assert.equal(forward.TCP?.DstPort, 80)
  for (let port = 3000; port < 3025; port++) assert.ok(!(await printer.reaches('192.168.2.1', port)))
  await drops.next('nft:drop:input', ({ SrcName, TCP }) => SrcName === 'printer' && TCP?.DstPort === 3024)
  const stolen = await addressOf(camera)
  await printer.namespace.ip(`addr add ${stolen}/32 dev eth0`)
  await printer.try('ping', '-c', '1', '-W', '1', '-I', stolen, WEB)
  await printer.namespace.ip(`addr del ${stolen}/32 dev eth0`)
  assert.equal((await drops.next('nft:drop:mac', ({ SrcName }) => SrcName === 'printer')).IP.SrcIP, stolen)

  // Each set has its maximum, and the firewall can be changed.
  for (const [set, senders] of Object.entries({ logged: 4096, logged_home: 4, logged_forged: 4 }))
    assert.ok((await sizeOf(router, set)) <= senders, set)
  const block = { Protocol: 'tcp', SrcIP: await addressOf(laptop), DstIP: WEB }
  const connects = () => until('a connection', () => laptop.reaches(WEB, 80))
  await connects()
  await router.api('/firewall/block', block)
  assert.ok(!(await laptop.reaches(WEB, 80)))
  await router.api('/firewall/block', block, 'DELETE')
  await connects()
  for (const program of floods) await program.stop()
  assert.equal(((await router.api('/firewall/drops')) as Drops).Lost, 0)
  const forged = drops.topics.filter((topic) => topic === 'nft:drop:mac').length
  assert.ok(forged < MOST_EVENTS, `${forged} events of forged senders`)
})
