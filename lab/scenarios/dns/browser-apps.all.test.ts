import assert from 'node:assert/strict'
import { appTexts as texts } from '../../../web/texts/dns/blocklists/apps.ts'
import { dnsTexts } from '../../../web/texts/dns/dns.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { HOSTS, WEB } from '../../guests/addresses.ts'

const { story, page, enter, visit, field, button, row, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  tablet: { Policies: ['wan', 'dns'], DeviceTags: ['kids'] },
  laptop: { Policies: ['wan', 'dns'] },
})

const app = (name: string) => page.getByRole('switch', { name, exact: true })
const toggle = (name: string) => saved(() => app(name).click())

story('an app is blocked for a tag with one click, and allowed again', async ({ tablet, laptop }) => {
  await enter('/admin/dns/apps')
  await page.getByText(texts.whoHint).waitFor()
  assert.equal(await page.getByRole('switch').count(), 0, 'nothing can be turned on for all devices by mistake')
  await field(texts.who).selectOption({ label: 'kids' })
  await toggle('TikTok')
  await toggle('Roblox')
  assert.deepEqual(await tablet.resolves('www.tiktok.com'), [])
  assert.deepEqual(await laptop.resolves('www.tiktok.com'), [WEB])
  await row('kids').filter({ hasText: 'TikTok and Roblox' }).waitFor()
  await inspect(page, 'apps')
  await toggle('TikTok')
  assert.deepEqual(await tablet.resolves('www.tiktok.com'), [WEB])
  assert.deepEqual(await tablet.resolves('www.roblox.com'), [])
})

story('times are added, and the choice for all devices is another one', async ({ router }) => {
  await button(texts.addTimes).click()
  await saved(() => button(texts.save).click())
  const rules = (await router.api('/plugins/pfw/rules')) as unknown as { When: { Tags: string[]; Times: object[] } }[]
  assert.partialDeepStrictEqual(rules, [{ When: { Tags: ['kids'], Times: [{ Start: '21:00', End: '07:00' }] } }])
  await field(texts.who).selectOption({ label: texts.everyone })
  assert.equal(await app('Roblox').isChecked(), false)
  await button(texts.show('kids')).click()
  assert.equal(await app('Roblox').isChecked(), true)
})

story('safe search is turned on for a device, and the check of a domain says so', async ({ tablet }) => {
  await field(texts.who).selectOption({ label: 'tablet' })
  await toggle('Google')
  await saved(() => field(texts.youTube).selectOption({ label: texts.youTubeModes.strict }))
  assert.deepEqual(await tablet.resolves('www.google.com'), ['forcesafesearch.google.com.', HOSTS[11]])
  assert.deepEqual(await tablet.resolves('www.youtube.com'), ['restrict.youtube.com.', HOSTS[12]])
  await row('tablet').filter({ hasText: 'Google and YouTube (Strict)' }).waitFor()
  await visit(`/admin/dns/check?name=www.google.com&client=${await tablet.address()}`)
  await page.getByText(dnsTexts.line.reasons.safeSearch).waitFor()
  await visit('/admin/schedules/rules')
  await page.getByText('Safe search: Google and YouTube').waitFor()
  await inspect(page, 'apps')
})
