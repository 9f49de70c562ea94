import assert from 'node:assert/strict'
import { addTexts } from '../../../web/texts/home/devices/add.ts'
import { setupTexts } from '../../../web/texts/home/setup.ts'
import { radioTexts } from '../../../web/texts/wifi/radios.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { violationsOn } from '../../browser/axe.ts'
import { LOOKS, put } from '../../browser/looks.ts'

const PASSWORD = 'a long enough password'
const { home: homeStep, wifi: wifiStep, internet, computer, phone: phoneStep } = setupTexts

/** The setup of a router with a radio, which is a mock (lab/radio). Without a radio: browser-setup.all.test.ts. */
const { story, page, visit, field, button, heading, choice, words, saved } = await openAppStories(
  { desk: { wired: true, unknown: true }, phone: { unknown: true }, stranger: { wired: true, unknown: true } },
  { unset: true, password: PASSWORD, mockRadio: true },
)

const config = async (router: { api(path: string): Promise<unknown> }) =>
  (await router.api('/hostapd/wlan0/config')) as Record<string, unknown>

story(
  'setup asks for the country and the name of the wifi, and starts it',
  async ({ router }) => {
    await put(page, LOOKS[2])
    await visit('/')
    await words(setupTexts.step(1, 6)).waitFor()
    for (const name of [setupTexts.password, setupTexts.again]) await field(name).fill(PASSWORD)
    await page.getByRole('radio', { name: 'wan0' }).check()
    await button(setupTexts.submit).click()
    await words(internet.up).waitFor()
    await button(setupTexts.next).click()
    await heading(homeStep.title).waitFor()
    await button(setupTexts.next).click()
    await heading(wifiStep.title).waitFor()
    router.login = `admin:${PASSWORD}`
    assert.equal((await config(router)).country_code, undefined, 'it shows the setup network only')

    await choice(radioTexts.radio.country).selectOption('DE')
    await button(wifiStep.submit).click()
    await words(radioTexts.radio.ssidEmpty).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await field(wifiStep.name).fill('Größe & Co; "7"')
    // A phone in the setup network is disconnected when the radio starts: the call is repeated.
    await page.route('**/hostapd/wlan0/config', (route) => route.abort(), { times: 1 })
    await button(wifiStep.submit).click()
    await heading(computer.title).waitFor()
    const { country_code, ssid } = await config(router)
    assert.deepEqual([country_code, ssid], ['DE', 'Größe & Co; "7"'])
  },
  [/hostapd\/wlan0\/config net::ERR_FAILED/],
)

story('the computer is added, and only it gets access to the internet', async ({ desk, stranger }) => {
  await stranger.join()
  assert.equal(await desk.fetch('http://www.test/'), undefined)
  // The stranger is a choice too, and the computer is chosen by its own connection.
  const chosen = page.getByRole('radio', { checked: true })
  await page.getByRole('radio', { name: stranger.mac }).waitFor()
  await page.getByRole('radio', { name: desk.mac, checked: true }).waitFor()
  assert.equal(await chosen.count(), 1)
  await field(computer.name).fill('Mum’s laptop')
  await saved(() => button(computer.submit).click())
  await heading(phoneStep.ownerTitle).waitFor()
  assert.ok(await desk.fetch('http://www.test/'))
  assert.equal(await stranger.fetch('http://www.test/'), undefined)
})

story(
  'the phone of the owner gets a code with the name of the wifi, and the page shows when it has joined',
  async ({ mock, phone, router }) => {
    await field(addTexts.name).fill('Mum’s phone')
    await button(addTexts.submit).click()
    await words(addTexts.waiting('Mum’s phone')).waitFor()
    await page.getByRole('img', { name: addTexts.qrLabel('Größe & Co; "7"') }).waitFor()
    assert.equal(await field(addTexts.network).count(), 0)
    assert.deepEqual(await violationsOn(page), [])
    mock!.proves = 'pending'
    await phone.join()
    await words(addTexts.joined('Mum’s phone')).waitFor()
    assert.ok(await phone.fetch('http://www.test/'))
    await button(phoneStep.finish).click()
    await heading(texts.shell.start).waitFor()
    assert.equal((await router.ask({ path: '/setup' })).status, 400)
  },
)
