import assert from 'node:assert/strict'
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

/**
 * After the next frame: the texts beside the placeholders for what is still being loaded. The first is scrolled into view, since a chart
 * is loaded when it is near (`WhenNear`).
 */
const PLACEHOLDERS = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
  const placeholders = [...document.querySelectorAll('.mantine-Skeleton-root')]
  if (placeholders.length > 0) placeholders[0].scrollIntoView()
  else if (window.hadPlaceholders) scrollTo(0, 0)
  window.hadPlaceholders = placeholders.length > 0
  resolve(placeholders.map((one) => (one.closest('section, a') ?? one.parentElement).innerText.slice(0, 40)))
})))`

/** The value of a promise in the page, which may never settle: playwright sets no limit to it. */
async function settled<T>(page: Page, what: string, promise: string): Promise<T> {
  const late = `new Promise((resolve) => setTimeout(resolve, ${PATIENCE_MS}, 'late'))`
  const value = await page.evaluate<T | 'late'>(`Promise.race([${promise}, ${late}])`)
  assert.ok(value !== 'late', `waited ${PATIENCE_MS} ms for ${what}`)
  return value
}

/** Waits until no part of the page is a placeholder, and all requests that were noted are answered. */
export async function untilLoaded(page: Page): Promise<void> {
  let missing: string[] = []
  const look = async () => {
    const placeholders = await settled<string[]>(page, 'the next frame', PLACEHOLDERS)
    // After the next frame: what was pressed just before has begun its request by then.
    const requests = [...(unanswered.get(page) ?? [])].map((one) => `${one.method()} ${one.url()}`)
    missing = [...requests, ...placeholders.map((text) => `a placeholder in "${text}"`)]
    return missing.length === 0
  }
  await until(() => missing.join(', '), look, PATIENCE_MS)
}

/** Shows a screen of the app as its links do, and waits for everything on it: loading the app anew would be most of the work. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await settled(page, `the screen of ${address}`, `__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await untilLoaded(page)
}
