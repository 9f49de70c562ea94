import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** More Tab stops than any screen has. */
const MOST_STOPS = 250

/**
 * Runs in the page. What is seen of the place that has the focus, for whom it is compared with the same place without: the
 * element and its surroundings, since a part of Mantine's draws what a hidden field of its own stands for.
 */
const DIFFERENCE = `(() => {
  const place = document.activeElement
  if (!place || place === document.body) return { name: '', isSeen: true }
  const around = [place, place.parentElement, place.parentElement?.parentElement, ...(place.parentElement?.children ?? [])]
  const look = () => around.filter(Boolean).map((one) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderTopColor, backgroundColor, left } = getComputedStyle(one)
    const outline = outlineStyle === 'none' ? '' : outlineWidth + outlineColor
    return [outline, boxShadow, borderTopColor, backgroundColor, left].join()
  }).join('; ')
  const seen = look()
  place.blur()
  const isSeen = seen !== look()
  place.focus({ preventScroll: true, focusVisible: true })
  const words = place.getAttribute('aria-label') || place.textContent || place.getAttribute('name') || ''
  return { name: (place.tagName.toLowerCase() + ' ' + words.trim().slice(0, 40)).trim(), isSeen }
})()`

/** Uses a page by keyboard. */
export const keyboardOn = (page: Page) => ({
  press: (key: string) => page.keyboard.press(key),

  /** Presses Tab until the element has the focus. */
  async to(wanted: Locator): Promise<void> {
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      if (
        (await wanted.count()) > 0 &&
        (await wanted.first().evaluate((one) => one === one.ownerDocument.activeElement))
      )
        return
      await page.keyboard.press('Tab')
    }
    assert.fail(`Tab does not lead to ${wanted}`)
  },

  /** All stops of the page in order, from its top; those without a visible focus are listed in addition. */
  async stops(): Promise<{ names: string[]; unseen: string[] }> {
    const names: string[] = []
    const unseen: string[] = []
    // Without animations, which would hide elements at first.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.evaluate('document.activeElement?.blur()')
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await page.keyboard.press('Tab')
      const { name, isSeen } = await page.evaluate<{ name: string; isSeen: boolean }>(DIFFERENCE)
      // After the last stop, the focus leaves the page.
      if (name === '') return { names, unseen }
      names.push(name)
      if (!isSeen) unseen.push(name)
    }
    return assert.fail(`the keyboard is caught: ${names.slice(-5).join(', ')}`)
  },
})
