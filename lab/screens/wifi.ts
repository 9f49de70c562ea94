import type { WifiSample } from '../../router/model/wifi/stations/station.ts'
import { radioTexts } from '../../web/texts/wifi/radios.ts'
import { stationTexts } from '../../web/texts/wifi/stations.ts'
import { wifiTexts as texts } from '../../web/texts/wifi/wifi.ts'
import { texts as shared } from '../../web/texts.ts'
import { until } from '../process/until.ts'
import { NEIGHBOURHOOD } from '../radio/neighbourhood.ts'
import { devices, found } from '../radio/prints.ts'
import type { Walk } from './stage.ts'

const COUNT = 60
const macOf = (index: number): string => `02:12:00:00:00:${index.toString(16).padStart(2, '0')}`
const NAMES = [
  'Anna’s phone',
  'Kitchen speaker',
  'Thermostat in the hall',
  'A device with an extraordinarily long name, twice',
]

/** Samples of four hours, newest first. */
const history = (now: number): WifiSample[] =>
  Array.from({ length: 240 }, (_, minutes) => minutes)
    .filter((minutes) => minutes < 130 || minutes > 170)
    .map((minutes) => {
      const is5GHz = minutes > 60 && minutes < 130
      const wave = Math.sin(minutes / 9) + Math.sin(minutes / 4) / 3
      return {
        Time: Math.round(now) - 60 * minutes,
        Radio: is5GHz ? 'wlan1' : 'wlan0',
        Band: is5GHz ? '5 GHz' : '2.4 GHz',
        Channel: is5GHz ? 36 : 1,
        Signal: Math.round((is5GHz ? -60 : -52) + 6 * wave),
        RxRate: is5GHz ? 400 : 120,
        TxRate: Math.round((is5GHz ? 480 : 144) + 40 * wave),
      }
    })

/** Wifi with a mock radio (lab/radio): without a country, with 3 and with 60 devices, in trouble, and without a radio. */
export const walkWifi: Walk = async (page, home, origin, shoot) => {
  const { router, mock } = home
  if (!mock) throw new Error('the home has no mock radio')
  const said = (words: string | RegExp) => page.getByText(words).first()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const visit = (part: string) => page.goto(`${origin}/admin/${part}`)

  await router.api('/hostapd/wlan0/config', { Country_code: 'DE', Ssid: 'Home' })
  await visit('wifi')
  await said(texts.states.running.word).waitFor()
  await shoot(page, 'wifi')
  mock.print('dev wlan0 scan dump', found('wlan0', NEIGHBOURHOOD))
  await visit('wifi/wlan0')
  await said(radioTexts.radio.settings).waitFor()
  await shoot(page, 'radio')
  await button(radioTexts.scan.start).click()
  await page.getByRole('heading', { name: '5 GHz' }).waitFor()
  await page.getByRole('textbox', { name: radioTexts.radio.ssid }).fill('ä'.repeat(17))
  await shoot(page, 'radio-scan')
  await said(radioTexts.scan.table).click()
  await page.getByRole('table').waitFor()
  await shoot(page, 'radio-scan-table')

  // The history of a few hours, with a time on another radio and one away.
  await page.route('**/wifi/stations/*/history*', (route) => route.fulfill({ json: history(Date.now() / 1000) }))
  await visit(`devices/${home.devices.get('phone')?.mac}`)
  await page.getByRole('heading', { name: stationTexts.device.title }).waitFor()
  await shoot(page, 'device-wifi')
  await page.unroute('**/wifi/stations/*/history*')

  for (let index = 0; index < COUNT; index++) {
    const name = `${NAMES[index % NAMES.length]} ${index}`
    await router.api(`/device?identity=${macOf(index)}`, {
      Name: name,
      Policies: ['dns'],
      PSKEntry: { Type: 'sae', Psk: '' },
    })
    mock.place(index % 3 === 0 ? 'wlan0.w2' : 'wlan0', macOf(index), {
      flags: '[AUTH][ASSOC][AUTHORIZED]',
      AKMSuiteSelector: index % 3 === 0 ? '00-0f-ac-2' : '00-0f-ac-8',
      signal: String(-40 - ((index * 7) % 48)),
      tx_rate_info: String(60 + index * 40),
      rx_rate_info: String(60 + index * 20),
      connected_time: String(60 * index * index),
      vlan_id: String(5000 + index),
    })
  }
  await visit('wifi')
  await until('all stations', async () => Object.keys((await router.api('/wifi/stations')) as object).length >= COUNT)
  await button(stationTexts.stations.more(Object.keys((await router.api('/wifi/stations')) as object).length)).waitFor()
  await shoot(page, 'wifi-60')
  await visit('')
  await page.getByRole('heading', { name: texts.home.title, exact: true }).waitFor()
  await shoot(page, 'home-wifi')

  await router.api('/hostapd/wlan0/config', { Hw_mode: 'a', Channel: 52 })
  mock.change({ status: { state: 'DFS', cac_time_left_seconds: '47', channel: '52', freq: '5260' } })
  mock.print('dev', devices('wlan0', '02:00:5e:00:01:00', { channel: 52, mhz: 5260, width: 80 }))
  await visit('wifi')
  await said(texts.states['radar check'].word).waitFor()
  await shoot(page, 'wifi-radar')
  mock.change({ status: {}, refusal: 'nl80211: Could not configure driver mode\nwlan0: AP-DISABLED' })
  await router.api('/hostapd/restart', {})
  await visit('wifi')
  await said(texts.states.failed.word).waitFor()
  await shoot(page, 'wifi-failed')
  await visit('wifi/wlan0')
  await said(texts.states.failed.word).waitFor()
  await shoot(page, 'radio-failed')
  await visit('')
  await said(texts.home.failed('wlan0')).waitFor()
  await shoot(page, 'home-wifi-failed')

  // As on a router whose radio is new, and on one whose kernel and settings have no radio.
  const [radio] = (await router.api('/wifi/radios')) as object[]
  const fresh = { ...radio, State: 'no country', Country: '', Reason: '', Frequency: 0 }
  await page.route(/\/wifi\/radios$/, (route) => route.fulfill({ json: [fresh] }))
  await visit('wifi')
  await said(texts.states['no country'].word).waitFor()
  await shoot(page, 'wifi-no-country')
  await visit('wifi/wlan0')
  await said(radioTexts.radio.settings).waitFor()
  await shoot(page, 'radio-no-country')
  await page.unroute(/\/wifi\/radios$/)
  await page.route(/\/wifi\/radios$/, (route) => route.fulfill({ json: [] }))
  await visit('wifi')
  await said(radioTexts.none.title).waitFor()
  await shoot(page, 'wifi-none')
  await page.unroute(/\/wifi\/radios$/)
  await visit('wifi/wlan9')
  await said(radioTexts.radio.missing).waitFor()
  await shoot(page, 'radio-missing')
  await page.getByRole('link', { name: shared.shell.start }).first().waitFor()
}
