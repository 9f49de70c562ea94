import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'

/** The first visit of a screen also loads its code. Other tests may keep the processors busy. */
const PATIENCE_MS = 60_000

/** Waits until no part of the page is a placeholder for what is still being loaded. */
export const untilLoaded = (page: Page): Promise<unknown> =>
  until('all of it', async () => (await page.locator('.mantine-Skeleton-root').count()) === 0, PATIENCE_MS)
