import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ROOT } from '../process/place.ts'
import { violationsOn } from './axe.ts'
import { LOOKS, put } from './looks.ts'
import { smallTargetsOn } from './touch.ts'

/** Narrower viewports are those of phones. */
const PHONE_PIXELS = 500

/**
 * Fails if in any of `LOOKS` axe finds a violation, the page is wider than the viewport, or on a phone a control is too small for a
 * finger. With a `name`, a screenshot of each is in `.sallyport/screens`. Leaves the page in its former size, and light.
 */
export async function inspect(page: Page, name?: string): Promise<void> {
  const before = page.viewportSize()
  const found: string[] = []
  await page.mouse.move(0, 0)
  for (const one of LOOKS) {
    await put(page, one)
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    const complaints = [
      ...(await violationsOn(page)),
      ...(one.width < PHONE_PIXELS ? await smallTargetsOn(page) : []),
      ...(wide > 0 ? [`${wide} pixels too wide`] : []),
    ]
    found.push(...complaints.map((complaint) => `${one.name}: ${complaint}`))
    if (name !== undefined) await photograph(page, one, name)
  }
  await put(page, { ...LOOKS[0], ...before })
  assert.deepEqual(found, [])
}

async function photograph(page: Page, { name: look, width, height }: (typeof LOOKS)[number], name: string) {
  const directory = join(ROOT, '.sallyport/screens')
  mkdirSync(directory, { recursive: true })
  // A viewport as high as the page shows all of it, with the bars in place.
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.max(height, needed) })
  await page.screenshot({ path: join(directory, `${name}-${look}.png`), caret: 'initial' })
}
