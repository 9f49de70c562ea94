import { addTexts } from '../../web/texts/home/devices/add.ts'
import { setupTexts } from '../../web/texts/home/setup.ts'
import { radioTexts } from '../../web/texts/wifi/radios.ts'
import { texts } from '../../web/texts.ts'
import { PASSWORD, type Walk } from './stage.ts'

/** The setup of a new router, until the owner has signed in. */
export const walkSetup: Walk = async (page, home, origin, shoot) => {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const { internet, computer, phone } = setupTexts

  await page.goto(origin)
  await page.getByRole('radio', { name: 'wan0' }).waitFor()
  await shoot(page, 'setup')
  await button(setupTexts.submit).click()
  await field(setupTexts.again).fill('something else')
  await shoot(page, 'setup-complaints')
  for (const name of [setupTexts.password, setupTexts.again]) await field(name).fill(PASSWORD)
  await page.getByRole('radio', { name: 'wan0' }).check()
  await shoot(page, 'setup-filled')
  await home.internet.cut(home.line)
  await button(setupTexts.submit).click()
  await page
    .getByText(internet.silent)
    .or(page.getByText(internet.noCable, { exact: true }))
    .waitFor()
  await shoot(page, 'setup-internet-not')
  await button(internet.change).click()
  await page.getByText(internet.ways.fixed).click()
  await shoot(page, 'setup-internet-fixed')
  await home.internet.mend(home.line)
  await page.goto(origin)
  await page.getByText(internet.up, { exact: true }).waitFor()
  await shoot(page, 'setup-internet')
  await button(setupTexts.next).click()
  await field(setupTexts.home.net).fill('10.1.2.0/30')
  await button(setupTexts.next).click()
  await page.getByText(setupTexts.home.netInvalid).waitFor()
  await shoot(page, 'setup-home')
  await field(setupTexts.home.net).fill('192.168.2.0/24')
  await button(setupTexts.next).click()
  if (home.mock) {
    await button(setupTexts.wifi.submit).click()
    await page.getByText(radioTexts.radio.ssidEmpty).waitFor()
    await shoot(page, 'setup-wifi')
    await page.getByRole('combobox', { name: radioTexts.radio.country, exact: true }).selectOption('DE')
    await field(setupTexts.wifi.name).fill('Villa Rosa')
    await button(setupTexts.wifi.submit).click()
  }
  await field(computer.name).waitFor()
  await shoot(page, 'setup-computer')
  await button(setupTexts.later).click()
  await field(addTexts.name).fill('Mum’s phone')
  await shoot(page, 'setup-phone')
  await button(addTexts.submit).click()
  if (!home.mock) await field(addTexts.network).fill('home')
  await page.getByText(addTexts.waiting('Mum’s phone')).waitFor()
  await shoot(page, 'setup-phone-code')
  const first = await home.addDevice('first', { unknown: true })
  if (home.mock) home.mock.proves = 'pending'
  await first.join()
  if (home.mock) home.mock.proves = undefined
  await page.getByText(addTexts.joined('Mum’s phone')).waitFor()
  await shoot(page, 'setup-phone-joined')
  await button(phone.finish).click()
  await heading(texts.shell.start).waitFor()
  await shoot(page, 'setup-done')

  await button(texts.shell.signOut).click()
  await field(texts.login.password).waitFor()
  await shoot(page, 'login')
  await field(texts.login.password).fill('not the password')
  await button(texts.login.submit).click()
  await page.getByRole('alert').first().waitFor()
  await shoot(page, 'login-wrong')
  await field(texts.login.password).fill(PASSWORD)
  await button(texts.login.submit).click()
  await page.getByRole('link', { name: texts.shell.devices, exact: true }).click()
  await heading(texts.devices.title).waitFor()
  await shoot(page, 'devices-first')
}
