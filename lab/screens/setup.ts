import type { Page } from 'playwright-core'
import { texts } from '../../web/texts.ts'
import type { Home } from '../home.ts'
import { PASSWORD, type Shoot } from './stage.ts'

/** A router fresh from the box, until its owner has signed in. */
export async function walkSetup(page: Page, _home: Home, origin: string, shoot: Shoot): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })

  await page.goto(origin)
  await page.getByRole('radio', { name: 'wan0' }).waitFor()
  await shoot(page, 'setup')
  await button(texts.setup.submit).click()
  await field(texts.setup.again).fill('something else')
  await shoot(page, 'setup-complaints')
  for (const name of [texts.setup.password, texts.setup.again]) await field(name).fill(PASSWORD)
  await page.getByRole('radio', { name: 'wan0' }).check()
  await shoot(page, 'setup-filled')
  await button(texts.setup.submit).click()
  await heading(texts.setup.done).waitFor()
  await shoot(page, 'setup-done')

  await page.getByRole('link', { name: texts.setup.toLogin }).click()
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
