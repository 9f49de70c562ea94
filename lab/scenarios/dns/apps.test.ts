import assert from 'node:assert/strict'
import { HOSTS, WEB } from '../../guests/addresses.ts'
import { openSetClock } from '../../home/setclock.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const { home, story } = await openStage(
  {
    tablet: { Policies: ['wan', 'dns'], DeviceTags: ['kids'] },
    phone: { Policies: ['wan', 'dns'], Groups: ['family'] },
    laptop: { Policies: ['wan', 'dns'] },
  },
  { minuteMs: 1000 },
)
const { router, tablet, phone, laptop } = home
const clock = openSetClock(home, 'Europe/Oslo')
const EVERY_DAY = [1, 1, 1, 1, 1, 1, 1]

const add = async (When: object, Do: object): Promise<string> =>
  ((await router.api('/plugins/pfw/rules', { Name: 'Apps', When, Do })) as { Id: string }).Id
const replace = (id: string, When: object, Do: object) =>
  router.api(`/plugins/pfw/rules/${id}`, { Name: 'Apps', When, Do })
const remove = (id: string) => router.api(`/plugins/pfw/rules/${id}`, undefined, 'DELETE')
const services = (...Services: string[]) => ({ Kind: 'services', Services })
const why = async (name: string, client: string) =>
  (await router.api(`/plugins/dns/block/why?name=${name}&client=${client}`)) as { Result: string; By: string }

story('an app is blocked for the devices with a tag, and for no others', async () => {
  await home.gather()
  assert.deepEqual(await tablet.resolves('www.tiktok.com'), [WEB])
  const id = await add({ Tags: ['kids'] }, services('tiktok'))
  for (const type of ['A', 'AAAA', 'HTTPS'])
    assert.match((await tablet.try('dig', 'www.tiktok.com', type)).stdout, /status: NXDOMAIN/, type)
  assert.deepEqual(await tablet.resolves('clip.test'), [], 'also behind a CNAME')
  assert.deepEqual(await tablet.resolves('www.roblox.com'), [WEB])
  assert.deepEqual(await laptop.resolves('www.tiktok.com'), [WEB])
  const { Result, By } = await why('www.tiktok.com', (await tablet.address()) ?? '')
  assert.deepEqual([Result, By], ['blocked', 'service TikTok'])
  await remove(id)
  assert.deepEqual(await tablet.resolves('www.tiktok.com'), [WEB])
})

story('apps are blocked for one device, for a group, and for all devices', async () => {
  const all = [tablet, phone, laptop]
  const blocked = async () => {
    const found = await Promise.all(all.map((device) => device.resolves('www.roblox.com')))
    return all.filter((_, index) => found[index]?.length === 0)
  }
  const id = await add({ Devices: [laptop.mac] }, services('roblox'))
  assert.deepEqual(await blocked(), [laptop])
  await replace(id, { Groups: ['family'] }, services('roblox'))
  assert.deepEqual(await blocked(), [phone])
  await replace(id, {}, services('roblox', 'tiktok'))
  assert.deepEqual(await blocked(), all)
  await remove(id)
  assert.deepEqual(await blocked(), [])
})

story('a custom rule permits one domain of a blocked app', async () => {
  const id = await add({ Tags: ['kids'] }, services('tiktok'))
  const permit = { Type: 'permit', Domain: 'www.tiktok.com.' }
  await router.api('/plugins/dns/block/override', permit)
  assert.deepEqual(await tablet.resolves('www.tiktok.com'), [WEB])
  assert.deepEqual(await tablet.resolves('other.tiktok.com'), [])
  await router.api('/plugins/dns/block/override', permit, 'DELETE')
  assert.deepEqual(await tablet.resolves('www.tiktok.com'), [])
  await remove(id)
})

story('search is filtered for a tag: addresses of both families, without HTTPS records', async () => {
  const id = await add({ Tags: ['kids'] }, { Kind: 'safesearch', YouTube: 'moderate' })
  const alias = 'forcesafesearch.google.com.'
  assert.deepEqual(await tablet.resolves('www.google.com'), [alias, HOSTS[11]])
  assert.deepEqual(await tablet.resolves('www.google.com', 'AAAA'), [alias, '2001:db8::21'])
  for (const type of ['HTTPS', 'SVCB']) assert.deepEqual(await tablet.resolves('www.google.com', type), [alias], type)
  assert.deepEqual(await tablet.resolves('maps.google.com'), [HOSTS[10]])
  assert.deepEqual(await tablet.resolves('www.youtube.com'), ['restrictmoderate.youtube.com.', HOSTS[13]])

  assert.deepEqual(await laptop.resolves('www.google.com'), [HOSTS[10]])
  assert.deepEqual(await laptop.resolves('www.google.com', 'AAAA'), ['2001:db8::20'])
  assert.match((await laptop.resolves('www.google.com', 'HTTPS'))[0] ?? '', /ipv4hint/)

  await replace(id, { Tags: ['kids'] }, { Kind: 'safesearch', Google: false, YouTube: 'strict' })
  assert.deepEqual(await tablet.resolves('www.youtube.com'), ['restrict.youtube.com.', HOSTS[12]])
  assert.deepEqual(await tablet.resolves('www.google.com'), [HOSTS[10]])

  const block = await add({ Tags: ['kids'] }, services('youtube'))
  assert.deepEqual(await tablet.resolves('www.youtube.com'), [], 'a block comes before safe search')
  for (const one of [id, block]) await remove(one)
  assert.deepEqual(await tablet.resolves('www.youtube.com'), [HOSTS[10]])
})

story('a newer list of services replaces the built-in one, and an unknown service is refused', async () => {
  const Source = 'https://lists.example/chess'
  const chess = { Id: 'chess', Name: 'Chess', Kind: 'games', Domains: ['www.test'], Source, Checked: '2026-11-23' }
  const put = (rule: object) => router.ask({ method: 'PUT', path: '/plugins/pfw/rules', body: rule })
  const rule = { Name: 'Chess', When: { Tags: ['kids'] }, Do: services('chess') }
  assert.equal((await put(rule)).status, 400)
  await router.api('/plugins/dns/block/services', { Version: '2026-11-24', Services: [chess] })
  const { Id } = (await router.api('/plugins/pfw/rules', rule)) as { Id: string }
  assert.deepEqual(await tablet.resolves('www.test'), [])
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await router.api('/plugins/dns/block/services', undefined, 'DELETE')
  assert.deepEqual(await tablet.resolves('www.test'), [WEB], 'the built-in list does not have it')
  await remove(Id)
})

async function restartAt(local: string): Promise<void> {
  clock.set(local)
  await router.kill()
  await router.start(clock.variables)
  await router.uplinkAddress()
}

story('an app is blocked during homework, to the minute, and after a restart', async () => {
  await restartAt('2026-11-23T14:59:50')
  const Times = [{ Days: EVERY_DAY, Start: '15:00', End: '17:00' }]
  await add({ Tags: ['kids'], Times }, services('tiktok'))
  const isBlocked = async (): Promise<boolean> => (await tablet.resolves('www.tiktok.com')).length === 0
  await until('homework', isBlocked, 10_000)
  await restartAt('2026-11-23T16:30:00')
  await until('homework after a restart', isBlocked, 10_000)
  clock.set('2026-11-23T16:59:58')
  await until('the end of homework', async () => !(await isBlocked()), 15_000)
})
