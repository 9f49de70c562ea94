import type { Page } from 'playwright-core'

/** Waits until the search box is closed. Its shortcuts work only when it has also removed its class, after its elements. */
export async function isClosed(page: Page): Promise<void> {
  await page.locator('.DocSearch-Modal').waitFor({ state: 'detached' })
  await page.locator('body:not(.DocSearch--active)').waitFor()
}

/** Opens the search box by its shortcut, and waits until it accepts input: earlier keys are lost. */
export async function openBox(page: Page): Promise<void> {
  await isClosed(page)
  await page.keyboard.press('Control+k')
  await takesLetters(page)
}

/** Opens the search box, and types a query. */
export async function lookFor(page: Page, words: string): Promise<void> {
  await openBox(page)
  await page.keyboard.type(words)
}

/** However it was opened. */
export const takesLetters = (page: Page): Promise<void> => page.locator('.DocSearch-Input:focus').waitFor()

/**
 * Waits until results are shown and one is selected. Recent searches may be shown before, with none selected, and the results of the
 * first letters: `mark`, if given, is marked in one of the results. The client waits a second for the service at first, which is not
 * enough on a busy machine, and longer for the next letter: one is typed and deleted then.
 */
export async function isFound(page: Page, mark?: RegExp): Promise<void> {
  const marks = page.locator('.DocSearch-Hit mark')
  const marked = (mark ? marks.filter({ hasText: mark }) : marks).first()
  const failed = page.getByText('Unable to fetch results')
  for (;;) {
    await marked.or(failed).first().waitFor()
    if (!(await failed.isVisible())) break
    await page.keyboard.type(' ')
    await failed.waitFor({ state: 'hidden' })
    await page.keyboard.press('Backspace')
  }
  await page.locator('.DocSearch-Hit[aria-selected="true"]').waitFor()
}
