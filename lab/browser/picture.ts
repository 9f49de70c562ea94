import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** The folder for pictures. Without it none are taken: they are a sixth of the work of a scenario in the app. */
const FOLDER = process.env.SALLYPORT_PICTURES

/** Saves what the browser shows as `name.png` in the folder that `SALLYPORT_PICTURES` names. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!FOLDER) return
  mkdirSync(FOLDER, { recursive: true })
  await page.screenshot({ path: join(FOLDER, `${name}.png`), caret: 'initial' })
}

/** The same with all of the page: in a viewport as high as the page is, the bars stay in place. */
export async function photographAll(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize()
  if (!FOLDER || !viewport) return
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, needed) })
  await photograph(page, name)
  await page.setViewportSize(viewport)
}
