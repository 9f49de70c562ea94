import assert from 'node:assert/strict'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { guestTexts } from '../../../web/texts/home/guests.ts'
import { linkTexts as form } from '../../../web/texts/internet/links.ts'
import { attemptTexts } from '../../../web/texts/wifi/admission.ts'
import { radioTexts } from '../../../web/texts/wifi/radios.ts'
import { stationTexts } from '../../../web/texts/wifi/stations.ts'
import { wifiTexts as texts } from '../../../web/texts/wifi/wifi.ts'
import { openAppStories } from '../../browser/app.ts'
import { NEIGHBOURHOOD } from '../../radio/neighbourhood.ts'
import { found } from '../../radio/prints.ts'

/**
 * The Wifi screen in the app. The radio is a mock: programs in place of hostapd and iw answer the daemon (lab/radio), and cables
 * connect the devices. Association, passphrases and channels are tested with Debian's hostapd in the virtual machine (lab/vm).
 */
const { story, page, enter, visit, button, heading, words, row, saved, choice, link } = await openAppStories(
  {
    desk: { wired: true, Policies: ['wan', 'dns'] },
    phone: { Policies: ['wan', 'dns'], PSKEntry: { Type: 'sae', Psk: '' } },
  },
  { mockRadio: true },
)

const section = (name: string) => page.getByRole('region', { name, exact: true })
const config = async (router: { api(path: string): Promise<unknown> }) =>
  (await router.api('/hostapd/wlan0/config')) as Record<string, unknown>

story('the country of a radio is saved before its channels can be selected', async ({ router }) => {
  await enter('/admin/wifi')
  await section(texts.radios.title).getByText(texts.states.running.word).click()
  await heading('wlan0').waitFor()
  assert.ok(await choice(radioTexts.radio.channel).isEnabled())
  await choice(radioTexts.radio.country).selectOption('DE')
  assert.ok(await choice(radioTexts.radio.channel).isDisabled())
  await saved(() => button(form.save).click())
  await page.getByRole('status').getByText(texts.states.running.word).waitFor()
  assert.equal((await config(router)).country_code, 'DE')
  await words(deviceTexts.saved).waitFor()
})

story('another band and channel are set as the country permits', async ({ router }) => {
  await choice(radioTexts.radio.band).selectOption('5 GHz')
  await choice(radioTexts.radio.width).selectOption('80')
  await choice(radioTexts.radio.channel).selectOption('36')
  await saved(() => button(form.save).click())
  assert.equal((await config(router)).channel, 36)
  assert.equal((await config(router)).vht_oper_chwidth, 1)
  const offered = await choice(radioTexts.radio.channel).locator('option').allTextContents()
  assert.ok(offered.includes(radioTexts.radio.withRadar(52)))
  assert.ok(!offered.includes('149'))
})

story('a scan is drawn for each band, and shown as a table', async ({ mock }) => {
  mock?.print('dev wlan0 scan dump', found('wlan0', NEIGHBOURHOOD))
  await button(radioTexts.scan.start).click()
  await section(radioTexts.scan.title)
    .getByRole('img', { name: /^2\.4 GHz: 7 other networks/ })
    .waitFor()
  await section(radioTexts.scan.title)
    .getByRole('img', { name: /^5 GHz: 5 other networks/ })
    .waitFor()
  await words(radioTexts.scan.table).click()
  const cafe = page.getByRole('row').filter({ hasText: 'Café Größenwahn' })
  await cafe.waitFor()
  assert.deepEqual(await cafe.getByRole('cell').allTextContents(), ['11', '-47 dBm', radioTexts.scan.open])
})

story('connected devices are listed live, with signal and rates', async ({ phone, mock }) => {
  await link(texts.back).click()
  const list = section(stationTexts.stations.title)
  await list.getByRole('link').filter({ hasText: 'phone' }).getByText('-48 dBm').waitFor()
  mock?.place('wlan0', phone.mac, { ...mock.air.stations.wlan0?.[phone.mac], signal: '-81' })
  await list.getByText(stationTexts.stations.signals.weak).waitFor()
  await list.getByText('288 Mbit/s', { exact: false }).waitFor()
  await phone.leave()
  await list.getByText(stationTexts.stations.noneHint).waitFor()
  await phone.join()
  await row('phone').waitFor()
})

story('a failed attempt is listed with its reason', async ({ mock }) => {
  const stranger = '02:00:00:00:00:77'
  mock?.send('wlan0.w2', `AP-STA-POSSIBLE-PSK-MISMATCH ${stranger}`)
  const attempts = section(attemptTexts.title)
  await attempts.getByText(stranger).waitFor()
  await attempts.getByText(attemptTexts.causes['unknown device']).waitFor()
})

story('the page of a device shows its wifi connection', async () => {
  await row('phone').getByRole('link').click()
  await heading('phone').waitFor()
  // After a minute, the chart below shows the signal as well.
  const fact = (value: string) => section(stationTexts.device.title).getByRole('definition').filter({ hasText: value })
  await fact('-48 dBm').waitFor()
  await fact('WPA3').waitFor()
  await words(stationTexts.device.rateChart.caption(6)).waitFor()
})

story(
  'one switch makes a guest network, which its page shows, and turning it off needs a confirmation',
  async (home) => {
    const guest = async () =>
      (await home.router.api('/wifi/guest')) as { Enabled: boolean; Ssid: string; Passphrase: string }
    const card = section(guestTexts.title)
    const toggle = card.getByRole('switch', { name: guestTexts.title })
    await home.router.api('/hostapd/wlan0/config', { Ssid: 'Villa Rosa' })
    await visit('/admin/wifi')
    await saved(() => toggle.check())
    await card.getByRole('radio', { name: guestTexts.kinds.static.name }).waitFor()
    const { Enabled, Ssid, Passphrase } = await guest()
    assert.deepEqual([Enabled, Ssid, Passphrase.length], [true, 'Villa Rosa Guests', 16])
    await link(guestTexts.open).click()
    await heading(guestTexts.page.title).waitFor()
    await page.getByRole('article').getByText(Passphrase, { exact: true }).waitFor()
    await page.getByRole('img', { name: guestTexts.page.qrLabel(Ssid) }).waitFor()

    await visit('/admin/wifi')
    await toggle.click()
    await saved(() => button(guestTexts.offConfirm).click())
    assert.ok(!(await guest()).Enabled)
    await visit('/auth/guest')
    await heading(guestTexts.page.off).waitFor()
  },
)
