import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { LOOKS, put } from './looks.ts'
import { photographAll } from './picture.ts'
import { smallTargetsOn } from './touch.ts'

/** Narrower viewports are those of phones. */
const PHONE_PIXELS = 500

/**
 * Fails if in any of the looks, by default all, axe finds a violation, the page is wider than the viewport, or on a phone a control is
 * too small for a finger. With a `name`, each can be saved as a picture (`SALLYPORT_PICTURES`). Leaves the page in its former size, and light.
 */
export async function inspect(
  page: Page,
  name?: string,
  looks: readonly (typeof LOOKS)[number]['name'][] = LOOKS.map((look) => look.name),
): Promise<void> {
  const before = page.viewportSize()
  const found: string[] = []
  await page.mouse.move(0, 0)
  for (const one of LOOKS.filter((look) => looks.includes(look.name))) {
    await put(page, one)
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    // Only colors differ between light and dark.
    const isAlone = !looks.includes(one.width < PHONE_PIXELS ? 'phone-light' : 'desktop-light')
    const complaints = [
      ...(await violationsOn(page, one.colorScheme === 'light' || isAlone ? 'all' : 'colors')),
      ...(one.width < PHONE_PIXELS ? await smallTargetsOn(page) : []),
      ...(wide > 0 ? [`${wide} pixels too wide`] : []),
    ]
    found.push(...complaints.map((complaint) => `${one.name}: ${complaint}`))
    if (name !== undefined) await photographAll(page, `${name}-${one.name}`)
  }
  await put(page, { ...LOOKS[0], ...before })
  assert.deepEqual(found, [])
}
