import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { violationsOn } from '../browser/axe.ts'
import { LOOKS, put } from '../browser/looks.ts'
import type { Home } from '../home/home.ts'
import { ROOT } from '../process/place.ts'

export const SCREENS = join(ROOT, '.sallyport/screens')
export const PASSWORD = 'a long enough password'

/** The width of the smallest common phones. */
const NARROWEST = 360

/** Takes a screenshot of the page in every look, and reports axe violations and overflow. */
export type Shoot = (page: Page, screen: string) => Promise<void>

/** The screens of one area of the app. The user is signed in, and the devices have joined. */
export type Walk = (page: Page, home: Home, origin: string, shoot: Shoot) => Promise<void>

export const shoot: Shoot = async (page, screen) => {
  mkdirSync(SCREENS, { recursive: true })
  // Move the pointer away, so that nothing is shown as hovered.
  await page.mouse.move(0, 0)
  for (const look of LOOKS) {
    const { name, width, height } = look
    await put(page, look)
    // A viewport as high as the page shows all of it, with sticky bars in place.
    const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.setViewportSize({ width, height: Math.max(height, whole) })
    await page.evaluate('window.scrollTo(0, 0)')
    await page.screenshot({
      path: join(SCREENS, `${screen}-${name}.png`),
      // To hide it, Playwright would write a style into the page, which the content policy forbids.
      caret: 'initial',
      animations: 'disabled',
    })
    for (const violation of await violationsOn(page)) console.log(`  ${screen}, ${name}: ${violation}`)
  }
  await page.setViewportSize({ width: NARROWEST, height: 740 })
  // Elements that measure themselves do so in the next frame.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
  if (wide > NARROWEST) console.log(`  ${screen}: takes ${wide} pixels where there are ${NARROWEST}`)
  console.log(`  ${screen}`)
}
