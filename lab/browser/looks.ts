import type { Page } from 'playwright-core'

/** In what the app is looked at: each of a phone and a desk, by day and by night. */
export const LOOKS = [
  { name: 'phone-light', width: 390, height: 844, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
  { name: 'desktop-light', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'desktop-dark', width: 1280, height: 800, colorScheme: 'dark' },
] as const

/** Show the page in one of them, without anything moving. */
export async function put(page: Page, { width, height, colorScheme }: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
}
