import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addTexts } from '../../../web/texts/home/devices/add.ts'
import { setupTexts } from '../../../web/texts/home/setup.ts'
import { radioTexts } from '../../../web/texts/wifi/radios.ts'
import { violationsOn } from '../../browser/axe.ts'
import { noBrowser, openBrowser } from '../../browser/browser.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { openStage } from '../../home/story.ts'

const PASSWORD = 'a long enough password'
const { home: homeStep, wifi: wifiStep, internet, computer, phone: phoneStep } = setupTexts

const skip = noBrowser()
if (skip) test('a router is set up with a phone alone', { skip }, () => {})
else await setUpByPhone()

/** The setup in the browser of a phone that is in the setup network and has no other connection. The radio is a mock. */
async function setUpByPhone(): Promise<void> {
  const { home, story } = await openStage(
    { phone: { guest: true, unknown: true } },
    { unset: true, password: PASSWORD, mockRadio: true },
  )
  await home.phone.join()
  const browser = await openBrowser(home.phone)
  after(() => browser.close())
  const page: Page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(10_000)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })

  story('a router is set up with a phone alone', async ({ router }) => {
    await put(page, LOOKS[2])
    await page.goto('http://spr.setup')
    for (const name of [setupTexts.password, setupTexts.again]) await field(name).fill(PASSWORD)
    await page.getByRole('radio', { name: 'wan0' }).check()
    await button(setupTexts.submit).click()
    await page.getByText(internet.up, { exact: true }).waitFor()
    await button(setupTexts.next).click()
    await heading(homeStep.title)
    await field(homeStep.net).fill('10.4.0.0/16')
    await button(setupTexts.next).click()
    await heading(wifiStep.title)
    await page.getByRole('combobox', { name: radioTexts.radio.country, exact: true }).selectOption('DE')
    await field(wifiStep.name).fill('Villa Rosa')
    await button(wifiStep.submit).click()
    await heading(computer.title)
    await button(setupTexts.next).click()
    await heading(phoneStep.ownerTitle)
    assert.equal(await button(phoneStep.finishLater).count(), 0, 'without a passphrase it could not come back')
    await field(addTexts.name).fill('Mum’s phone')
    await button(addTexts.submit).click()
    await page.getByText(phoneStep.hereHint('Villa Rosa')).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await button(phoneStep.finish).click()
    await heading(phoneStep.doneTitle)
    await page.getByText(phoneStep.doneHint('Villa Rosa', 'http://10.4.0.1')).waitFor()
    assert.equal((await router.ask({ path: '/setup' })).status, 400)
  })
}
