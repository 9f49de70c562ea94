import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { setupTexts } from '../../web/texts/home/setup.ts'
import { texts } from '../../web/texts.ts'

/** What a person enters. */
export const PASSWORD = 'a long enough password'
export const COMPUTER = 'Mum’s laptop'

const { internet, home, computer, phone } = setupTexts
/** An emulated router is slow. */
const PATIENCE_MS = 180_000

/**
 * Sets up a new router with the wizard, from a computer of the household. Saves pictures of the first page and the last one; if it fails, of
 * the page where it failed.
 */
export async function setUp(page: Page, address: string, pictures: string): Promise<void> {
  try {
    await walk(page, address, pictures)
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'failed.png'), fullPage: true })
    throw error
  }
}

async function walk(page: Page, address: string, pictures: string): Promise<void> {
  page.setDefaultTimeout(PATIENCE_MS)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })

  await page.goto(`http://${address}/`)
  await heading(setupTexts.title).waitFor()
  await page.getByRole('radio').first().waitFor()
  await page.screenshot({ path: join(pictures, 'wizard.png') })
  for (const name of [setupTexts.password, setupTexts.again]) await field(name).fill(PASSWORD)
  // The provider has given an address to the first port, which is selected already.
  await page.getByRole('radio', { checked: true }).waitFor()
  await button(setupTexts.submit).click()
  await heading(internet.title).waitFor()
  // The provider of the virtual machine has an address for the router, and no internet.
  await button(setupTexts.next).or(button(internet.skip)).first().click()
  await heading(home.title).waitFor()
  await button(setupTexts.next).click()
  await heading(computer.title).waitFor()
  await field(computer.name).fill(COMPUTER)
  await button(computer.submit).click()
  await button(phone.finish).or(button(phone.finishLater)).first().click()
  await heading(texts.shell.start).waitFor()
  await page.screenshot({ path: join(pictures, 'home.png') })
}
