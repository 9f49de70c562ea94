import assert from 'node:assert/strict'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { linkTexts as form } from '../../../web/texts/internet/links.ts'
import { radioTexts } from '../../../web/texts/wifi/radios.ts'
import { wifiTexts as texts } from '../../../web/texts/wifi/wifi.ts'
import { texts as shared } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { untilLoaded } from '../../browser/loaded.ts'

/** Variants of `browser-wifi.test.ts`. The radio is a mock (lab/radio). */
const { story, page, enter, visit, button, words, saved, field, link } = await openAppStories(
  {
    desk: { wired: true, Policies: ['wan', 'dns'] },
  },
  { mockRadio: true },
)

const section = (name: string) => page.getByRole('region', { name, exact: true })
const config = async (router: { api(path: string): Promise<unknown> }) =>
  (await router.api('/hostapd/wlan0/config')) as Record<string, unknown>

story('a name that is too long is reported at its field, and a valid one is saved', async ({ router }) => {
  await router.api('/hostapd/wlan0/config', { Country_code: 'DE' })
  await enter('/admin/wifi/wlan0', 'wlan0')
  await field(radioTexts.radio.ssid).fill('ä'.repeat(17))
  await words(radioTexts.radio.ssidLong).waitFor()
  await button(form.save).click()
  assert.equal((await config(router)).ssid, 'SPR_wlan0')
  await field(radioTexts.radio.ssid).fill('Größe')
  await saved(() => button(form.save).click())
  await words(deviceTexts.saved).waitFor()
  assert.equal((await config(router)).ssid, 'Größe')
})

story('a radio that does not start is reported with its reason, also on the first screen', async ({ router, mock }) => {
  mock?.change({ refusal: 'nl80211: Could not configure driver mode' })
  await router.api('/hostapd/restart', {})
  await visit('/admin')
  const needs = page.getByRole('region', { name: homeTexts.attention.title })
  await needs.getByText(texts.home.failed('wlan0')).click()
  await section(radioTexts.radio.about)
    .getByText(/Could not configure driver mode/)
    .waitFor()
  mock?.change({ refusal: '' })
  await page.getByRole('status').getByText(texts.states.running.word).waitFor({ timeout: 40_000 })
})

story('axe finds nothing on the screens of wifi', async () => {
  for (const path of ['/admin/wifi', '/admin/wifi/wlan0']) {
    await visit(path)
    await untilLoaded(page)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await inspect(page)
  }
  await link(shared.shell.start).first().waitFor()
})
