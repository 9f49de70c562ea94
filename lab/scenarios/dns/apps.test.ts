import assert from 'node:assert/strict'
import { HOSTS, WEB } from '../../guests/addresses.ts'
import { openStage } from '../../home/story.ts'

const { home, story } = await openStage({
  tablet: { Policies: ['wan', 'dns'], DeviceTags: ['kids'] },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'] },
  laptop: { Policies: ['wan', 'dns'] },
})
const { router, tablet, phone, laptop } = home

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
