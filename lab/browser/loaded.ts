import type { Page, Request } from 'playwright-core'
import { until } from '../process/until.ts'

/** The first visit of a screen also loads its code. Other tests may keep the processors busy. */
const PATIENCE_MS = 60_000

const unanswered = new WeakMap<Page, ReadonlySet<Request>>()

/** Notes which requests of a page have no answer yet, from now on. */
export function noteRequests(page: Page): void {
  const requests = new Set<Request>()
  unanswered.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** After the next frame: whether a part of the page is a placeholder for what is still being loaded. */
const HAS_PLACEHOLDERS = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() =>
  resolve(document.querySelector('.mantine-Skeleton-root') !== null))))`

/** Waits until no part of the page is a placeholder, and all requests that were noted are answered. */
export const untilLoaded = (page: Page): Promise<unknown> =>
  until(
    'all of it',
    async () => !(await page.evaluate<boolean>(HAS_PLACEHOLDERS)) && (unanswered.get(page)?.size ?? 0) === 0,
    PATIENCE_MS,
  )

/** Shows a screen of the app as its links do, and waits for everything on it: loading the app anew would be most of the work. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await untilLoaded(page)
}
