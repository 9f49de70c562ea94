import { guestTexts as texts } from '../../web/texts/home/guests.ts'
import type { Walk } from './stage.ts'

/** A4 in CSS pixels. */
const PAPER = { width: 794, height: 1123 }

/** The guest network of a mock radio, and the page that shows it to guests. */
export const walkGuests: Walk = async (page, home, origin, shoot) => {
  const card = page.getByRole('region', { name: texts.title, exact: true })
  await home.router.api('/hostapd/wlan0/config', { Country_code: 'DE', Ssid: 'Villa Rosa' })
  await page.goto(`${origin}/admin/wifi`)
  await card.getByRole('switch', { name: texts.title, exact: true }).check()
  await card.getByRole('radio', { name: texts.kinds.static.name }).waitFor()
  await shoot(page, 'guest')
  await card.getByRole('textbox', { name: texts.passphrase, exact: true }).fill('short')
  await shoot(page, 'guest-complaint')
  await page.keyboard.press('Escape')
  await card.getByRole('radio', { name: texts.kinds.daily.name }).check()
  await card.getByText(/^Valid until/).waitFor()
  await shoot(page, 'guest-daily')

  // Creating the token needs a one-time code.
  await page.route(/\/tokens$/, (route) =>
    route.fulfill({ json: { Name: texts.tablet.token, Token: 'an-example-of-a-token', Expire: 0, ScopedPaths: [] } }),
  )
  await card.getByRole('button', { name: texts.tablet.open }).click()
  await page.getByRole('status', { name: texts.tablet.link }).waitFor()
  await shoot(page, 'guest-tablet')
  await page.unroute(/\/tokens$/)

  await page.goto(`${origin}/auth/guest`)
  await page.getByRole('heading', { name: texts.page.title, exact: true }).waitFor()
  await shoot(page, 'guest-page')
  await page.setViewportSize({ width: 1024, height: 768 })
  await shoot(page, 'guest-page-on-tablet')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize(PAPER)
  await shoot(page, 'guest-page-printed')
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${origin}/auth/guest#not-a-token`)
  await page.getByRole('heading', { name: texts.page.denied }).waitFor()
  await shoot(page, 'guest-page-denied')
}
